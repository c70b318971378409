// Outcomes as a few factors: what is left of a prompt's scores once every model's mean is taken away moves together
// across models, most of it as one common difficulty. A regression on factors learns from all models together.
// @source Bonilla, Chai, Williams, "Multi-task Gaussian Process Prediction" (2008): a low-rank covariance over tasks
import { findPrincipalAxes } from "../../numerics/principal-axes.ts";

/** More factors than this were noise on dev rows. */
const FACTORS_MAX = 12;
/** Rounds that fill unknown outcomes from the leading factors, how many those are, and how far they are believed. */
const [FILL_ROUNDS, FILL_FACTORS, FILL_TRUST] = [3, 3, 0.8];

interface OutcomeTable {
  /** NaN = unknown. @shape rows x models */
  readonly scores: Float32Array;
  /** At least one. */
  readonly models: number;
  /** The mean assumed for a model before its first outcome, and how many outcomes that is worth. */
  readonly usual: { readonly mean: number; readonly worth: number };
}

interface OutcomeFactors {
  /** Mean of every model, drawn to what is usual. @shape models */
  readonly mean: Float64Array;
  /** Orthonormal rows over models. @shape width x models */
  readonly axes: Float64Array;
  readonly width: number;
  /** Every row's residuals along the axes. @shape rows x width */
  readonly coordinates: Float64Array;
}

function modelMeans({ scores, models, usual }: OutcomeTable): Float64Array {
  const sum = new Float64Array(models).fill(usual.mean * usual.worth);
  const count = new Float64Array(models).fill(usual.worth);
  for (let at = 0; at < scores.length; at += 1) {
    if (Number.isNaN(scores[at]!)) continue;
    sum[at % models] = sum[at % models]! + scores[at]!;
    count[at % models] = count[at % models]! + 1;
  }
  return sum.map((value, m) => value / count[m]!);
}

/** Score less the model's mean; an unknown one is the prompt's mean residual, shrunk to 0 by one outcome. */
function firstResiduals(scores: Float32Array, mean: Float64Array): Float32Array {
  const models = mean.length;
  const out = new Float32Array(scores.length);
  for (let start = 0; start < scores.length; start += models) {
    let sum = 0;
    let count = 1;
    for (let m = 0; m < models; m += 1) {
      const score = scores[start + m]!;
      if (Number.isNaN(score)) continue;
      out[start + m] = score - mean[m]!;
      sum += out[start + m]!;
      count += 1;
    }
    for (let m = 0; m < models; m += 1) if (Number.isNaN(scores[start + m]!)) out[start + m] = sum / count;
  }
  return out;
}

function axesOf(residuals: Float32Array, models: number, width: number): Float64Array {
  return findPrincipalAxes(residuals, models, width).axes;
}

/** Coordinates along the axes, about zero and not about the rows' mean. @shape rows x width */
function project(residuals: Float32Array, axes: Float64Array, models: number): Float64Array {
  const rows = residuals.length / models;
  const width = axes.length / models;
  const out = new Float64Array(rows * width);
  for (let row = 0; row < rows; row += 1)
    for (let k = 0; k < width; k += 1) {
      let sum = 0;
      for (let m = 0; m < models; m += 1) sum += residuals[row * models + m]! * axes[k * models + m]!;
      out[row * width + k] = sum;
    }
  return out;
}

/** Adds what the coordinates say of every model to its mean. @param mean @shape models */
export function fromFactors(
  coordinates: Float64Array,
  { axes, mean, width }: Pick<OutcomeFactors, "axes" | "mean" | "width">,
): Float64Array {
  const models = mean.length;
  const rows = coordinates.length / width;
  const out = new Float64Array(rows * models);
  for (let row = 0; row < rows; row += 1)
    for (let m = 0; m < models; m += 1) {
      let sum = mean[m]!;
      for (let k = 0; k < width; k += 1) sum += coordinates[row * width + k]! * axes[k * models + m]!;
      out[row * models + m] = sum;
    }
  return out;
}

function fillUnknown(residuals: Float32Array, scores: Float32Array, models: number): void {
  const width = Math.min(models, FILL_FACTORS);
  const axes = axesOf(residuals, models, width);
  const none = { axes, width, mean: new Float64Array(models) };
  const guess = fromFactors(project(residuals, axes, models), none);
  for (let at = 0; at < residuals.length; at += 1)
    if (Number.isNaN(scores[at]!)) residuals[at] = FILL_TRUST * guess[at]!;
}

export function findOutcomeFactors(table: OutcomeTable): OutcomeFactors {
  const { scores, models } = table;
  const mean = modelMeans(table);
  const residuals = firstResiduals(scores, mean);
  if (scores.some((score) => Number.isNaN(score)))
    for (let round = 0; round < FILL_ROUNDS; round += 1) fillUnknown(residuals, scores, models);
  const width = Math.min(models, FACTORS_MAX);
  const axes = axesOf(residuals, models, width);
  return { mean, axes, width, coordinates: project(residuals, axes, models) };
}
