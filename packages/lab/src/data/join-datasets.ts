// Joins the folder that may be learned from with the folder that is judged. No prompt of the first that equals or
// nearly equals one of the second survives as training data.
import { SPLIT } from "./dataset.ts";
import type { Dataset, OutcomeTable, PromptTable, SourceModel } from "./dataset.ts";
import { chooseSplit } from "./load-dataset.ts";
import { concat } from "./concat.ts";
import { findOverlap } from "./group-prompts.ts";
import { valueAt } from "../arrays/value-at.ts";

interface JoinedDatasets {
  readonly dataset: Dataset;
  /** train and dev rows of the first folder, test rows of the second, all others dropped. @shape prompts.count */
  readonly split: Uint8Array;
  /** Training prompts left out because the judged folder holds them too. */
  readonly overlapCount: number;
}

class Names {
  readonly list: string[] = [];
  readonly #index = new Map<string, number>();

  constructor(names: readonly string[]) {
    for (const name of names) this.at(name);
  }

  at(name: string): number {
    const found = this.#index.get(name);
    if (found !== undefined) return found;
    this.#index.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

function joinModels(fit: Dataset, data: Dataset): { models: SourceModel[]; indexOf: Int32Array } {
  const names = new Names(fit.models.map((model) => `${model.source}\0${model.name}`));
  const models = [...fit.models];
  const indexOf = Int32Array.from(data.models, (model) => {
    const index = names.at(`${model.source}\0${model.name}`);
    if (index === models.length) models.push(model);
    return index;
  });
  return { models, indexOf };
}

function joinOutcomes(
  fit: OutcomeTable,
  data: OutcomeTable,
  shift: { prompts: number; models: Int32Array },
): OutcomeTable {
  return {
    count: fit.count + data.count,
    prompt: concat(
      fit.prompt,
      data.prompt.map((row) => row + shift.prompts),
    ),
    model: concat(
      fit.model,
      data.model.map((model) => valueAt(shift.models, model)),
    ),
    score: concat(fit.score, data.score),
    costUsd: concat(fit.costUsd, data.costUsd),
    inputTokens: concat(fit.inputTokens, data.inputTokens),
    outputTokens: concat(fit.outputTokens, data.outputTokens),
    latencyMs: concat(fit.latencyMs, data.latencyMs),
  };
}

function joinPrompts(
  fit: PromptTable,
  data: PromptTable,
  at: { source: Int32Array; task: Int32Array },
): PromptTable {
  const groups = fit.group.reduce((a, b) => Math.max(a, b), -1) + 1;
  return {
    count: fit.count + data.count,
    id: [...fit.id, ...data.id],
    text: [...fit.text, ...data.text],
    source: concat(
      fit.source,
      data.source.map((source) => valueAt(at.source, source)),
    ),
    task: concat(
      fit.task,
      data.task.map((task) => valueAt(at.task, task)),
    ),
    subset: [...fit.subset, ...data.subset],
    sourceSplit: [...fit.sourceSplit, ...data.sourceSplit],
    group: concat(
      fit.group,
      data.group.map((group) => group + groups),
    ),
  };
}

function joinSplits(fit: Dataset, data: Dataset, seed: number): { split: Uint8Array; overlapCount: number } {
  const known = chooseSplit(fit, "benchmark", seed);
  const overlap = findOverlap(fit.prompts.text, data.prompts.text);
  const split = new Uint8Array(fit.prompts.count + data.prompts.count).fill(SPLIT.dropped);
  let overlapCount = 0;
  for (let i = 0; i < fit.prompts.count; i += 1) {
    const code = valueAt(known, i);
    // Without a splits file the whole first folder may be learned from: its would-be test rows join the training rows.
    const isLearned =
      code === SPLIT.train || code === SPLIT.dev || (code === SPLIT.test && fit.splits === undefined);
    if (!isLearned) continue;
    if (overlap[i] === 1) overlapCount += 1;
    else split[i] = code === SPLIT.dev ? SPLIT.dev : SPLIT.train;
  }
  const judged = data.splits?.benchmark;
  for (let i = 0; i < data.prompts.count; i += 1)
    if (judged === undefined || judged[i] === SPLIT.test || judged[i] === SPLIT.evalOnly)
      split[fit.prompts.count + i] = SPLIT.test;
  return { split, overlapCount };
}

export function joinDatasets(fit: Dataset, data: Dataset, seed: number): JoinedDatasets {
  const sources = new Names(fit.sources);
  const tasks = new Names(fit.taskNames);
  const at = {
    source: Int32Array.from(data.sources, (source) => sources.at(source)),
    task: Int32Array.from(data.taskNames, (task) => tasks.at(task)),
  };
  const { models, indexOf } = joinModels(fit, data);
  const { split, overlapCount } = joinSplits(fit, data, seed);
  const dataset: Dataset = {
    sources: sources.list,
    taskNames: tasks.list,
    prompts: joinPrompts(fit.prompts, data.prompts, at),
    models,
    outcomes: joinOutcomes(fit.outcomes, data.outcomes, { prompts: fit.prompts.count, models: indexOf }),
    splits: undefined,
    fingerprint: `${fit.fingerprint}+${data.fingerprint}`,
  };
  return { dataset, split, overlapCount };
}
