// Joins the parsed sources into one columnar data set.
import { SPLIT } from "./dataset.ts";
import type { Dataset, OutcomeTable, PromptTable, SourceModel } from "./dataset.ts";
import { groupPrompts } from "./group-prompts.ts";
import type { OutcomeColumns } from "./outcomes-file.ts";
import type { PromptRow, ModelName, SplitRow } from "./prompts-file.ts";
import { invalidData } from "./read-text.ts";

export interface LoadedSource {
  readonly source: string;
  readonly prompts: readonly PromptRow[];
  readonly outcomes: OutcomeColumns;
}

interface DatasetParts {
  readonly sources: readonly LoadedSource[];
  readonly modelNames: ReadonlyMap<string, ModelName>;
  readonly splits: ReadonlyMap<string, SplitRow> | undefined;
  readonly fingerprint: string;
}

/** Task names are numbered; more than a column can hold are refused. */
const TASKS_MAX = 65_535;

function buildModels(parts: DatasetParts): readonly SourceModel[] {
  return parts.sources.flatMap(({ source, outcomes }) =>
    outcomes.modelNames.map((name) => {
      const known = parts.modelNames.get(`${source}\0${name}`);
      return {
        source,
        name,
        canonical: known?.canonical ?? name.toLowerCase(),
        vendor: known?.vendor ?? "",
        kind: known?.kind ?? "",
      };
    }),
  );
}

function indexTasks(rows: readonly PromptRow[]): { taskNames: string[]; task: Uint16Array } {
  const index = new Map<string, number>();
  const task = new Uint16Array(rows.length);
  for (const [i, row] of rows.entries()) {
    let found = index.get(row.task);
    if (found === undefined) {
      found = index.size;
      if (found > TASKS_MAX) throw invalidData("prompts", undefined, `more than ${TASKS_MAX} data sets`);
      index.set(row.task, found);
    }
    task[i] = found;
  }
  return { taskNames: [...index.keys()], task };
}

interface SplitColumns {
  readonly group: Int32Array;
  readonly splits: Dataset["splits"];
}

function joinSplits(parts: DatasetParts, rows: readonly PromptRow[]): SplitColumns {
  if (parts.splits === undefined)
    return { group: groupPrompts(rows.map((row) => row.text)), splits: undefined };
  const group = new Int32Array(rows.length);
  const benchmark = new Uint8Array(rows.length).fill(SPLIT.never);
  const release = new Uint8Array(rows.length).fill(SPLIT.never);
  let at = 0;
  for (const { source, prompts } of parts.sources)
    for (const prompt of prompts) {
      const row = parts.splits.get(`${source}\0${prompt.id}`);
      if (row === undefined) throw invalidData("splits.csv", undefined, `no row for ${source}, ${prompt.id}`);
      group[at] = row.group;
      benchmark[at] = row.benchmark;
      release[at] = row.release;
      at += 1;
    }
  return { group, splits: { benchmark, release } };
}

function joinOutcomes(sources: readonly LoadedSource[]): OutcomeTable {
  const count = sources.reduce((sum, { outcomes }) => sum + outcomes.score.length, 0);
  const table = {
    count,
    prompt: new Int32Array(count),
    model: new Int32Array(count),
    score: new Float32Array(count),
    costUsd: new Float64Array(count),
    inputTokens: new Float32Array(count),
    outputTokens: new Float32Array(count),
    latencyMs: new Float32Array(count),
  };
  let at = 0;
  let firstPrompt = 0;
  let firstModel = 0;
  for (const { prompts, outcomes } of sources) {
    table.prompt.set(
      outcomes.prompt.view().map((row) => row + firstPrompt),
      at,
    );
    table.model.set(
      outcomes.model.view().map((row) => row + firstModel),
      at,
    );
    table.score.set(outcomes.score.view(), at);
    table.costUsd.set(outcomes.costUsd.view(), at);
    table.inputTokens.set(outcomes.inputTokens.view(), at);
    table.outputTokens.set(outcomes.outputTokens.view(), at);
    table.latencyMs.set(outcomes.latencyMs.view(), at);
    at += outcomes.score.length;
    firstPrompt += prompts.length;
    firstModel += outcomes.modelNames.length;
  }
  return table;
}

export function assembleDataset(parts: DatasetParts): Dataset {
  const rows = parts.sources.flatMap((source) => source.prompts);
  const source = Uint16Array.from(parts.sources.flatMap(({ prompts }, index) => prompts.map(() => index)));
  const { taskNames, task } = indexTasks(rows);
  const { group, splits } = joinSplits(parts, rows);
  const prompts: PromptTable = {
    count: rows.length,
    id: rows.map((row) => row.id),
    text: rows.map((row) => row.text),
    source,
    task,
    subset: rows.map((row) => row.subset),
    sourceSplit: rows.map((row) => row.sourceSplit),
    group,
  };
  return {
    sources: parts.sources.map((loaded) => loaded.source),
    taskNames,
    prompts,
    models: buildModels(parts),
    outcomes: joinOutcomes(parts.sources),
    splits,
    fingerprint: parts.fingerprint,
  };
}
