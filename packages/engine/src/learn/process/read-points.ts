// The place of a prompt among an account's own: what it is about, and its outer form. Learners that go by likeness share it.
import { OUTER_FORM_COUNT } from "../../reader/features/outer-form.ts";
import type { PromptEncoding } from "../../reader/prompt-encoding.ts";
import { fitDirections, fitSurface, scalePoints, scaleRow } from "./point-scaling.ts";
import type { Directions, Surface } from "./point-scaling.ts";
import { joinPoints } from "./points.ts";
import type { Points } from "./points.ts";

/** The parts of a point: what the prompt is about, and its outer form. */
export interface PointReader {
  /** Columns of the features that a direction is made of. @shape directions.mean.length */
  readonly columns: Int32Array;
  readonly directions: Directions;
  readonly surface: Surface;
}

export type Featured = Pick<PromptEncoding, "features">;

const COLUMNS_MAX = 96;

/** The columns from `from` to `to`. */
function sliceColumns(rows: readonly Featured[], from: number, to: number): Points {
  const dim = to - from;
  const features = new Float32Array(rows.length * dim);
  rows.forEach((row, at) => features.set(row.features.subarray(from, to), at * dim));
  return { count: rows.length, features, dim };
}

function takeColumns({ count, features, dim }: Points, columns: Int32Array): Points {
  const taken = new Float32Array(count * columns.length);
  for (let row = 0; row < count; row += 1)
    columns.forEach((column, at) => (taken[row * columns.length + at] = features[row * dim + column]!));
  return { count, features: taken, dim: columns.length };
}

/** The columns that vary most among these prompts, in order. */
function chooseColumns(points: Points): Int32Array {
  const { weight } = fitDirections(points);
  const order = [...weight.keys()].toSorted((a, b) => weight[b]! - weight[a]! || a - b);
  return Int32Array.from(order.slice(0, COLUMNS_MAX)).sort();
}

interface ReadPoints {
  readonly reader: PointReader;
  readonly points: Points;
}

export function readPoints(encodings: readonly Featured[]): ReadPoints {
  const width = encodings[0]?.features.length ?? 0;
  const semantic = Math.max(0, width - OUTER_FORM_COUNT);
  const about = sliceColumns(encodings, 0, semantic);
  const columns = chooseColumns(about);
  const chosen = takeColumns(about, columns);
  const form = sliceColumns(encodings, semantic, width);
  const reader = { columns, directions: fitDirections(chosen), surface: fitSurface(form) };
  const points = joinPoints(scalePoints(reader.directions, chosen), scalePoints(reader.surface, form));
  return { reader, points };
}

/** Places one prompt without allocating; what comes back is overwritten by the next. @shape result columns + surface */
export function createPointReader({
  columns,
  directions,
  surface,
}: PointReader): (encoding: Featured) => Float32Array {
  const formWidth = surface.mean.length;
  const point = new Float32Array(columns.length + formWidth);
  const [about, form] = [point.subarray(0, columns.length), point.subarray(columns.length)];
  return ({ features }) => {
    for (let at = 0; at < columns.length; at += 1) about[at] = features[columns[at]!]!;
    form.set(features.subarray(features.length - formWidth));
    scaleRow(directions, about);
    scaleRow(surface, form);
    return point;
  };
}
