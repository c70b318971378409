// k nearest neighbours by cosine: a model's success is the weighted mean over the neighbours that have an outcome
// of it, shrunk to the model's own mean.
import { computeColumnMeans } from "../contract/platt-scaling.ts";
import { defineEstimator, realNumber, wholeNumber } from "../contract/define-estimator.ts";
import type { Parameters, PromptSet, Predictor, TrainingData } from "../contract/define-estimator.ts";
import { dotRows } from "../../features/vector.ts";

/** Keeps the `k` largest similarities seen, smallest first. Reused from prompt to prompt. */
class TopList {
  readonly index: Int32Array;
  readonly value: Float64Array;
  size = 0;

  constructor(k: number) {
    this.index = new Int32Array(k);
    this.value = new Float64Array(k);
  }

  offer(index: number, value: number): void {
    const k = this.index.length;
    if (this.size === k && value <= this.value[0]!) return;
    let at = this.size < k ? this.size : 0;
    if (this.size < k) {
      while (at > 0 && this.value[at - 1]! > value) {
        this.value[at] = this.value[at - 1]!;
        this.index[at] = this.index[at - 1]!;
        at -= 1;
      }
      this.size += 1;
    } else {
      while (at + 1 < k && this.value[at + 1]! < value) {
        this.value[at] = this.value[at + 1]!;
        this.index[at] = this.index[at + 1]!;
        at += 1;
      }
    }
    this.value[at] = value;
    this.index[at] = index;
  }
}

/** Imaginary neighbours at the model's mean. */
const PRIOR_WEIGHT = 3;

function predictRow(
  data: TrainingData,
  nearest: TopList,
  settings: { mean: Float32Array; sharpness: number },
): Float32Array {
  const width = data.models.length;
  const sum = settings.mean.map((mean) => mean * PRIOR_WEIGHT);
  const total = new Float32Array(width).fill(PRIOR_WEIGHT);
  const top = nearest.value[nearest.size - 1] ?? 0;
  for (let i = 0; i < nearest.size; i += 1) {
    const weight = Math.exp(settings.sharpness * (nearest.value[i]! - top));
    const start = nearest.index[i]! * width;
    for (let m = 0; m < width; m += 1) {
      const score = data.scores[start + m]!;
      if (Number.isNaN(score)) continue;
      sum[m] = sum[m]! + weight * score;
      total[m] = total[m]! + weight;
    }
  }
  return sum.map((value, m) => value / total[m]!);
}

function fitNeighbours(data: TrainingData, parameters: Parameters): Predictor {
  const { mean } = computeColumnMeans(data);
  const width = data.models.length;
  const settings = { mean, sharpness: parameters["sharpness"]! };
  return {
    predict: (prompts: PromptSet) => {
      const out = new Float32Array(prompts.count * width);
      for (let i = 0; i < prompts.count; i += 1) {
        const nearest = new TopList(parameters["neighbours"]!);
        for (let j = 0; j < data.prompts.count; j += 1)
          nearest.offer(j, dotRows(prompts, i, data.prompts, j));
        out.set(predictRow(data, nearest, settings), i * width);
      }
      return out;
    },
  };
}

export const NEAREST_NEIGHBOURS = defineEstimator({
  name: "knn",
  title: "k nearest neighbours",
  isSeeded: false,
  constraints: { neighbours: wholeNumber(1, 1_000), sharpness: realNumber(0, 100) },
  grid: [
    { neighbours: 40, sharpness: 4 },
    { neighbours: 20, sharpness: 4 },
    { neighbours: 80, sharpness: 4 },
    { neighbours: 80, sharpness: 12 },
    { neighbours: 160, sharpness: 4 },
  ],
  fit: fitNeighbours,
});
