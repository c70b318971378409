// Lines over standardised inputs, shrunk: one by least squares with a level of its own for every group, one by logistic regression.
import { fitRidge, minimise, sigmoid } from "@signalbox/engine/numerics";

export interface Line {
  readonly intercept: number;
  readonly weights: number[];
}

interface LineProblem {
  readonly inputs: readonly Float64Array[];
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  /** Columns of the inputs that take part; the others weigh nothing. */
  readonly columns: readonly number[];
  readonly penalty: number;
}

interface Standard {
  readonly mean: number;
  readonly deviation: number;
}

const DEVIATION_MIN = 1e-6;

function standardsOf({ inputs, columns }: LineProblem): readonly Standard[] {
  return columns.map((column) => {
    const mean = inputs.reduce((sum, row) => sum + row[column]!, 0) / inputs.length;
    const square = inputs.reduce((sum, row) => sum + (row[column]! - mean) ** 2, 0) / inputs.length;
    const deviation = Math.sqrt(square);
    return { mean, deviation: deviation < DEVIATION_MIN ? Infinity : deviation };
  });
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;

/** Back from standardised columns to the inputs. */
function unstandardise(problem: LineProblem, standards: readonly Standard[], fitted: Float64Array): Line {
  const weights = Array.from<number>({ length: problem.inputs[0]?.length ?? 0 }).fill(0);
  let intercept = fitted[fitted.length - 1]!;
  problem.columns.forEach((column, at) => {
    const { mean, deviation } = standards[at]!;
    weights[column] = round(fitted[at]! / deviation);
    intercept -= (fitted[at]! / deviation) * mean;
  });
  return { intercept: round(intercept), weights };
}

/**
 * Least squares in which every group strays from the line by a level drawn from N(0, groupSd^2).
 * @param groups number of each row's group
 */
export function fitLevelledLine(problem: LineProblem, groups: Int32Array, groupSd: number): Line {
  const { inputs, columns, targets, weights, penalty } = problem;
  const standards = standardsOf(problem);
  const groupCount = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  const width = columns.length + groupCount;
  const table = new Float32Array(inputs.length * width);
  // One penalty serves all columns: a level's own comes from how large its column is.
  const indicator = groupSd * Math.sqrt(penalty);
  inputs.forEach((row, index) => {
    columns.forEach((column, at) => {
      const { mean, deviation } = standards[at]!;
      table[index * width + at] = (row[column]! - mean) / deviation;
    });
    table[index * width + columns.length + groups[index]!] = indicator;
  });
  const rows = Int32Array.from(inputs.keys());
  const fitted = fitRidge({ inputs: table, stride: width, width, rows, targets, weights, penalty });
  const line = Float64Array.from([...fitted.subarray(0, columns.length), fitted[width]!]);
  return unstandardise(problem, standards, line);
}

const ITERATIONS = 200;

/** Inputs that the line should not tell apart. */
interface Alike {
  /** Each holds wordings of one request. */
  readonly groups: readonly (readonly Float64Array[])[];
  /** Weight of the mean squared distance of the line from its mean within a group. */
  readonly penalty: number;
}

const standardised = (
  row: Float64Array,
  columns: readonly number[],
  standards: readonly Standard[],
): Float64Array =>
  Float64Array.from(columns, (column, at) => (row[column]! - standards[at]!.mean) / standards[at]!.deviation);

/** Second moments of what differs within groups. @shape columns x columns */
function scatterWithin(
  groups: Alike["groups"],
  columns: readonly number[],
  standards: readonly Standard[],
): Float64Array {
  const width = columns.length;
  const scatter = new Float64Array(width * width);
  let count = 0;
  for (const group of groups) {
    const rows = group.map((row) => standardised(row, columns, standards));
    const means = columns.map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length);
    count += rows.length;
    for (const row of rows)
      for (let one = 0; one < width; one += 1)
        for (let other = 0; other < width; other += 1)
          scatter[one * width + other] =
            scatter[one * width + other]! + (row[one]! - means[one]!) * (row[other]! - means[other]!);
  }
  return scatter.map((sum) => sum / Math.max(1, count));
}

/** Adds a quadratic penalty of the first weights to the gradient; returns its half square. */
function addPenalty(at: Float64Array, gradient: Float64Array, matrix: Float64Array, width: number): number {
  let twice = 0;
  for (let one = 0; one < width; one += 1) {
    let slope = 0;
    for (let other = 0; other < width; other += 1) slope += matrix[one * width + other]! * at[other]!;
    gradient[one] = gradient[one]! + slope;
    twice += at[one]! * slope;
  }
  return twice / 2;
}

/** Logistic regression; targets are shares. */
export function fitLogisticLine(problem: LineProblem, alike: Alike = { groups: [], penalty: 0 }): Line {
  const { inputs, columns, targets, weights, penalty } = problem;
  const standards = standardsOf(problem);
  const width = columns.length;
  const rows = inputs.map((row) => standardised(row, columns, standards));
  const penalties = scatterWithin(alike.groups, columns, standards).map((moment) => alike.penalty * moment);
  for (let column = 0; column < width; column += 1)
    penalties[column * width + column] = penalties[column * width + column]! + penalty;
  const x = new Float64Array(columns.length + 1);
  minimise(
    (at, gradient) => {
      gradient.fill(0);
      let loss = addPenalty(at, gradient, penalties, width);
      rows.forEach((row, index) => {
        let logit = at[columns.length]!;
        for (let column = 0; column < row.length; column += 1) logit += at[column]! * row[column]!;
        const target = targets[index]!;
        const weight = weights[index]!;
        loss += weight * (Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))) - target * logit);
        const slope = weight * (sigmoid(logit) - target);
        for (let column = 0; column < row.length; column += 1)
          gradient[column] = gradient[column]! + slope * row[column]!;
        gradient[columns.length] = gradient[columns.length]! + slope;
      });
      return loss;
    },
    x,
    { iterations: ITERATIONS },
  );
  return unstandardise(problem, standards, x);
}
