// How far a prompt lies from an account's own rows. A router knows its rows and what is like them; of anything else it knows nothing, and
// the shipped estimate stands.
import { HEADS } from "../../reader/task/attention.ts";
import { OUTER_FORM_COUNT } from "../../reader/features/outer-form.ts";
import type { Featured } from "../process/read-points.ts";

export interface SeenRows {
  /** Directions of rows that stand for all, at length 1. @shape count x dim */
  readonly directions: Float32Array;
  readonly dim: number;
  /** Likeness to the nearest rows from which on a prompt counts as one of them, whole. */
  readonly near: number;
}

/** Rows that stand for all: more cost a decision time and tell no more. */
const ROWS_MAX = 128;
/** A prompt is as like the rows as the mean cosine to this many of the nearest. */
const NEAREST = 3;
/** Share of the rows that lie further from the others than `near`. */
const FAR_SHARE = 0.05;
/** Bounds of `near`: rows of one form must not shut out their kind in other words, nor rows of all sorts let in everything. */
const [NEAR_LEAST, NEAR_MOST] = [0.4, 0.85];
/** Fall of likeness from whole to nothing. */
const FADE = 0.07;
/** Length of the outer form beside what the prompt is about. */
const FORM_WEIGHT = 0.5;

/** Writes a part at this length. */
function setPart(into: Float32Array, part: Float32Array, start: number, length: number): void {
  const whole = Math.sqrt(part.reduce((sum, value) => sum + value * value, 0));
  if (whole > 0) part.forEach((value, at) => (into[start + at] = (length * value) / whole));
}

/** Columns of the heads whose chances add up to 1, counted from their first. */
const CHANCES = [
  [HEADS.operation, HEADS.field],
  [HEADS.field, HEADS.tier],
] as const;

/** Without what all columns of a head have in common: it changes no chance, and short prompts would be alike by it. */
function centred(about: Float32Array): Float32Array {
  const own = about.slice();
  for (const [from, to] of CHANCES) {
    const columns = own.subarray(own.length - HEADS.count + from, own.length - HEADS.count + to);
    const mean = columns.reduce((sum, value) => sum + value, 0) / columns.length;
    columns.forEach((value, at) => (columns[at] = value - mean));
  }
  return own;
}

/** A prompt's matter and outer form, together at length 1. */
function directionOf({ features }: Featured): Float32Array {
  const about = Math.max(0, features.length - OUTER_FORM_COUNT);
  const length = Math.hypot(1, FORM_WEIGHT);
  const direction = new Float32Array(features.length);
  const said = features.subarray(0, about);
  setPart(direction, about < HEADS.count ? said : centred(said), 0, 1 / length);
  setPart(direction, features.subarray(about), about, FORM_WEIGHT / length);
  return direction;
}

/** Mean cosine to the nearest rows. @param apart a row that does not count */
function likenessTo(
  { directions, dim }: Pick<SeenRows, "directions" | "dim">,
  of: Float32Array,
  apart = -1,
): number {
  const nearest = new Float64Array(NEAREST).fill(-1);
  const count = dim === 0 ? 0 : directions.length / dim;
  for (let row = 0; row < count; row += 1) {
    if (row === apart) continue;
    let cosine = 0;
    for (let at = 0, from = row * dim; at < dim; at += 1) cosine += directions[from + at]! * of[at]!;
    for (let place = 0; place < NEAREST; place += 1)
      if (cosine > nearest[place]!) [nearest[place], cosine] = [cosine, nearest[place]!];
  }
  const known = Math.max(1, Math.min(NEAREST, count - Number(apart >= 0)));
  return nearest.subarray(0, known).reduce((sum, value) => sum + value, 0) / known;
}

/** @param encodings of the rows that an outcome is known of */
export function fitSeenRows(encodings: readonly Featured[]): SeenRows {
  const count = Math.min(ROWS_MAX, encodings.length);
  const chosen = Array.from({ length: count }, (_, at) =>
    directionOf(encodings[Math.floor((at * encodings.length) / count)]!),
  );
  const dim = chosen[0]?.length ?? 0;
  const directions = new Float32Array(count * dim);
  chosen.forEach((direction, row) => directions.set(direction, row * dim));
  const among = chosen
    .map((direction, row) => likenessTo({ directions, dim }, direction, row))
    .sort((a, b) => a - b);
  const typical = among[Math.floor(FAR_SHARE * among.length)] ?? NEAR_MOST;
  return { directions, dim, near: Math.min(NEAR_MOST, Math.max(NEAR_LEAST, typical)) };
}

/** How far the rows speak of a prompt: 1 among them, 0 far from all. @range 0..1 */
export function reachOf(seen: SeenRows, encoding: Featured): number {
  const likeness = likenessTo(seen, directionOf(encoding));
  const part = Math.min(1, Math.max(0, 1 - (seen.near - likeness) / FADE));
  return part * part * (3 - 2 * part);
}
