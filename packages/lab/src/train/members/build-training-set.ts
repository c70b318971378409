// From the columnar data set, and the anchors, to the arrays of a training run. Anchor prompts come after the others.
import type { PromptReader } from "@signalbox/engine/internals";
import type { Dataset } from "../../data/index.ts";
import { readPrompts } from "./read-prompts.ts";
import { sharedFloat32, sharedInt32 } from "./training-set.ts";
import type { OutcomeRows, Rewordings, TrainingSet } from "./training-set.ts";
import { addAt, floatAt, wholeAt } from "../../arrays/value-at.ts";

/** A prompt whose outcomes are assumed; see the recipe's anchors. */
export interface AnchorPrompt {
  readonly text: string;
  readonly outcomes: readonly { readonly model: number; readonly score: number }[];
}

export interface TrainingPlan {
  readonly trainRows: Int32Array;
  readonly devRows: Int32Array;
  /** Identity of each source-model: equal names share an ability. */
  readonly identities: readonly string[];
  readonly anchors: readonly AnchorPrompt[];
  /** Reads other wordings of the training rows among all texts. */
  readonly reword: (texts: readonly string[], trainRows: Int32Array) => Rewordings;
}

/** A source with ten times the outcomes counts ten to this power times as much. */
const SOURCE_POWER = 0.6;
const ANCHOR_WEIGHT = 2;

function weightBySource(dataset: Dataset, isTrain: Uint8Array): Float64Array {
  const counts = new Float64Array(dataset.sources.length);
  for (const row of dataset.outcomes.prompt)
    if (isTrain[row] === 1) addAt(counts, wholeAt(dataset.prompts.source, row), 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const powered = counts.map((count) => count ** SOURCE_POWER);
  const poweredTotal = powered.reduce((sum, count) => sum + count, 0);
  return counts.map((count, source) =>
    count === 0 ? 0 : (floatAt(powered, source) / poweredTotal) * (total / count),
  );
}

interface Entry {
  readonly row: number;
  readonly model: number;
  readonly score: number;
  readonly weight: number;
}

function anchorEntries(anchors: readonly AnchorPrompt[], firstRow: number): Entry[] {
  return anchors.flatMap(({ outcomes }, index) =>
    outcomes.map(({ model, score }) => ({ row: firstRow + index, model, score, weight: ANCHOR_WEIGHT })),
  );
}

/** Outcomes sorted by prompt (a counting sort), with the weight of their source. */
function sortOutcomes(
  dataset: Dataset,
  weights: Float64Array,
  extra: readonly Entry[],
  rows: number,
): OutcomeRows {
  const { outcomes, prompts } = dataset;
  const count = outcomes.count + extra.length;
  const offsets = sharedInt32(rows + 1);
  for (const row of outcomes.prompt) addAt(offsets, row + 1, 1);
  for (const { row } of extra) addAt(offsets, row + 1, 1);
  for (let row = 0; row < rows; row += 1) addAt(offsets, row + 1, wholeAt(offsets, row));
  const next = offsets.slice();
  const sorted = {
    offsets,
    model: sharedInt32(count),
    score: sharedFloat32(count),
    weight: sharedFloat32(count),
  };
  const put = (entry: Entry): void => {
    const at = wholeAt(next, entry.row);
    next[entry.row] = at + 1;
    sorted.model[at] = entry.model;
    sorted.score[at] = entry.score;
    sorted.weight[at] = entry.weight;
  };
  for (let index = 0; index < outcomes.count; index += 1) {
    const row = wholeAt(outcomes.prompt, index);
    const weight = floatAt(weights, wholeAt(prompts.source, row));
    put({ row, model: wholeAt(outcomes.model, index), score: floatAt(outcomes.score, index), weight });
  }
  extra.forEach(put);
  return sorted;
}

/** Identities numbered in order of first sight. */
export function numberIdentities(names: readonly string[]): {
  canonicalOf: Int32Array;
  names: readonly string[];
} {
  const numbers = new Map<string, number>();
  const canonicalOf = sharedInt32(names.length);
  names.forEach((name, index) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    canonicalOf[index] = number;
  });
  return { canonicalOf, names: [...numbers.keys()] };
}

function withAnchorRows(rows: Int32Array, firstRow: number, count: number): Int32Array {
  const joined = new Int32Array(rows.length + count);
  joined.set(rows);
  for (let index = 0; index < count; index += 1) joined[rows.length + index] = firstRow + index;
  return joined;
}

export function buildTrainingSet(dataset: Dataset, reader: PromptReader, plan: TrainingPlan): TrainingSet {
  const { prompts } = dataset;
  const isTrain = new Uint8Array(prompts.count);
  for (const row of plan.trainRows) isTrain[row] = 1;
  const canonical = numberIdentities(plan.identities);
  const texts = [...prompts.text, ...plan.anchors.map((anchor) => anchor.text)];
  const weights = weightBySource(dataset, isTrain);
  const sourceOf = sharedInt32(texts.length).fill(dataset.sources.length);
  sourceOf.set(prompts.source);
  const trainRows = withAnchorRows(plan.trainRows, prompts.count, plan.anchors.length);
  return {
    features: readPrompts(reader, texts),
    rewordings: plan.reword(texts, trainRows),
    outcomes: sortOutcomes(dataset, weights, anchorEntries(plan.anchors, prompts.count), texts.length),
    sourceOf,
    canonicalOf: canonical.canonicalOf,
    canonicalCount: canonical.names.length,
    trainRows,
    devRows: plan.devRows,
  };
}
