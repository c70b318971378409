// Worlds to learn in, one a source: prompts that the artefact never saw, real outcomes, and what the artefact says of them.

import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { SPLIT, type Dataset } from "../data/index.ts";
import type { ArtefactView } from "../artefact-view.ts";
import { valueAt } from "../arrays/value-at.ts";
import type { Kindred } from "@signalbox/engine/learn";

// A world to learn in: real prompts with real outcomes of every model, seen through the shipped router.

export interface OutcomeWorld {
  readonly source: string;
  readonly models: readonly string[];
  readonly encodings: readonly Kindred[];
  /** @shape prompts */
  readonly texts: readonly string[];
  /** Estimates of the shipped router. @shape prompts x models */
  readonly shipped: Float64Array;
  /** Real scores; NaN = not evaluated. @shape prompts x models @range 0..1 */
  readonly outcomes: Float64Array;
  /** Recorded dollars; NaN = unknown. @shape prompts x models @unit USD */
  readonly costUsd: Float64Array;
  /** Near-duplicates share a group and never stand on both sides of a draw. @shape prompts */
  readonly groups: Int32Array;
}

/** Mean outcome of a model over some prompts; NaN where it has none. */
export function meanOutcome(world: OutcomeWorld, model: number, prompts: readonly number[]): number {
  const columns = world.models.length;
  let sum = 0;
  let count = 0;
  for (const prompt of prompts) {
    const outcome = valueAt(world.outcomes, prompt * columns + model);
    if (Number.isNaN(outcome)) continue;
    sum += outcome;
    count += 1;
  }
  return sum / count;
}

/** Prompts on which every model was evaluated. */
export function densePrompts(world: OutcomeWorld): number[] {
  const columns = world.models.length;
  return world.encodings
    .map((_, prompt) => prompt)
    .filter((prompt) => {
      for (let column = 0; column < columns; column += 1)
        if (Number.isNaN(valueAt(world.outcomes, prompt * columns + column))) return false;
      return true;
    });
}

interface WorldOptions {
  /** Whether prompts of this split of the release take part; undefined: in none. */
  readonly isUsed: (split: number | undefined) => boolean;
  /** Sources with fewer prompts are left out. */
  readonly promptsMin: number;
  /** Most prompts of a source; a seeded draw beyond it. */
  readonly promptsMax: number;
  /** Most models: those with the most outcomes. */
  readonly modelsMax: number;
  readonly seed: number;
}

/** Prompts that the release artefact was neither trained nor tuned on, enough to be split into 200 rows and a fair rest. */
export const WORLD_DEFAULTS: WorldOptions = {
  isUsed: (split) => split !== SPLIT.train && split !== SPLIT.dev,
  promptsMin: 300,
  promptsMax: 1500,
  modelsMax: 8,
  seed: 42,
};

function drawPrompts(dataset: Dataset, source: number, options: WorldOptions): readonly number[] {
  const held = Int32Array.from(
    Array.from({ length: dataset.prompts.count }, (_, prompt) => prompt).filter(
      (prompt) =>
        dataset.prompts.source[prompt] === source && options.isUsed(dataset.splits?.release[prompt]),
    ),
  );
  return Array.from(shuffle(held, splitmix32(options.seed)).subarray(0, options.promptsMax));
}

interface Table {
  readonly models: readonly number[];
  /** @shape prompts x models; NaN = not evaluated */
  readonly outcomes: Float64Array;
  /** @shape as outcomes; NaN = unknown */
  readonly costUsd: Float64Array;
}

function tabulate(dataset: Dataset, prompts: readonly number[], modelsMax: number): Table {
  const rowOf = new Map(prompts.map((prompt, row) => [prompt, row]));
  const counts = new Map<number, number>();
  const { outcomes } = dataset;
  for (let index = 0; index < outcomes.count; index += 1)
    if (rowOf.has(valueAt(outcomes.prompt, index)))
      counts.set(valueAt(outcomes.model, index), (counts.get(valueAt(outcomes.model, index)) ?? 0) + 1);
  const models = [...counts]
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, modelsMax)
    .map(([model]) => model);
  const columnOf = new Map(models.map((model, column) => [model, column]));
  const table = new Float64Array(prompts.length * models.length).fill(Number.NaN);
  const costUsd = table.slice();
  for (let index = 0; index < outcomes.count; index += 1) {
    const row = rowOf.get(valueAt(outcomes.prompt, index));
    const column = columnOf.get(valueAt(outcomes.model, index));
    if (row === undefined || column === undefined) continue;
    table[row * models.length + column] = valueAt(outcomes.score, index);
    costUsd[row * models.length + column] = valueAt(outcomes.costUsd, index);
  }
  return { models, outcomes: table, costUsd };
}

/** Undefined when the source has too few prompts that the artefact did not see. */
export function buildWorld(
  dataset: Dataset,
  view: ArtefactView,
  source: string,
  options: WorldOptions = WORLD_DEFAULTS,
): OutcomeWorld | undefined {
  const prompts = drawPrompts(dataset, dataset.sources.indexOf(source), options);
  if (prompts.length < options.promptsMin) return undefined;
  const { models, outcomes, costUsd } = tabulate(dataset, prompts, options.modelsMax);
  const named = models.map((model) => valueAt(dataset.models, model));
  const read = view.readerOf(named);
  const texts = prompts.map((prompt) => valueAt(dataset.prompts.text, prompt));
  const rows = texts.map((text) => read(text));
  const shipped = new Float64Array(prompts.length * models.length);
  rows.forEach(({ estimates }, row) => {
    estimates.forEach(({ success }, column) => {
      shipped[row * models.length + column] = success;
    });
  });
  return {
    source,
    models: named.map((model) => model.name),
    encodings: rows.map(({ encoding }) => encoding),
    texts,
    shipped,
    outcomes,
    costUsd,
    groups: Int32Array.from(prompts, (prompt) => valueAt(dataset.prompts.group, prompt)),
  };
}
