// Small data sets made in a test, through the same parsers as files of a folder.
import { createHash } from "node:crypto";
import { assembleDataset, parseOutcomesFile } from "./assemble-dataset.ts";
import type { Dataset } from "./dataset.ts";
import { parsePromptsFile, parseModelsFile, parseSplitsFile } from "./prompts-file.ts";
import type { TextFile } from "./csv-rows.ts";

export interface MadePrompt {
  readonly text: string;
  readonly task?: string;
  readonly subset?: string;
  /** The source's own split label. */
  readonly label?: string;
  /** Benchmark and release split. @default train */
  readonly split?: string;
  /** One a model; null = unknown. */
  readonly scores: readonly (number | null)[];
  /** One a model. @unit USD */
  readonly costs?: readonly number[];
  /** One a model. */
  readonly tokens?: readonly number[];
}

export interface MadeSource {
  readonly name: string;
  readonly models: readonly string[];
  readonly prompts: readonly MadePrompt[];
}

interface MadeDataset {
  readonly sources: readonly MadeSource[];
  /** Adds split columns from the prompts' `split`. */
  readonly hasSplits?: boolean;
  /** Rows of models.csv without its header. */
  readonly modelRows?: readonly string[];
}

export function textFile(name: string, text: string): TextFile {
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

const idOf = (source: MadeSource, index: number): string => `${source.name}/${index}`;

function promptsOf(source: MadeSource): TextFile {
  const lines = source.prompts.map(({ text, task, subset, label }, index) =>
    JSON.stringify({
      id: idOf(source, index),
      dataset: task ?? source.name,
      prompt: text,
      subset,
      split: label,
    }),
  );
  return textFile(`${source.name}.prompts.jsonl`, lines.join("\n"));
}

function outcomesOf(source: MadeSource): TextFile {
  const lines = source.prompts.flatMap(({ scores, costs, tokens }, index) =>
    source.models.map(
      (model, m) =>
        `${idOf(source, index)},${model},${scores[m] ?? ""},${costs?.[m] ?? ""},${tokens === undefined ? "" : 10},${tokens?.[m] ?? ""}`,
    ),
  );
  const header = "id,model,score,cost_usd,input_tokens,output_tokens";
  return textFile(`${source.name}.outcomes.csv`, [header, ...lines].join("\n"));
}

function splitsOf(sources: readonly MadeSource[]): TextFile {
  const lines = sources.flatMap((source, s) =>
    source.prompts.map(
      ({ split = "train" }, index) =>
        `${source.name},${idOf(source, index)},${s * 10_000 + index},${split},${split}`,
    ),
  );
  return textFile("splits.csv", ["source,id,group,benchmark_split,release_split", ...lines].join("\n"));
}

export function makeDataset({ sources, hasSplits, modelRows = [] }: MadeDataset): Dataset {
  const loaded = sources.map((source) => {
    const prompts = parsePromptsFile(promptsOf(source), source.name);
    const rowOf = new Map(prompts.map(({ id }, row) => [id, row]));
    return { source: source.name, prompts, outcomes: parseOutcomesFile(outcomesOf(source), rowOf) };
  });
  const models = textFile("models.csv", ["source,model,canonical,vendor,kind", ...modelRows].join("\n"));
  return assembleDataset({
    sources: loaded,
    modelNames: parseModelsFile(models),
    splits: hasSplits === true ? parseSplitsFile(splitsOf(sources)) : undefined,
    fingerprint: createHash("sha256").update(JSON.stringify(sources)).digest("hex"),
  });
}
