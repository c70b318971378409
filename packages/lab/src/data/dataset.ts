// The columnar data set that everything in the laboratory reads: one row a prompt, one row an outcome.
// Immutable after loading; indices, never strings, join the tables.

import type { ModelCatalog } from "@signalbox/contracts";

// Who a source means by a model's name: the catalogue's id where it knows the spelling, else the canonical name.
// Sources of one model share its ability; what a setting adds (effort, native function calling) is learned as its own part.

/** Spellings of single sources that no general rule could read. */
const RULINGS: Readonly<Record<string, string>> = {
  "llama3.1-405b": "llama-3.1-405b-instruct",
  "llama3.1-70b": "llama-3.1-70b-instruct",
  "llama3.1-8b": "llama-3.1-8b-instruct",
  "llama3.2-3b": "llama-3.2-3b-instruct",
  "llama3.2-1b": "llama-3.2-1b-instruct",
  "sonnet-20241022": "claude-3-5-sonnet-20241022",
  haiku35: "claude-3-5-haiku-20241022",
  llama33_70b: "llama-3.3-70b-instruct",
  "r1-0528": "deepseek-r1-0528",
  "r1-fireworks": "deepseek-r1",
  "deepseek-fireworks-v3-0324": "deepseek-v3-0324",
  gemini_20_flash: "gemini-2.0-flash",
  gemini_20_flash_exp: "gemini-2.0-flash",
  "gemini-flash-2-5-24k": "gemini-2.5-flash",
  gemma3: "gemma-3-27b-it",
  qwq_fireworks: "qwq-32b",
  "grok2-12-12": "grok-2-1212",
  "mistralai/mistral-7b-chat": "mistral-7b-instruct-v0.1",
};

/** Settings at the end of a name: effort, sampling count, thinking budget, native function calling, host. */
const SETTINGS = [
  /\s*\((?:n=1|high|med|medium|low|thinking)\)/gi,
  /[-_](?:fc|fc-any|fc-auto)$/i,
  /-(?:high|medium|low|\d+k|0|thinking)$/i,
  /@[a-z0-9]+$/i,
  /-hf$/i,
];

/** Base models answer no chat, though their outcomes teach the network what is hard. */
const BASE_MODEL =
  /^(?:meta-)?llama-?[23][._]?\d?-\d+b(?:-hf)?$|^mi[sx]tral-(?:8x)?7b-v0\.\d(?:-hf)?$|^yi-(?:1\.5-)?\d+b$|^qwen[12](?:\.5)?-\d+(?:\.5)?b$|^gemma-(?:2-)?\d+b$|^meta-llama-3_1-\d+b$|-base$|^olmo-7b-\d+(?:-hf)?$|^map-neo-7b$|^starcoder|^stablecode|^codeqwen15(?:-7b)?$/i;

interface ModelIdentity {
  /** Catalogue id, or the canonical name of a model that the catalogue does not know. */
  readonly id: string;
  /** True when the id is the catalogue's and the model is one that people call. */
  readonly isServed: boolean;
}

function plainName(name: string): string {
  return SETTINGS.reduce((text, pattern) => text.replace(pattern, ""), name).trim();
}

export function identifyModel(model: SourceModel, catalog: ModelCatalog): ModelIdentity {
  const bare = plainName(model.name);
  const lastPart = bare.split("/").at(-1) ?? bare;
  if (BASE_MODEL.test(lastPart) && RULINGS[model.name] === undefined)
    return { id: `base:${model.canonical}`, isServed: false };
  const spellings = [RULINGS[model.name], model.name, bare, model.canonical, plainName(model.canonical)];
  for (const spelling of spellings) {
    const facts = spelling === undefined ? undefined : catalog.resolve({ model: spelling });
    if (facts !== undefined) return { id: facts.id, isServed: true };
  }
  return { id: plainName(model.canonical), isServed: false };
}

/** The ways in which a prompt may be used. Codes of the split columns. */
export const SPLIT = { train: 0, dev: 1, test: 2, evalOnly: 3, dropped: 4, never: 5 } as const;
export type SplitName = "benchmark" | "release";

/** One model as one source names it. The same canonical model may be in several sources. */
export interface SourceModel {
  readonly source: string;
  readonly name: string;
  /** Canonical name by models.csv; without that file, the source's name in lower case. */
  readonly canonical: string;
  readonly vendor: string;
  readonly kind: string;
}

export interface PromptTable {
  readonly count: number;
  readonly id: readonly string[];
  readonly text: readonly string[];
  /** Index into `Dataset.sources`. @shape count */
  readonly source: Uint16Array;
  /** Index into `Dataset.taskNames`. @shape count */
  readonly task: Uint16Array;
  /** Finer label within the task; "" where the source has none. */
  readonly subset: readonly string[];
  /** The source's own split label; "" where it has none. */
  readonly sourceSplit: readonly string[];
  /** Near-duplicate group; a group is never split. @shape count */
  readonly group: Int32Array;
}

export interface OutcomeTable {
  readonly count: number;
  /** Row of the prompt table. @shape count */
  readonly prompt: Int32Array;
  /** Index into `Dataset.models`. @shape count */
  readonly model: Int32Array;
  /** @shape count @range 0..1 */
  readonly score: Float32Array;
  /** NaN = unknown. @shape count @unit USD */
  readonly costUsd: Float64Array;
  /** NaN = unknown. @shape count */
  readonly inputTokens: Float32Array;
  /** NaN = unknown. @shape count */
  readonly outputTokens: Float32Array;
  /** NaN = not measured. @shape count @unit ms */
  readonly latencyMs: Float32Array;
}

export interface Dataset {
  readonly sources: readonly string[];
  /** Task names (`dataset` field of the prompts), unique over all sources. */
  readonly taskNames: readonly string[];
  readonly prompts: PromptTable;
  readonly models: readonly SourceModel[];
  readonly outcomes: OutcomeTable;
  /** Split columns from splits.csv; undefined when the folder has no such file. @shape prompts.count */
  readonly splits: Readonly<Record<SplitName, Uint8Array>> | undefined;
  /** sha256 over the digests of all files read, in the order of their names. */
  readonly fingerprint: string;
}
