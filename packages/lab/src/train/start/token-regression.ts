// Token vectors whose mean over a text comes close to a given vector of that text: ridge regression towards a
// starting table, by conjugate gradients on the normal equations, all columns side by side.
// @source Hestenes and Stiefel (1952); minimises |X E - Y|^2 + penalty |E - E0|^2, X = share of each token in a text
import { floatAt, wholeAt } from "../../arrays/value-at.ts";

export interface TokenTexts {
  /** Tokens of text t are `ids[offsets[t] .. offsets[t + 1])`. */
  readonly offsets: Int32Array;
  readonly ids: Uint16Array;
}

export interface RegressionProblem {
  readonly texts: TokenTexts;
  /** Texts that are learned from. */
  readonly rows: Int32Array;
  /** One target a row, in the order of `rows`. @shape rows.length x width */
  readonly targets: Float32Array;
  readonly width: number;
  /** @shape vocabulary x width */
  readonly start: Float32Array;
  readonly penalty: number;
  readonly iterations: number;
}

/** Mean of the token vectors of one text, added to `out`. */
function addMean(problem: RegressionProblem, tokens: Float32Array, row: number, out: Float32Array): void {
  const { texts, width } = problem;
  const from = wholeAt(texts.offsets, row);
  const to = wholeAt(texts.offsets, row + 1);
  const share = 1 / Math.max(1, to - from);
  for (let index = from; index < to; index += 1) {
    const at = wholeAt(texts.ids, index) * width;
    for (let column = 0; column < width; column += 1) out[column]! += share * tokens[at + column]!;
  }
}

function spreadMean(problem: RegressionProblem, row: number, value: Float32Array, into: Float32Array): void {
  const { texts, width } = problem;
  const from = wholeAt(texts.offsets, row);
  const to = wholeAt(texts.offsets, row + 1);
  const share = 1 / Math.max(1, to - from);
  for (let index = from; index < to; index += 1) {
    const at = wholeAt(texts.ids, index) * width;
    for (let column = 0; column < width; column += 1) into[at + column]! += share * value[column]!;
  }
}

/** X^T (sign * X tokens + targets), the one product that all steps need. */
function gather(
  problem: RegressionProblem,
  tokens: Float32Array,
  targets: Float32Array | undefined,
): Float32Array {
  const { rows, width } = problem;
  const into = new Float32Array(tokens.length);
  const value = new Float32Array(width);
  rows.forEach((row, index) => {
    value.fill(0);
    addMean(problem, tokens, row, value);
    if (targets !== undefined)
      for (let column = 0; column < width; column += 1)
        value[column] = targets[index * width + column]! - value[column]!;
    spreadMean(problem, row, value, into);
  });
  return into;
}

/** Dot product of two tables, column by column. */
function columnDots(left: Float32Array, right: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width);
  for (let at = 0; at < left.length; at += 1) sums[at % width]! += left[at]! * right[at]!;
  return sums;
}

const SMALL = 1e-20;

/** @returns The fitted table. @shape vocabulary x width */
export function fitTokenVectors(problem: RegressionProblem): Float32Array {
  const { start, width, penalty } = problem;
  const tokens = start.slice();
  const residual = gather(problem, start, problem.targets);
  const direction = residual.slice();
  let norm = columnDots(residual, residual, width);
  for (let iteration = 0; iteration < problem.iterations; iteration += 1) {
    const image = gather(problem, direction, undefined);
    for (let at = 0; at < image.length; at += 1) image[at]! += penalty * direction[at]!;
    const curvature = columnDots(direction, image, width);
    const step = norm.map((value, column) => value / Math.max(SMALL, floatAt(curvature, column)));
    for (let at = 0; at < tokens.length; at += 1) {
      tokens[at]! += step[at % width]! * direction[at]!;
      residual[at]! -= step[at % width]! * image[at]!;
    }
    const next = columnDots(residual, residual, width);
    for (let at = 0; at < direction.length; at += 1) {
      const column = at % width;
      direction[at] = residual[at]! + (next[column]! / Math.max(SMALL, norm[column]!)) * direction[at]!;
    }
    norm = next;
  }
  return tokens;
}

/** Share of the targets' variance that the means explain. @range ..1 */
export function explainedShare(problem: RegressionProblem, tokens: Float32Array): number {
  const { rows, width, targets } = problem;
  const value = new Float32Array(width);
  let missed = 0;
  let total = 0;
  rows.forEach((row, index) => {
    value.fill(0);
    addMean(problem, tokens, row, value);
    for (let column = 0; column < width; column += 1) {
      const target = targets[index * width + column]!;
      missed += (target - value[column]!) ** 2;
      total += target * target;
    }
  });
  return 1 - missed / Math.max(SMALL, total);
}
