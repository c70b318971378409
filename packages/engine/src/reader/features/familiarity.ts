// How near a prompt lies to the requests that the task reader learned from: distance to the nearest cluster centre.
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { blockRows } from "../../kernels/row-blocks.ts";
import { createSimdMemory } from "../../kernels/simd-memory.ts";
import { ABOUT_COUNT } from "../task/turn-reader.ts";

/**
 * `clusterRadius` holds the median and the 99th percentile of the requests' own distances:
 * within the first a prompt is familiar, at twice the second it is not.
 * @returns reads features. @range 0 (nothing like it seen) .. 1
 */
export function loadFamiliarity(store: TensorStore): (features: Float32Array) => number {
  const all = store.float32("clusterCentres");
  const { floats, blocks, columns } = blockRows(all, all.length / ABOUT_COUNT, ABOUT_COUNT);
  const [near = 0, far = 1] = store.float32("clusterRadius", 2);
  const memory = createSimdMemory(4 * (floats.length + columns) + 32);
  const centres = memory.reserve(floats.length * 4);
  memory.floats(centres, floats.length).set(floats);
  const point = memory.reserve(columns * 4);
  const view = memory.floats(point, columns);
  return (features) => {
    for (let column = 0; column < ABOUT_COUNT; column += 1) view[column] = features[column]!;
    const nearest = memory.kernels.nearestSquared(centres, point, blocks, columns);
    const excess = (Math.sqrt(nearest) - near) / (2 * far - near);
    return Math.min(1, Math.max(0, 1 - excess));
  };
}
