// A problem with fewer rows to learn from and fewer models: what someone has who graded a few dozen prompts.
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { computeMeanCosts } from "../runner/problem.ts";
import type { Part, Problem } from "../runner/problem.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Of the rows at hand, the share that methods with settings tune on. */
const DEV_SHARE = 0.2;

interface Cut {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Of the part that is cut. */
  readonly columnCount: number;
}

function cutTable<T extends Float32Array | Float64Array>(table: T, out: T, cut: Cut): T {
  const { rows, columns, columnCount } = cut;
  rows.forEach((row, i) =>
    columns.forEach((column, j) => {
      out[i * columns.length + j] = valueAt(table, row * columnCount + column);
    }),
  );
  return out;
}

function cutPart({ prompts, rows, scores, costUsd }: Part, cut: Cut): Part {
  const size = cut.rows.length * cut.columns.length;
  const { dim } = prompts;
  const features = new Float32Array(cut.rows.length * dim);
  cut.rows.forEach((row, i) => features.set(prompts.features.subarray(row * dim, (row + 1) * dim), i * dim));
  return {
    rows: Int32Array.from(cut.rows, (row) => valueAt(rows, row)),
    scores: cutTable(scores, new Float32Array(size), cut),
    costUsd: cutTable(costUsd, new Float64Array(size), cut),
    prompts: {
      count: cut.rows.length,
      text: cut.rows.map((row) => valueAt(prompts.text, row)),
      features,
      dim,
      task: Int32Array.from(cut.rows, (row) => valueAt(prompts.task, row)),
    },
  };
}

const allRows = (part: Part): number[] => [...part.rows.keys()];

function withMeanCosts(problem: Problem): Problem {
  const costs = computeMeanCosts(problem.train, problem.models.length);
  const models = problem.models.map((model, column) => ({ ...model, meanCostUsd: valueAt(costs, column) }));
  return { ...problem, models };
}

/** The models that most of the training rows were answered by, in the order that they have. */
export function keepModels(problem: Problem, max: number): Problem {
  const { models, train, dev, test } = problem;
  const columnCount = models.length;
  const known = (column: number): number =>
    allRows(train).filter((row) => !Number.isNaN(valueAt(train.scores, row * columnCount + column))).length;
  const columns = models
    .map((_, column) => ({ column, count: known(column) }))
    .toSorted((a, b) => b.count - a.count || a.column - b.column)
    .slice(0, max)
    .map(({ column }) => column)
    .toSorted((a, b) => a - b);
  const cut = (part: Part): Part => cutPart(part, { rows: allRows(part), columns, columnCount });
  return {
    ...problem,
    models: columns.map((column) => valueAt(models, column)),
    train: cut(train),
    dev: cut(dev),
    test: cut(test),
  };
}

/** The same judged rows, learned from so many of the training rows; those to tune on are among them. */
export function keepRows(problem: Problem, count: number, seed: number): Problem {
  const { train, models } = problem;
  const columns = models.map((_, column) => column);
  const drawn = [...shuffle(Int32Array.from(allRows(train)), splitmix32(seed))].slice(0, count);
  const devCount = Math.round(DEV_SHARE * drawn.length);
  const take = (rows: readonly number[]): Part =>
    cutPart(train, { rows: rows.toSorted((a, b) => a - b), columns, columnCount: columns.length });
  return withMeanCosts({
    ...problem,
    train: take(drawn.slice(devCount)),
    dev: take(drawn.slice(0, devCount)),
  });
}
