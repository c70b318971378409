// The directions in which an account's outcomes may correct the shipped model: an intercept, the shipped logit itself
// (over- or under-confidence), the prompt's ability loadings, and the main directions of the account's own prompts.
import type { PromptEncoding } from "../model/routing-model.ts";

import { logitOf } from "./logit.ts";

export interface CorrectionBasis {
  /** How many loadings and how many principal directions are used; the size is 2 + both. */
  readonly loadingCount: number;
  readonly directionCount: number;
  /** @shape loadingCount */
  readonly loadingMean: Float64Array;
  readonly loadingScale: Float64Array;
  /** @shape featureCount */
  readonly featureMean: Float64Array;
  /** Unit-variance projections. @shape directionCount x featureCount */
  readonly directions: Float64Array;
}

export interface BasisShape {
  readonly useLoadings: boolean;
  readonly directionCount: number;
}

const POWER_ITERATIONS = 12;
/** Standardised coordinates are cut here, so that one odd prompt cannot dominate a correction. */
const COORDINATE_MAX = 4;

export function basisSizeOf(basis: CorrectionBasis): number {
  return 2 + basis.loadingCount + basis.directionCount;
}

function momentsOf(rows: readonly Float32Array[], size: number): { mean: Float64Array; scale: Float64Array } {
  const mean = new Float64Array(size);
  const scale = new Float64Array(size);
  for (const row of rows) for (let i = 0; i < size; i += 1) mean[i] = mean[i]! + row[i]! / rows.length;
  for (const row of rows)
    for (let i = 0; i < size; i += 1) scale[i] = scale[i]! + (row[i]! - mean[i]!) ** 2 / rows.length;
  return { mean, scale: scale.map((variance) => Math.sqrt(variance) + 1e-3) };
}

/** Leading principal directions by power iteration with deflation; the start is fixed, so the result is too. */
function principalDirections(rows: readonly Float32Array[], mean: Float64Array, count: number): Float64Array {
  const size = mean.length;
  const directions = new Float64Array(count * size);
  for (let component = 0; component < count; component += 1) {
    let direction = Float64Array.from({ length: size }, (_, index) =>
      Math.sin((index + 1) * (component + 1)),
    );
    let variance = 0;
    for (let iteration = 0; iteration < POWER_ITERATIONS; iteration += 1) {
      direction = orthonormalise(direction, directions, component);
      const next = new Float64Array(size);
      variance = 0;
      for (const row of rows) {
        let projection = 0;
        for (let i = 0; i < size; i += 1) projection += (row[i]! - mean[i]!) * direction[i]!;
        variance += (projection * projection) / rows.length;
        for (let i = 0; i < size; i += 1)
          next[i] = next[i]! + (projection * (row[i]! - mean[i]!)) / rows.length;
      }
      direction = next;
    }
    directions.set(orthonormalise(direction, directions, component), component * size);
    const sd = Math.sqrt(variance) + 1e-6;
    for (let i = 0; i < size; i += 1)
      directions[component * size + i] = directions[component * size + i]! / sd;
  }
  return directions;
}

function orthonormalise(
  vector: Float64Array,
  previous: Float64Array,
  count: number,
): Float64Array<ArrayBuffer> {
  const size = vector.length;
  const result = Float64Array.from(vector);
  for (let component = 0; component < count; component += 1) {
    let projection = 0;
    let squared = 0;
    for (let i = 0; i < size; i += 1) {
      const value = previous[component * size + i]!;
      projection += result[i]! * value;
      squared += value * value;
    }
    for (let i = 0; i < size; i += 1)
      result[i] = result[i]! - (projection / squared) * previous[component * size + i]!;
  }
  const norm = Math.hypot(...result) || 1;
  return result.map((value) => value / norm);
}

/** Basis of the account's own prompts. @shape encodings: one per prompt, at least one */
export function fitBasis(
  encodings: readonly Pick<PromptEncoding, "features" | "loadings">[],
  shape: BasisShape,
): CorrectionBasis {
  const loadingCount = shape.useLoadings ? (encodings[0]?.loadings.length ?? 0) : 0;
  const featureCount = encodings[0]?.features.length ?? 0;
  const loadings = momentsOf(
    encodings.map((encoding) => encoding.loadings),
    loadingCount,
  );
  const features = encodings.map((encoding) => encoding.features);
  const featureMean = momentsOf(features, featureCount).mean;
  const directionCount = Math.min(shape.directionCount, Math.max(0, encodings.length - 2));
  return {
    loadingCount,
    directionCount,
    loadingMean: loadings.mean,
    loadingScale: loadings.scale,
    featureMean,
    directions: principalDirections(features, featureMean, directionCount),
  };
}

function clamp(value: number): number {
  return Math.max(-COORDINATE_MAX, Math.min(COORDINATE_MAX, value));
}

/**
 * Coordinates of one prompt; the second, the shipped logit, is left 0 and set per model by `withPriorLogit`.
 * Axes other than the intercept are scaled so that together they weigh about as much as one unit axis.
 * @shape result 2 + loadingCount + directionCount
 */
export function coordinatesOf(
  basis: CorrectionBasis,
  encoding: Pick<PromptEncoding, "features" | "loadings">,
): Float64Array {
  const phi = new Float64Array(basisSizeOf(basis));
  phi[0] = 1;
  const loadingWeight = 1 / Math.sqrt(Math.max(1, basis.loadingCount));
  for (let i = 0; i < basis.loadingCount; i += 1)
    phi[2 + i] =
      loadingWeight * clamp((encoding.loadings[i]! - basis.loadingMean[i]!) / basis.loadingScale[i]!);
  const size = basis.featureMean.length;
  const directionWeight = 1 / Math.sqrt(Math.max(1, basis.directionCount));
  for (let component = 0; component < basis.directionCount; component += 1) {
    let projection = 0;
    for (let i = 0; i < size; i += 1)
      projection += (encoding.features[i]! - basis.featureMean[i]!) * basis.directions[component * size + i]!;
    phi[2 + basis.loadingCount + component] = directionWeight * clamp(projection);
  }
  return phi;
}

/** The same coordinates with the shipped logit of one model. */
export function withPriorLogit(phi: Float64Array, prior: number): Float64Array {
  const own = Float64Array.from(phi);
  own[1] = clamp(logitOf(prior) / 2);
  return own;
}
