// Outcomes as a few factors: what is left of a prompt's scores once every model's level is taken away moves together
// across models, most of it as one common difficulty. A regression on factors learns from all models together.
// @source Bonilla, Chai, Williams, "Multi-task Gaussian Process Prediction" (2008): a low-rank covariance over tasks
import { findPrincipalAxes } from "../../numerics/principal-axes.ts";

/** More factors than this were noise on dev rows. */
const FACTORS_MAX = 12;
/** Rounds that fill unknown outcomes from the leading factors, how many those are, and how far they are believed. */
const [FILL_ROUNDS, FILL_FACTORS, FILL_TRUST] = [3, 3, 0.8];

interface OutcomeFactors {
  /** Orthonormal rows over models. @shape width x models */
  readonly axes: Float64Array;
  readonly width: number;
  /** Every row's residuals along the axes. @shape rows x width */
  readonly coordinates: Float64Array;
}

/** An unknown residual is the prompt's mean one, shrunk to 0 by one outcome. */
function fillByPrompt(residuals: Float32Array, models: number): Float32Array {
  const out = residuals.slice();
  for (let start = 0; start < out.length; start += models) {
    const row = out.subarray(start, start + models);
    const known = row.filter((value) => !Number.isNaN(value));
    const guess = known.reduce((sum, value) => sum + value, 0) / (known.length + 1);
    row.forEach((value, m) => (row[m] = Number.isNaN(value) ? guess : value));
  }
  return out;
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

/** Residuals that the coordinates stand for. @shape rows x models */
export function fromFactors({ axes, width, coordinates }: OutcomeFactors): Float64Array {
  const models = axes.length / width;
  const rows = coordinates.length / width;
  const out = new Float64Array(rows * models);
  for (let row = 0; row < rows; row += 1)
    for (let m = 0; m < models; m += 1)
      for (let k = 0; k < width; k += 1)
        out[row * models + m]! += coordinates[row * width + k]! * axes[k * models + m]!;
  return out;
}

function factorsOf(residuals: Float32Array, models: number, most: number): OutcomeFactors {
  const width = Math.min(models, most);
  const { axes } = findPrincipalAxes(residuals, models, width);
  return { axes, width, coordinates: project(residuals, axes, models) };
}

/** @param residuals NaN = unknown. @shape rows x models @param models at least 1 */
export function findOutcomeFactors(residuals: Float32Array, models: number): OutcomeFactors {
  const filled = fillByPrompt(residuals, models);
  if (residuals.some((value) => Number.isNaN(value)))
    for (let round = 0; round < FILL_ROUNDS; round += 1) {
      const guess = fromFactors(factorsOf(filled, models, FILL_FACTORS));
      for (let at = 0; at < filled.length; at += 1)
        if (Number.isNaN(residuals[at]!)) filled[at] = FILL_TRUST * guess[at]!;
    }
  return factorsOf(filled, models, FACTORS_MAX);
}
