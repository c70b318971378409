// The problem of one source: its own train, dev and test rows, its own models as columns.
import { SignalboxError } from "@signalbox/contracts";
import type { FeatureSource } from "../../features/latent-semantic.ts";
import { SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import { buildPart, computeMeanCosts } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { valueAt } from "../../arrays/value-at.ts";

interface SourceProblemRequest {
  readonly dataset: Dataset;
  readonly source: string;
  /** Split codes of all prompts. @shape prompts.count */
  readonly split: Uint8Array;
  readonly features: FeatureSource;
  readonly seed: number;
}

/** Models of one source as columns. @returns columnOf: column of every model of the data set, -1 outside the source */
function listSourceColumns(dataset: Dataset, source: string): { columnOf: Int32Array; indices: number[] } {
  const indices = dataset.models.flatMap((model, index) => (model.source === source ? [index] : []));
  const columnOf = new Int32Array(dataset.models.length).fill(-1);
  for (const [column, index] of indices.entries()) columnOf[index] = column;
  return { columnOf, indices };
}

export function buildSourceProblem(request: SourceProblemRequest): Problem {
  const { dataset, source, split } = request;
  const sourceIndex = dataset.sources.indexOf(source);
  if (sourceIndex < 0) throw new SignalboxError("invalid_data", `The data folder has no source ${source}.`);
  const { columnOf, indices } = listSourceColumns(dataset, source);
  const choose = (accept: (row: number) => boolean): Int32Array => {
    const rows: number[] = [];
    for (let row = 0; row < dataset.prompts.count; row += 1)
      if (dataset.prompts.source[row] === sourceIndex && accept(row)) rows.push(row);
    return Int32Array.from(rows);
  };
  const trainRows = choose((row) => split[row] === SPLIT.train);
  const features = request.features.fit(
    Array.from(trainRows, (row) => valueAt(dataset.prompts.text, row)),
    request.seed,
  );
  const part = (rows: Int32Array): Problem["train"] =>
    buildPart({ dataset, rows, columnOf, columns: indices.length, features });
  const train = part(trainRows);
  const costs = computeMeanCosts(train, indices.length);
  return {
    name: source,
    models: indices.map((index, column) => {
      const { name, canonical } = valueAt(dataset.models, index);
      return { name, canonical, source, meanCostUsd: valueAt(costs, column) };
    }),
    train,
    dev: part(choose((row) => split[row] === SPLIT.dev)),
    encode: (texts) => features.encode(texts),
    test: part(choose((row) => split[row] === SPLIT.test)),
  };
}

/** Rows of a source that may be learned from. */
export function countOwnRows(
  { dataset, split }: Pick<SourceProblemRequest, "dataset" | "split">,
  name: string,
): number {
  const source = dataset.sources.indexOf(name);
  let count = 0;
  for (let row = 0; row < split.length; row += 1)
    if (dataset.prompts.source[row] === source && split[row] === SPLIT.train) count += 1;
  return count;
}
