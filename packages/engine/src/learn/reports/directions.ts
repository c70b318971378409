// Sixteen fixed directions of the reading: where prompts of the training sources differ most. They know no outcome and no account, and ship
// with the engine; any fixed directions would be valid, so that another artefact with the same columns may keep them.
import { createPointReader, type PointReader } from "../process/read-points.ts";
import { DIRECTIONS } from "./directions.data.ts";

export const DIRECTION_COUNT = 16;

interface Reading extends PointReader {
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
    directions: { kind: "directions", mean: take(about), weight: take(about) },
    surface: { kind: "surface", mean: take(form), deviation: take(form) },
    centre: take(about + form),
    axes: take(DIRECTION_COUNT * (about + form)),
  };
}

const READING = decode(DIRECTIONS);
const SIZE = DIRECTIONS.about + DIRECTIONS.form;
const pointOf = createPointReader(READING);

/** Writes the coordinates from `from` on; features of another reader have none, and leave zeros. */
export function projectReading(features: Float32Array, out: Float64Array, from: number): void {
  if (features.length !== SIZE) return;
  const point = pointOf({ features });
  for (let axis = 0; axis < DIRECTION_COUNT; axis += 1) {
    let sum = 0;
    for (let at = 0, of = axis * SIZE; at < SIZE; at += 1, of += 1)
      sum += (point[at]! - READING.centre[at]!) * READING.axes[of]!;
    out[from + axis] = sum;
  }
}
