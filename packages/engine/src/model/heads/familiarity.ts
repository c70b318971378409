// How near a prompt lies to the prompts that outcomes are known of: distance to the nearest cluster centre.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { blockRows } from "../../kernels/row-blocks.ts";
import { createSimdMemory } from "../../kernels/simd-memory.ts";

export interface Familiarity {
  /** @range 0 (nothing like it seen) .. 1 */
  measure(features: Float32Array): number;
}

/**
 * `clusterRadius` holds the median and the 99th percentile of the training prompts' own distances:
 * within the first a prompt is familiar, at twice the second it is not.
 */
export function loadFamiliarity(store: TensorStore, clusterCount: number, width: number): Familiarity {
  const { floats, blocks, columns } = blockRows(
    store.float32("clusterCentres", clusterCount, width),
    clusterCount,
    width,
  );
  const [near = 0, far = 1] = store.float32("clusterRadius", 2);
  const memory = createSimdMemory(4 * (floats.length + columns) + 32);
  const centres = memory.reserve(floats.length * 4);
  memory.floats(centres, floats.length).set(floats);
  const point = memory.reserve(columns * 4);
  const view = memory.floats(point, columns);
  return {
    measure(features) {
      for (let column = 0; column < width; column += 1) view[column] = features[column]!;
      const nearest = memory.kernels.nearestSquared(centres, point, blocks, columns);
      const excess = (Math.sqrt(nearest) - near) / (2 * far - near);
      return Math.min(1, Math.max(0, 1 - excess));
    },
  };
}
