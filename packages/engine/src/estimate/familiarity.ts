// How near a prompt lies to the prompts that outcomes are known of: distance to the nearest cluster centre.
import type { TensorStore } from "../artefact/tensor-store.ts";

export interface Familiarity {
  /** @range 0 (nothing like it seen) .. 1 */
  measure(features: Float32Array): number;
}

/**
 * `clusterRadius` holds the median and the 99th percentile of the training prompts' own distances:
 * within the first a prompt is familiar, at twice the second it is not.
 */
export function loadFamiliarity(store: TensorStore, clusterCount: number, width: number): Familiarity {
  const centres = store.float32("clusterCentres", clusterCount, width);
  const [near = 0, far = 1] = store.float32("clusterRadius", 2);
  return {
    measure(features) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let cluster = 0; cluster < clusterCount; cluster += 1) {
        let distance = 0;
        const at = cluster * width;
        for (let column = 0; column < width && distance < nearest; column += 1)
          distance += (features[column]! - centres[at + column]!) ** 2;
        nearest = Math.min(nearest, distance);
      }
      const excess = (Math.sqrt(nearest) - near) / (2 * far - near);
      return Math.min(1, Math.max(0, 1 - excess));
    },
  };
}
