// From the columnar data set to the arrays of a training run.
import type { PromptReader } from "@signalbox/engine";
import type { Dataset } from "../data/index.ts";
import { readPrompts } from "./read-prompts.ts";
import { sharedFloat32, sharedInt32 } from "./training-set.ts";
import type { OutcomeRows, TrainingSet } from "./training-set.ts";

export interface TrainingRows {
  readonly trainRows: Int32Array;
  readonly devRows: Int32Array;
}

/** A source with ten times the outcomes counts ten to this power times as much. */
const SOURCE_POWER = 0.6;

function weightBySource(dataset: Dataset, isTrain: Uint8Array): Float64Array {
  const counts = new Float64Array(dataset.sources.length);
  const { prompt } = dataset.outcomes;
  for (const row of prompt) if (isTrain[row] === 1) counts[dataset.prompts.source[row]!]! += 1;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const powered = counts.map((count) => count ** SOURCE_POWER);
  const poweredTotal = powered.reduce((sum, count) => sum + count, 0);
  return counts.map((count, source) =>
    count === 0 ? 0 : (powered[source]! / poweredTotal) * (total / count),
  );
}

/** Outcomes sorted by prompt (a counting sort), with the weight of their source. */
function sortOutcomes(dataset: Dataset, weights: Float64Array): OutcomeRows {
  const { outcomes, prompts } = dataset;
  const offsets = sharedInt32(prompts.count + 1);
  for (const row of outcomes.prompt) offsets[row + 1]! += 1;
  for (let row = 0; row < prompts.count; row += 1) offsets[row + 1]! += offsets[row]!;
  const next = offsets.slice();
  const model = sharedInt32(outcomes.count);
  const score = sharedFloat32(outcomes.count);
  const weight = sharedFloat32(outcomes.count);
  for (let index = 0; index < outcomes.count; index += 1) {
    const row = outcomes.prompt[index]!;
    const at = next[row]!;
    next[row] = at + 1;
    model[at] = outcomes.model[index]!;
    score[at] = outcomes.score[index]!;
    weight[at] = weights[prompts.source[row]!]!;
  }
  return { offsets, model, score, weight };
}

/** Canonical models by name, numbered in order of first sight. */
export function numberCanonicals(names: readonly string[]): { canonicalOf: Int32Array; names: string[] } {
  const numbers = new Map<string, number>();
  const canonicalOf = sharedInt32(names.length);
  names.forEach((name, index) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    canonicalOf[index] = number;
  });
  return { canonicalOf, names: [...numbers.keys()] };
}

export function buildTrainingSet(dataset: Dataset, reader: PromptReader, rows: TrainingRows): TrainingSet {
  const isTrain = new Uint8Array(dataset.prompts.count);
  for (const row of rows.trainRows) isTrain[row] = 1;
  const canonical = numberCanonicals(dataset.models.map((model) => model.canonical));
  return {
    features: readPrompts(reader, dataset.prompts.text),
    outcomes: sortOutcomes(dataset, weightBySource(dataset, isTrain)),
    sourceOf: sharedInt32(dataset.prompts.count).map((_, row) => dataset.prompts.source[row]!),
    canonicalOf: canonical.canonicalOf,
    canonicalCount: canonical.names.length,
    trainRows: rows.trainRows,
    devRows: rows.devRows,
  };
}
