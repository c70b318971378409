// A process on prompts as a decision sees them: what it adds to every model's estimate where prompts like this one were
// graded, and nothing far from all of them.
import { DENSE_FEATURE_COUNT } from "../../model/encode/dense-features.ts";
import type { PromptEncoding } from "../../model/routing-model.ts";
import { findOutcomeFactors } from "./outcome-factors.ts";
import { fitDirections, fitSurface, scalePoints, scaleRow } from "./point-scaling.ts";
import type { Directions, Surface } from "./point-scaling.ts";
import { joinPoints } from "./points.ts";
import type { Points } from "./points.ts";
import { addAtPoint, buildProcessTables, placeProcess } from "./process-workspace.ts";
import type { PlacedProcess } from "./process-workspace.ts";
import { fitSparseProcess } from "./sparse-process.ts";

/** What a point is made of: what the prompt is about, and its outer form. */
export interface PointReader {
  /** Columns of the features that a direction is made of. @shape directions.mean.length */
  readonly columns: Int32Array;
  readonly directions: Directions;
  readonly surface: Surface;
}

export interface FittedProcess {
  readonly reader: PointReader;
  /** Rows that stand for all. @shape size x dim */
  readonly inducing: Float32Array;
  /** What likeness to each of them adds to a model. @shape arms x size */
  readonly weights: Float32Array;
  readonly arms: number;
}

/** With more, the serving time grows and no figure on dev rows. */
const INDUCING_MAX = 256;
const COLUMNS_MAX = 96;
/** Of 1, 1/2, 1/4, 1/8 and 1/50 the best on dev rows of twenty sources, by a little; to choose one noise is worse. */
const EVIDENCE_POWER = 0.25;
/** Levels are learned before: a second one a model, from the same rows, was noise. */
const NO_LEVEL = { mean: 0, worth: 1e9 };

type Featured = Pick<PromptEncoding, "features">;

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

function readPoints(encodings: readonly Featured[]): ReadPoints {
  const width = encodings[0]?.features.length ?? 0;
  const semantic = Math.max(0, width - DENSE_FEATURE_COUNT);
  const about = sliceColumns(encodings, 0, semantic);
  const columns = chooseColumns(about);
  const chosen = takeColumns(about, columns);
  const form = sliceColumns(encodings, semantic, width);
  const reader = { columns, directions: fitDirections(chosen), surface: fitSurface(form) };
  const points = joinPoints(scalePoints(reader.directions, chosen), scalePoints(reader.surface, form));
  return { reader, points };
}

/**
 * @param residuals outcome less what was expected without the process; NaN = unknown. @shape encodings.length x arms
 * @param arms at least 1
 */
export function fitProcess(
  encodings: readonly Featured[],
  residuals: Float32Array,
  arms: number,
): FittedProcess {
  const { reader, points } = readPoints(encodings);
  const { axes, width, coordinates } = findOutcomeFactors({
    scores: residuals,
    models: arms,
    usual: NO_LEVEL,
  });
  const fitted = fitSparseProcess(points, {
    values: coordinates,
    width,
    inducingMax: INDUCING_MAX,
    evidencePower: EVIDENCE_POWER,
  });
  const size = fitted.inducing.length / fitted.dim;
  const weights = new Float32Array(arms * size);
  for (let arm = 0; arm < arms; arm += 1)
    for (let j = 0; j < size; j += 1) {
      let sum = 0;
      for (let k = 0; k < width; k += 1) sum += axes[k * arms + arm]! * fitted.weights[k * size + j]!;
      weights[arm * size + j] = sum;
    }
  return { reader, inducing: fitted.inducing, weights, arms };
}

/** Asks a process without allocating; what comes back is overwritten by the next question. */
export function createProcessReader({ reader, inducing, weights, arms }: FittedProcess): ProcessReader {
  const { columns, directions, surface } = reader;
  const formWidth = surface.mean.length;
  const dim = columns.length + formWidth;
  const tables = buildProcessTables({ inducing, weights, arms }, dim);
  const point = new Float32Array(dim);
  const [about, form] = [point.subarray(0, columns.length), point.subarray(columns.length)];
  const added = new Float64Array(arms);
  let placed: PlacedProcess | undefined;
  return ({ features }) => {
    for (let at = 0; at < columns.length; at += 1) about[at] = features[columns[at]!]!;
    form.set(features.subarray(features.length - formWidth));
    scaleRow(directions, about);
    scaleRow(surface, form);
    placed = placeProcess(tables, placed);
    placed.point.view.set(point);
    addAtPoint(tables, placed, added);
    return added;
  };
}

/** What is added to the success of every model. @shape arms */
export type ProcessReader = (encoding: Featured) => Float64Array;
