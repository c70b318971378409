// The directions in which an account's outcomes may correct the shipped model: an intercept, the shipped logit itself
// (over- or under-confidence), and the main directions of the account's own prompts among what the reader's heads say
// and among all features.
import { headsOf } from "../reader/features/prompt-features.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import { logitOf } from "../numerics/logistic.ts";
import { fitWhitenedAxes, type WhitenedAxes } from "../numerics/whitened-axes.ts";

export interface CorrectionBasis {
  readonly headAxes: WhitenedAxes;
  readonly featureAxes: WhitenedAxes;
}

export interface BasisShape {
  /** Main directions of what the heads say; the last ones hold too little variance to learn from. */
  readonly headCount: number;
  readonly directionCount: number;
}

/** Coordinates of unit variance are cut here, so that one odd prompt cannot dominate a correction. */
const COORDINATE_MAX = 4;
/** Axes before those of the prompts: the intercept and the shipped logit. */
const PLAIN_AXES = 2;

export function basisSizeOf({ headAxes, featureAxes }: CorrectionBasis): number {
  return PLAIN_AXES + headAxes.count + featureAxes.count;
}

/** Directions are no better for more prompts than these, evenly spread over all. */
const AXES_ROWS_MAX = 1000;

function thin<T>(rows: readonly T[], max: number): readonly T[] {
  if (rows.length <= max) return rows;
  return Array.from({ length: max }, (_, index) => rows[Math.floor((index * rows.length) / max)]!);
}

/** Basis of the account's own prompts. @shape encodings: one per prompt, at least one */
export function fitBasis(
  encodings: readonly Pick<PromptEncoding, "features">[],
  shape: BasisShape,
): CorrectionBasis {
  const rows = thin(encodings, AXES_ROWS_MAX);
  const heads = rows.map((encoding) => headsOf(encoding.features));
  const features = rows.map((encoding) => encoding.features);
  return {
    headAxes: fitWhitenedAxes(heads, { count: shape.headCount, isStandardised: true }),
    featureAxes: fitWhitenedAxes(features, { count: shape.directionCount, isStandardised: false }),
  };
}

/** A coordinate of unit variance, cut. */
export function cutCoordinate(value: number): number {
  return Math.max(-COORDINATE_MAX, Math.min(COORDINATE_MAX, value));
}

/** Projections onto the axes, cut and not yet weighed. */
function project(axes: WhitenedAxes, row: Float32Array, phi: Float64Array, offset: number): void {
  const size = axes.mean.length;
  for (let axis = 0; axis < axes.count; axis += 1) {
    let projection = 0;
    for (let i = 0; i < size; i += 1)
      projection += (row[i]! - axes.mean[i]!) * axes.directions[axis * size + i]!;
    phi[offset + axis] = cutCoordinate(projection);
  }
}

/**
 * Coordinates of one prompt; the second, the shipped logit, is left 0 and set per model by `withPriorLogit`.
 * Heads keep their shares of variance, directions share alike, so that each kind weighs about as much as one unit axis.
 * @shape result 2 + head axes + feature axes
 */
export function coordinatesOf(
  basis: CorrectionBasis,
  encoding: Pick<PromptEncoding, "features">,
): Float64Array {
  const { headAxes, featureAxes } = basis;
  const phi = new Float64Array(basisSizeOf(basis));
  phi[0] = 1;
  project(headAxes, headsOf(encoding.features), phi, PLAIN_AXES);
  for (let axis = 0; axis < headAxes.count; axis += 1) phi[PLAIN_AXES + axis]! *= headAxes.shares[axis]!;
  const start = PLAIN_AXES + headAxes.count;
  project(featureAxes, encoding.features, phi, start);
  const weight = 1 / Math.sqrt(Math.max(1, featureAxes.count));
  for (let axis = 0; axis < featureAxes.count; axis += 1) phi[start + axis]! *= weight;
  return phi;
}

/** The coordinate of a shipped logit. */
export function shippedLogitCoordinate(logit: number): number {
  return cutCoordinate(logit / 2);
}

/** The same coordinates with the shipped logit of one model. */
export function withPriorLogit(phi: Float64Array, prior: number): Float64Array {
  const own = Float64Array.from(phi);
  own[1] = shippedLogitCoordinate(logitOf(prior));
  return own;
}
