// Sixteen fixed directions of the reading: where prompts of the training sources differ most. They know no outcome and no account, and ship
// with the engine; any fixed directions would be valid, so that another artefact with the same columns may keep them.
import { scaleRow, type Directions, type Surface } from "../process/point-scaling.ts";
import { DIRECTIONS } from "./directions.data.ts";

export const DIRECTION_COUNT = 16;

interface Reading {
  readonly about: Directions;
  readonly form: Surface;
  /** @shape about + form */
  readonly centre: Float32Array;
  /** Unit mean square of all coordinates together. @shape DIRECTION_COUNT x (about + form) */
  readonly axes: Float32Array;
}

function decode({ about, form, numbers }: typeof DIRECTIONS): Reading {
  const bytes = Uint8Array.from(atob(numbers), (letter) => letter.charCodeAt(0));
  const all = new Float32Array(bytes.buffer);
  let at = 0;
  const take = (count: number): Float32Array => all.subarray(at, (at += count));
  return {
    about: { kind: "directions", mean: take(about), weight: take(about) },
    form: { kind: "surface", mean: take(form), deviation: take(form) },
    centre: take(about + form),
    axes: take(DIRECTION_COUNT * (about + form)),
  };
}

const READING = decode(DIRECTIONS);
const SIZE = DIRECTIONS.about + DIRECTIONS.form;
const row = new Float32Array(SIZE);
const [aboutPart, formPart] = [row.subarray(0, DIRECTIONS.about), row.subarray(DIRECTIONS.about)];

/** Writes the coordinates from `from` on; features of another reader have none, and leave zeros. */
export function projectReading(features: Float32Array, out: Float64Array, from: number): void {
  if (features.length !== SIZE) return;
  row.set(features);
  scaleRow(READING.about, aboutPart);
  scaleRow(READING.form, formPart);
  for (let axis = 0; axis < DIRECTION_COUNT; axis += 1) {
    let sum = 0;
    for (let at = 0, of = axis * SIZE; at < SIZE; at += 1, of += 1)
      sum += (row[at]! - READING.centre[at]!) * READING.axes[of]!;
    out[from + axis] = sum;
  }
}
