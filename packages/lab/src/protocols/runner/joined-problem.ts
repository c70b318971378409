// The out-of-distribution problem: judge some rows, learn from other sources alone. Models meet by canonical name.
import { gatherRows } from "../../features/vector.ts";
import type { Part, Problem } from "./problem.ts";
import type { EstimatorRun } from "./run-estimator.ts";
import { valueAt } from "../../arrays/value-at.ts";
import { SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import type { FeatureSource } from "../../features/latent-semantic.ts";
import { buildPart, computeMeanCosts } from "./problem.ts";
import type { ProtocolContext } from "./protocol.ts";
import { buildSourceProblem } from "./source-problem.ts";

// Cuts the judged rows of a problem and of its predictions: one fit, several sections.
export interface Slice {
  readonly name: string;
  /** Positions within the judged rows. */
  readonly positions: readonly number[];
}

function slicePart(part: Part, positions: readonly number[], columns: number): Part {
  const { prompts } = part;
  return {
    rows: Int32Array.from(positions, (i) => valueAt(part.rows, i)),
    scores: gatherRows(part.scores, columns, positions),
    costUsd: Float64Array.from({ length: positions.length * columns }, (_, i) => {
      const row = valueAt(positions, Math.floor(i / columns));
      return valueAt(part.costUsd, row * columns + (i % columns));
    }),
    prompts: {
      count: positions.length,
      text: positions.map((i) => valueAt(prompts.text, i)),
      features: gatherRows(prompts.features, prompts.dim, positions),
      dim: prompts.dim,
      task: Int32Array.from(positions, (i) => valueAt(prompts.task, i)),
    },
  };
}

export function sliceProblem(problem: Problem, { name, positions }: Slice): Problem {
  return { ...problem, name, test: slicePart(problem.test, positions, problem.models.length) };
}

export function sliceRun(run: EstimatorRun, { positions }: Slice, columns: number): EstimatorRun {
  return { ...run, test: gatherRows(run.test, columns, positions) };
}

/** One slice a task, in the order in which the tasks appear. */
export function sliceByTask({ test }: Problem, taskNames: readonly string[]): readonly Slice[] {
  const positions = new Map<number, number[]>();
  for (const [i, task] of test.prompts.task.entries()) {
    const list = positions.get(task);
    if (list === undefined) positions.set(task, [i]);
    else list.push(i);
  }
  return Array.from(positions, ([task, list]) => ({ name: valueAt(taskNames, task), positions: list }));
}

interface JoinedProblemRequest {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
  readonly features: FeatureSource;
  readonly seed: number;
  readonly name: string;
  /** Source whose rows are judged and never learned from. */
  readonly source: string;
  readonly judgedRows: Int32Array;
}

/** More rows than this teach a neighbour search nothing but waiting: a seeded sample stands for them. */
export const TRAINING_ROWS_MAX = 8_000;
const DEV_ROWS_MAX = 800;

/** Names that sources spell apart for one and the same model. */
const SAME_MODEL: ReadonlyMap<string, string> = new Map([
  ["open-mixtral-8x7b", "mixtral-8x7b-instruct-v0.1"],
  ["mixtral-8x7b-chat", "mixtral-8x7b-instruct-v0.1"],
  ["gpt-4o-2024-08-06", "gpt-4o"],
  ["gpt-4o-2024-05-13", "gpt-4o"],
  ["gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
  ["llama-3.1-8b", "llama-3.1-8b-instruct"],
  ["llama-3.1-70b", "llama-3.1-70b-instruct"],
  ["llama-3.1-405b", "llama-3.1-405b-instruct"],
  ["llama-3.2-1b", "llama-3.2-1b-instruct"],
  ["llama-3.2-3b", "llama-3.2-3b-instruct"],
]);

export function unifyName(canonical: string): string {
  return SAME_MODEL.get(canonical) ?? canonical;
}

interface Columns {
  readonly names: readonly string[];
  readonly columnOf: Int32Array;
}

function listColumns(dataset: Dataset, source: string): Columns {
  const names: string[] = [];
  for (const model of dataset.models) {
    const name = unifyName(model.canonical);
    if (model.source === source && !names.includes(name)) names.push(name);
  }
  return {
    names,
    columnOf: Int32Array.from(dataset.models, (model) => names.indexOf(unifyName(model.canonical))),
  };
}

/** Rows of other sources with an outcome of one of the columns. */
function listUsefulRows(request: JoinedProblemRequest, columnOf: Int32Array, code: number): Int32Array {
  const { dataset, split } = request;
  const own = dataset.sources.indexOf(request.source);
  const isUseful = new Uint8Array(dataset.prompts.count);
  for (let o = 0; o < dataset.outcomes.count; o += 1)
    if (valueAt(columnOf, valueAt(dataset.outcomes.model, o)) >= 0)
      isUseful[valueAt(dataset.outcomes.prompt, o)] = 1;
  const rows: number[] = [];
  for (let row = 0; row < dataset.prompts.count; row += 1)
    if (isUseful[row] === 1 && split[row] === code && dataset.prompts.source[row] !== own) rows.push(row);
  return Int32Array.from(rows);
}

/** Every n-th row, so that all sources stay in their shares. */
function thin(rows: Int32Array, limit: number): Int32Array {
  if (rows.length <= limit) return rows;
  return Int32Array.from({ length: limit }, (_, i) => valueAt(rows, Math.floor((i * rows.length) / limit)));
}

export function buildJoinedProblem(request: JoinedProblemRequest): Problem {
  const { dataset, source } = request;
  const { names, columnOf } = listColumns(dataset, source);
  const trainRows = thin(listUsefulRows(request, columnOf, SPLIT.train), TRAINING_ROWS_MAX);
  const devRows = thin(listUsefulRows(request, columnOf, SPLIT.dev), DEV_ROWS_MAX);
  const features = request.features.fit(
    Array.from(trainRows, (row) => valueAt(dataset.prompts.text, row)),
    request.seed,
  );
  const part = (rows: Int32Array): Problem["train"] =>
    buildPart({ dataset, rows, columnOf, columns: names.length, features });
  const train = part(trainRows);
  const test = part(request.judgedRows);
  const costs = computeMeanCosts(train, names.length);
  // A price list is public: where no training row tells a model's cost, its mean bill over the judged rows stands for it.
  const bills = computeMeanCosts(test, names.length);
  const meanCostOf = (m: number): number =>
    Number.isNaN(valueAt(costs, m)) ? valueAt(bills, m) : valueAt(costs, m);
  return {
    name: request.name,
    isForeign: true,
    models: names.map((name, m) => ({ name, canonical: name, source, meanCostUsd: meanCostOf(m) })),
    train,
    dev: part(devRows),
    encode: (texts) => features.encode(texts),
    test,
  };
}

// The problem that the data at hand allows for one source: its own training rows where there are enough, else other
// sources'.

/** Fewer training rows of its own than this do not teach a source. */
export const OWN_ROWS_MIN = 30;

interface ProblemChoice {
  readonly source: string;
  /** Rows to judge; all of the split's test rows when left out. */
  readonly isJudged?: (row: number) => boolean;
  /** Name of the section. */
  readonly name?: string;
  /** True: never learn from the source's own rows. */
  readonly isForeign?: boolean;
}

/** Training rows of a source. */
export function countOwnRows({ dataset, split }: ProtocolContext, name: string): number {
  const source = dataset.sources.indexOf(name);
  let count = 0;
  for (let row = 0; row < split.length; row += 1)
    if (dataset.prompts.source[row] === source && split[row] === SPLIT.train) count += 1;
  return count;
}

export function chooseProblem(context: ProtocolContext, choice: ProblemChoice): Problem {
  const { dataset, split, features, seeds } = context;
  const sourceIndex = dataset.sources.indexOf(choice.source);
  const isJudged = choice.isJudged ?? ((row: number) => split[row] === SPLIT.test);
  const shared = { dataset, split, features, seed: seeds[0] ?? 0, source: choice.source };
  const name = choice.name ?? choice.source;
  if (choice.isForeign !== true && countOwnRows(context, choice.source) >= OWN_ROWS_MIN)
    return { ...buildSourceProblem({ ...shared, isJudged }), name };
  const judgedRows: number[] = [];
  for (let row = 0; row < split.length; row += 1)
    if (dataset.prompts.source[row] === sourceIndex && isJudged(row)) judgedRows.push(row);
  return buildJoinedProblem({ ...shared, name, judgedRows: Int32Array.from(judgedRows) });
}
