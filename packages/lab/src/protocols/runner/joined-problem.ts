// The out-of-distribution problem: judge some rows, learn from other sources alone. Models meet by canonical name.
import { SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import type { FeatureSource } from "../../features/text-features.ts";
import { buildPart, computeMeanCosts } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface JoinedProblemRequest {
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
