// The place of a prompt among others: what it is about, and its outer form. Learners that go by likeness share it.
import { OUTER_FORM_COUNT } from "../../reader/features/outer-form.ts";
import type { PromptEncoding } from "../../reader/prompt-encoding.ts";
import { fitDirections, fitSurface, scaleRow } from "./point-scaling.ts";
import type { Directions, Points, Surface } from "./point-scaling.ts";

/** Scalings of both parts of the features. */
export interface PointReader {
  readonly directions: Directions;
  readonly surface: Surface;
}

export type Featured = Pick<PromptEncoding, "features">;

/** Scalings of these prompts, and the prompts as points so scaled. */
export function readPoints(encodings: readonly Featured[]): {
  readonly reader: PointReader;
  readonly points: Points;
} {
  const dim = encodings[0]?.features.length ?? 0;
  const split = Math.max(0, dim - OUTER_FORM_COUNT);
  const columns = (from: number, to: number): Points => {
    const features = new Float32Array(encodings.length * (to - from));
    encodings.forEach((each, row) => features.set(each.features.subarray(from, to), row * (to - from)));
    return { count: encodings.length, features, dim: to - from };
  };
  const reader = { directions: fitDirections(columns(0, split)), surface: fitSurface(columns(split, dim)) };
  const pointOf = createPointReader(reader);
  const points = columns(0, dim);
  encodings.forEach((each, row) => points.features.set(pointOf(each), row * dim));
  return { reader, points };
}

/** Places one prompt without allocating; what comes back is overwritten by the next. @shape result features */
export function createPointReader({
  directions,
  surface,
}: PointReader): (encoding: Featured) => Float32Array {
  const split = directions.mean.length;
  const point = new Float32Array(split + surface.mean.length);
  const [about, form] = [point.subarray(0, split), point.subarray(split)];
  return ({ features }) => {
    point.set(features);
    scaleRow(directions, about);
    scaleRow(surface, form);
    return point;
  };
}
