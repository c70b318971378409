// k-means clusters with the mean score of each model in each; a prompt mixes its nearest clusters.
// @source Avengers-Pro (arXiv 2508.12631): cluster, rank models per cluster, mix the nearest clusters.
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { computeColumnMeans } from "../contract/platt-scaling.ts";
import { defineEstimator, realNumber, wholeNumber } from "../contract/define-estimator.ts";
import type { Parameters, PromptSet, Predictor, TrainingData } from "../contract/define-estimator.ts";
import { dotRows, normaliseRows } from "../../features/vector.ts";
import type { Rows } from "../../features/vector.ts";
import { addAt, floatAt } from "../../arrays/value-at.ts";

const ROUNDS = 12;
/** Imaginary outcomes at the model's mean in every cluster. */
const PRIOR_WEIGHT = 4;

function nearestCentroid(prompts: PromptSet, row: number, centroids: Rows): number {
  let best = 0;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let c = 0; c * prompts.dim < centroids.features.length; c += 1) {
    const value = dotRows(prompts, row, centroids, c);
    if (value > bestValue) [best, bestValue] = [c, value];
  }
  return best;
}

/** Spherical k-means from a seeded sample of the prompts. @shape clusters x dim */
function fitCentroids(prompts: PromptSet, clusters: number, seed: number): Rows {
  const { dim, count } = prompts;
  const order = shuffle(
    Int32Array.from({ length: count }, (_, i) => i),
    splitmix32(seed),
  );
  const centroids = new Float32Array(clusters * dim);
  for (const [c, row] of order.subarray(0, clusters).entries())
    centroids.set(prompts.features.subarray(row * dim, (row + 1) * dim), c * dim);
  const found = { features: centroids, dim };
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = new Float32Array(clusters * dim);
    for (let i = 0; i < count; i += 1) {
      const c = nearestCentroid(prompts, i, found);
      for (let d = 0; d < dim; d += 1) addAt(sums, c * dim + d, floatAt(prompts.features, i * dim + d));
    }
    normaliseRows(sums, dim);
    for (let i = 0; i < sums.length; i += 1) if (sums[i] !== 0) centroids[i] = floatAt(sums, i);
  }
  return found;
}

/** @shape clusters x models */
function fitTable(data: TrainingData, centroids: Rows): Float32Array {
  const width = data.models.length;
  const clusters = centroids.features.length / data.prompts.dim;
  const { mean } = computeColumnMeans(data);
  const sum = new Float32Array(clusters * width);
  const total = new Float32Array(clusters * width).fill(PRIOR_WEIGHT);
  for (let c = 0; c < clusters; c += 1)
    for (let m = 0; m < width; m += 1) sum[c * width + m] = PRIOR_WEIGHT * floatAt(mean, m);
  for (let i = 0; i < data.prompts.count; i += 1) {
    const start = nearestCentroid(data.prompts, i, centroids) * width;
    for (let m = 0; m < width; m += 1) {
      const score = floatAt(data.scores, i * width + m);
      if (Number.isNaN(score)) continue;
      addAt(sum, start + m, score);
      addAt(total, start + m, 1);
    }
  }
  return sum.map((value, i) => value / floatAt(total, i));
}

function fitClusters(data: TrainingData, parameters: Parameters, seed: number): Predictor {
  const width = data.models.length;
  const clusters = Math.max(1, Math.min(parameters["clusters"]!, data.prompts.count));
  const centroids = fitCentroids(data.prompts, clusters, seed);
  const table = fitTable(data, centroids);
  return {
    predict: (prompts) => {
      const out = new Float32Array(prompts.count * width);
      const weights = new Float64Array(clusters);
      for (let i = 0; i < prompts.count; i += 1) {
        for (let c = 0; c < clusters; c += 1)
          weights[c] = Math.exp(parameters["sharpness"]! * (dotRows(prompts, i, centroids, c) - 1));
        const total = weights.reduce((a, b) => a + b, 0);
        for (let c = 0; c < clusters; c += 1) {
          const share = floatAt(weights, c) / total;
          for (let m = 0; m < width; m += 1) addAt(out, i * width + m, share * floatAt(table, c * width + m));
        }
      }
      return out;
    },
  };
}

export const CLUSTER_MEANS = defineEstimator({
  name: "k-means",
  title: "k-means (Avengers-Pro)",
  constraints: { clusters: wholeNumber(1, 1_024), sharpness: realNumber(0, 200) },
  grid: [
    { clusters: 32, sharpness: 20 },
    { clusters: 8, sharpness: 20 },
    { clusters: 16, sharpness: 20 },
    { clusters: 64, sharpness: 20 },
    { clusters: 64, sharpness: 60 },
  ],
  fit: fitClusters,
});
