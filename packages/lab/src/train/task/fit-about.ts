// The values that learning goes by, in units that mean the same in every column: the mean and the deviation of what the reader
// computes over the atlas. And where requests of the atlas lie, so that a request that is like none of them is known for a
// stranger.
import { ABOUT_COUNT, loadTaskReader } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Atlas } from "../../atlas/atlas.ts";
import { bagOf } from "../artefact/tensor-bag.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { fitClusters } from "./fit-clusters.ts";
import { exampleOf, exampleOfDrill, taskTextOf } from "./task-rows.ts";
import type { Example } from "./task-rows.ts";
import { addAt, floatAt } from "../../arrays/value-at.ts";

const SEED = 42;
const CLUSTERS = 64;
/** Every fifth request places no centre and tells how far away a familiar one may lie. */
const JUDGED_EVERY = 5;
/** A column that hardly moves is no evidence of anything. */
const DEVIATION_LEAST = 0.05;

/** @shape rows x ABOUT_COUNT */
function readAbout(tensors: readonly BaggedTensor[], examples: readonly Example[]): Float32Array {
  const reader = loadTaskReader(bagOf(tensors));
  const rows = new Float32Array(examples.length * ABOUT_COUNT);
  examples.forEach(({ asked }, row) => {
    reader.read(reader.place(taskTextOf(asked)));
    rows.set(reader.about, row * ABOUT_COUNT);
  });
  return rows;
}

function standardOf(rows: Float32Array): { readonly mean: Float32Array; readonly scale: Float32Array } {
  const count = rows.length / ABOUT_COUNT;
  const [mean, square] = [new Float64Array(ABOUT_COUNT), new Float64Array(ABOUT_COUNT)];
  rows.forEach((value, at) => addAt(mean, at % ABOUT_COUNT, value / count));
  rows.forEach((value, at) =>
    addAt(square, at % ABOUT_COUNT, (value - floatAt(mean, at % ABOUT_COUNT)) ** 2 / count),
  );
  return {
    mean: Float32Array.from(mean),
    scale: Float32Array.from(square, (variance) => 1 / (Math.sqrt(variance) + DEVIATION_LEAST)),
  };
}

/** @param tensors of the reader, as it was fitted on this atlas */
export function fitAbout(tensors: readonly BaggedTensor[], atlas: Atlas): readonly BaggedTensor[] {
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut);
  const rows = readAbout(tensors, [...open.map(exampleOf), ...atlas.drills.map(exampleOfDrill)]);
  const { mean, scale } = standardOf(rows);
  const data = rows.map(
    (value, at) => (value - floatAt(mean, at % ABOUT_COUNT)) * floatAt(scale, at % ABOUT_COUNT),
  );
  const order = Int32Array.from({ length: rows.length / ABOUT_COUNT }, (_, row) => row);
  const isJudged = (row: number): boolean => row % JUDGED_EVERY === 0;
  const { centres, radius, count } = fitClusters(
    { data, stride: ABOUT_COUNT },
    ABOUT_COUNT,
    { train: order.filter((row) => !isJudged(row)), dev: order.filter(isJudged) },
    { count: CLUSTERS, random: splitmix32(SEED) },
  );
  return [
    { name: "aboutMean", shape: [ABOUT_COUNT], data: mean },
    { name: "aboutScale", shape: [ABOUT_COUNT], data: scale },
    { name: "clusterCentres", shape: [count, ABOUT_COUNT], data: centres },
    { name: "clusterRadius", shape: [2], data: radius },
  ];
}
