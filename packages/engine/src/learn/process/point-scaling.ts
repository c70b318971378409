// How vectors become points whose distances a kernel can read. Learned from the training rows, then the same for all.
import { OUTER_FORM_COUNT } from "../../reader/features/outer-form.ts";
import type { Points } from "./points.ts";

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

/** Scaling of both parts of a reading, and its rows so scaled. @shape points rows x features */
export function fitReadingScale(rows: readonly Float32Array[]): {
  readonly about: Directions;
  readonly form: Surface;
  readonly points: Float32Array;
} {
  const size = rows[0]?.length ?? 0;
  const split = size - OUTER_FORM_COUNT;
  const part = (from: number, to: number): Points => {
    const features = new Float32Array(rows.length * (to - from));
    rows.forEach((row, at) => features.set(row.subarray(from, to), at * (to - from)));
    return { count: rows.length, features, dim: to - from };
  };
  const [about, form] = [fitDirections(part(0, split)), fitSurface(part(split, size))];
  const points = new Float32Array(rows.length * size);
  rows.forEach((row, at) => {
    points.set(row, at * size);
    scaleRow(about, points.subarray(at * size, at * size + split));
    scaleRow(form, points.subarray(at * size + split, (at + 1) * size));
  });
  return { about, form, points };
}
