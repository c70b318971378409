// The line of every board: score = offset + slope * ability, and how far models scatter about it.
import { COORDINATES, coordinatesOf, FACTOR_PRIORS, packedAt } from "./factor-table.ts";
import type { FactorTable } from "./factor-table.ts";
import { packedSize } from "@signalbox/engine/numerics";
import { addAt, floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";

export interface ItemLines {
  readonly offset: Float64Array;
  readonly slope: Float64Array;
  readonly variance: Float64Array;
}

/** The line expected of a board before its rows: about one logit a deviation of ability. */
const SLOPE = { mean: 0.9, sd: 0.35, min: 0.05 } as const;
const OFFSET_SD = 3;
const NOISE = { start: 0.5, sd: 0.35, rows: 2, min: 0.05 } as const;

interface Placed {
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
  readonly lines: ItemLines;
}

interface Expected {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** Mean and variance of the ability behind every row. */
function expectAbilities(table: FactorTable, { mean, covariance }: Placed): Expected {
  const rows = table.value.length;
  const expected = { mean: new Float64Array(rows), variance: new Float64Array(rows) };
  for (let row = 0; row < rows; row += 1) {
    const model = wholeAt(table.model, row);
    const at = coordinatesOf(table, row);
    for (const i of at) {
      addAt(expected.mean, row, floatAt(mean, model * COORDINATES + i));
      for (const j of at)
        addAt(expected.variance, row, floatAt(covariance, model * packedSize(COORDINATES) + packedAt(i, j)));
    }
  }
  return expected;
}

function startingLines(table: FactorTable): ItemLines {
  const count = table.items.length;
  const sums = new Float64Array(count);
  const rows = new Float64Array(count);
  table.item.forEach((item, row) => {
    addAt(sums, item, floatAt(table.value, row));
    addAt(rows, item, 1);
  });
  return {
    offset: sums.map((sum, item) => sum / Math.max(1, floatAt(rows, item))),
    slope: new Float64Array(count).fill(SLOPE.mean),
    variance: new Float64Array(count).fill(NOISE.start ** 2),
  };
}

/** Weighted sums of one item: ones, abilities, their squares, values, products. */
type Sums = [ones: number, ability: number, square: number, value: number, product: number];

function sumItems(table: FactorTable, expected: Expected, trust: Float64Array): readonly Sums[] {
  const sums: Sums[] = table.items.map(() => [0, 0, 0, 0, 0]);
  table.item.forEach((item, row) => {
    const into = valueAt(sums, item);
    const weight = floatAt(trust, row);
    const ability = floatAt(expected.mean, row);
    const value = floatAt(table.value, row);
    into[0] += weight;
    into[1] += weight * ability;
    into[2] += weight * (ability * ability + floatAt(expected.variance, row));
    into[3] += weight * value;
    into[4] += weight * ability * value;
  });
  return sums;
}

function solveLine([ones, ability, square, value, product]: Sums, variance: number) {
  const slopePrior = variance / SLOPE.sd ** 2;
  const rows = ones + variance / OFFSET_SD ** 2;
  const determinant = rows * (square + slopePrior) - ability * ability;
  const slope = Math.max(
    SLOPE.min,
    (rows * (product + slopePrior * SLOPE.mean) - ability * value) / determinant,
  );
  return { slope, offset: (value - slope * ability) / rows };
}

/**
 * New lines given the abilities, and new weights of all rows (in place). Without abilities: the lines to start from.
 * @shape weight rows
 */
export function regressItems(
  table: FactorTable,
  placed: Placed | undefined,
  weight: Float64Array,
): ItemLines {
  if (placed === undefined) return startingLines(table);
  const { lines } = placed;
  const expected = expectAbilities(table, placed);
  const trust = weight.map(
    (each, row) =>
      (each * floatAt(table.share, row)) /
      (1 + floatAt(table.variance, row) / floatAt(lines.variance, wholeAt(table.item, row))),
  );
  const sums = sumItems(table, expected, trust);
  const solved = sums.map((each, item) => solveLine(each, floatAt(lines.variance, item)));
  const offset = Float64Array.from(solved, (each) => each.offset);
  const slope = Float64Array.from(solved, (each) => each.slope);
  const scatter = new Float64Array(table.items.length).fill(NOISE.rows * NOISE.sd ** 2);
  const residual = new Float64Array(table.value.length);
  table.item.forEach((item, row) => {
    residual[row] =
      floatAt(table.value, row) - floatAt(offset, item) - floatAt(slope, item) * floatAt(expected.mean, row);
    const square = residual[row] ** 2 + floatAt(slope, item) ** 2 * floatAt(expected.variance, row);
    addAt(scatter, item, floatAt(trust, row) * square);
  });
  const variance = scatter.map((sum, item) =>
    Math.max(NOISE.min ** 2, sum / (valueAt(sums, item)[0] + NOISE.rows)),
  );
  const { degreesOfFreedom } = FACTOR_PRIORS;
  table.item.forEach((item, row) => {
    const doubt = floatAt(variance, item) + floatAt(table.variance, row);
    weight[row] = (degreesOfFreedom + 1) / (degreesOfFreedom + floatAt(residual, row) ** 2 / doubt);
  });
  return { offset, slope, variance };
}
