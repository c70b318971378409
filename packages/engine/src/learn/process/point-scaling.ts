// How vectors become points whose distances a kernel can read. Learned from the training rows, then the same for all.

/** Vectors of one width. */
export interface Points {
  readonly count: number;
  /** @shape count x dim */
  readonly features: Float32Array;
  readonly dim: number;
}

/** Vectors whose direction counts: less the mean, weighed by axis, at one length. */
export interface Directions {
  readonly kind: "directions";
  /** @shape dim */
  readonly mean: Float32Array;
  /** @shape dim */
  readonly weight: Float32Array;
}

/** Counts and shares: every column in deviations from its mean, wild ones cut. */
export interface Surface {
  readonly kind: "surface";
  /** @shape dim */
  readonly mean: Float32Array;
  /** @shape dim */
  readonly deviation: Float32Array;
}

type PointScaling = Directions | Surface;

function meanOfRows({ features, dim, count }: Points): Float32Array {
  const mean = new Float32Array(dim);
  for (let at = 0; at < features.length; at += 1) mean[at % dim] = mean[at % dim]! + features[at]! / count;
  return mean;
}

function deviationOf({ features, dim, count }: Points, mean: Float32Array): Float32Array {
  const square = new Float32Array(dim);
  for (let at = 0; at < features.length; at += 1)
    square[at % dim] = square[at % dim]! + (features[at]! - mean[at % dim]!) ** 2 / count;
  return square.map(Math.sqrt);
}

/** To this length; a row of zeros stays one. In place. */
function normalise(row: Float32Array, length = 1): Float32Array {
  let square = 0;
  for (const value of row) square += value * value;
  const scale = square > 0 ? length / Math.sqrt(square) : 0;
  for (let d = 0; d < row.length; d += 1) row[d] = row[d]! * scale;
  return row;
}

/** Length of a direction, beside an outer form of 1: how fast likeness falls; best of .5, .7, 1 and 1.4 on seven sources. */
const DIRECTION_LENGTH = Math.SQRT1_2;

function scaleDirection({ mean, weight }: Directions, row: Float32Array): void {
  for (let d = 0; d < row.length; d += 1) row[d] = row[d]! - mean[d]!;
  normalise(row);
  for (let d = 0; d < row.length; d += 1) row[d] = row[d]! * weight[d]!;
  normalise(row, DIRECTION_LENGTH);
}

const SURFACE_LIMIT = 3;
/** Length of a typical outer form. */
const SURFACE_WEIGHT = 1;
const DEVIATION_LEAST = 1e-6;

function scaleSurface({ mean, deviation }: Surface, row: Float32Array): void {
  const scale = SURFACE_WEIGHT / Math.sqrt(row.length);
  for (let d = 0; d < row.length; d += 1) {
    const standard = (row[d]! - mean[d]!) / (deviation[d]! + DEVIATION_LEAST);
    row[d] = scale * Math.min(SURFACE_LIMIT, Math.max(-SURFACE_LIMIT, standard));
  }
}

/** One row, in place. @shape row dim */
export function scaleRow(scaling: PointScaling, row: Float32Array): void {
  if (scaling.kind === "directions") scaleDirection(scaling, row);
  else scaleSurface(scaling, row);
}

export function scalePoints(scaling: PointScaling, points: Points): Points {
  const { dim, count } = points;
  const features = Float32Array.from(points.features);
  for (let row = 0; row < count; row += 1) scaleRow(scaling, features.subarray(row * dim, (row + 1) * dim));
  return { ...points, features };
}

/**
 * Centred, of unit length, axes that vary much weighed up by the root of their deviation (the trailing axes of a
 * principal-axes encoder are mostly noise; on dev rows the root was best of 0, .5, .8).
 */
export function fitDirections(points: Points): Directions {
  const mean = meanOfRows(points);
  const plain = new Float32Array(points.dim).fill(1);
  const centred = scalePoints({ kind: "directions", mean, weight: plain }, points);
  return { kind: "directions", mean, weight: deviationOf(centred, meanOfRows(centred)).map(Math.sqrt) };
}

export function fitSurface(points: Points): Surface {
  const mean = meanOfRows(points);
  return { kind: "surface", mean, deviation: deviationOf(points, mean) };
}
