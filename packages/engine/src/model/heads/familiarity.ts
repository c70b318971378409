// How near a prompt lies to the prompts that outcomes are known of: distance to the nearest cluster centre.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { createSimdMemory, padRows } from "../../kernels/simd-memory.ts";

export interface Familiarity {
  /** @range 0 (nothing like it seen) .. 1 */
  measure(features: Float32Array): number;
}

/**
 * `clusterRadius` holds the median and the 99th percentile of the training prompts' own distances:
 * within the first a prompt is familiar, at twice the second it is not.
 */
export function loadFamiliarity(store: TensorStore, clusterCount: number, width: number): Familiarity {
  const columns = Math.ceil(width / 4) * 4;
  const centres = padRows(store.float32("clusterCentres", clusterCount, width), clusterCount, width, columns);
  const [near = 0, far = 1] = store.float32("clusterRadius", 2);
  const memory = createSimdMemory(4 * (centres.length + columns) + 32);
  const rows = memory.reserve(centres.length * 4);
  memory.floats(rows, centres.length).set(centres);
  const point = memory.reserve(columns * 4);
  const view = memory.floats(point, columns);
  return {
    measure(features) {
      for (let column = 0; column < width; column += 1) view[column] = features[column]!;
      const nearest = memory.kernels.nearestSquared(rows, point, clusterCount, columns);
      const excess = (Math.sqrt(nearest) - near) / (2 * far - near);
      return Math.min(1, Math.max(0, 1 - excess));
    },
  };
}
