// Joins the parsed sources into one columnar data set.

import { SPLIT, type Dataset, type OutcomeTable, type PromptTable, type SourceModel } from "./dataset.ts";
import type { PromptRow, ModelName, SplitRow } from "./prompts-file.ts";
import { invalidData, type TextFile, forEachCsvRow, parseAmount } from "./csv-rows.ts";

// SOURCE.outcomes.csv and SOURCE.latency.csv: one row for a prompt and a model of that source.

// Append-only numeric column: grows by doubling, ends as one exact typed array.
export class GrowingColumn {
  #values: Float64Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#values = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The values so far. The view is invalid after the next push. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

interface OutcomeColumns {
  readonly modelNames: string[];
  /** Row of the prompt within the source. */
  readonly prompt: GrowingColumn;
  /** Index into `modelNames`. */
  readonly model: GrowingColumn;
  readonly score: GrowingColumn;
  readonly costUsd: GrowingColumn;
  readonly inputTokens: GrowingColumn;
  readonly outputTokens: GrowingColumn;
  readonly latencyMs: GrowingColumn;
  /** Outcome row by prompt * 2^16 + model. */
  readonly rowByKey: Map<number, number>;
}

const MODELS_PER_SOURCE_MAX = 65_535;
const COLUMNS = {
  required: ["id", "model", "score"],
  optional: ["cost_usd", "input_tokens", "output_tokens"],
};

function createColumns(): OutcomeColumns {
  const column = (): GrowingColumn => new GrowingColumn();
  return {
    modelNames: [],
    prompt: column(),
    model: column(),
    score: column(),
    costUsd: column(),
    inputTokens: column(),
    outputTokens: column(),
    latencyMs: column(),
    rowByKey: new Map(),
  };
}

/** Copies the characters, so that a short name does not keep the whole file in memory. */
function detach(text: string): string {
  return Buffer.from(text).toString();
}

function parseScore(field: string, file: string, line: number): number {
  if (field === "") return Number.NaN;
  const value = Number(field);
  if (!(value >= 0 && value <= 1))
    throw invalidData(file, line, `score is "${field.slice(0, 40)}", expected a number from 0 to 1`);
  return value;
}

/**
 * Rows with an empty score are skipped: unknown is not zero.
 * @throws SignalboxError `invalid_data` for missing columns, NaN, scores outside 0..1, unknown prompts, repeated rows.
 */
export function parseOutcomesFile(file: TextFile, promptRow: ReadonlyMap<string, number>): OutcomeColumns {
  const out = createColumns();
  const modelIndex = new Map<string, number>();
  const add = (name: string, line: number): number => {
    if (name === "") throw invalidData(file.name, line, "the model is empty");
    if (out.modelNames.length === MODELS_PER_SOURCE_MAX)
      throw invalidData(file.name, line, `more than ${MODELS_PER_SOURCE_MAX} models`);
    const kept = detach(name);
    modelIndex.set(kept, out.modelNames.length);
    return out.modelNames.push(kept) - 1;
  };
  forEachCsvRow(
    file,
    COLUMNS,
    ([id = "", name = "", score = "", cost = "", input = "", output = ""], line) => {
      const prompt = promptRow.get(id);
      if (prompt === undefined)
        throw invalidData(file.name, line, `no prompt has the id "${id.slice(0, 120)}"`);
      const value = parseScore(score, file.name, line);
      const model = modelIndex.get(name) ?? add(name, line);
      const key = prompt * 65_536 + model;
      if (out.rowByKey.has(key))
        throw invalidData(file.name, line, `a second outcome of "${name}" for "${id}"`);
      out.rowByKey.set(key, Number.isNaN(value) ? -1 : out.score.length);
      if (Number.isNaN(value)) return;
      out.prompt.push(prompt);
      out.model.push(model);
      out.score.push(value);
      out.costUsd.push(parseAmount(cost, file.name, { line, column: "cost_usd" }));
      out.inputTokens.push(parseAmount(input, file.name, { line, column: "input_tokens" }));
      out.outputTokens.push(parseAmount(output, file.name, { line, column: "output_tokens" }));
      out.latencyMs.push(Number.NaN);
    },
  );
  if (out.score.length === 0) throw invalidData(file.name, undefined, "no outcome with a score in the file");
  return out;
}

/** Writes measured latencies into the outcome rows they belong to; rows without a score are left out. */
export function applyLatencyFile(
  file: TextFile,
  promptRow: ReadonlyMap<string, number>,
  outcomes: OutcomeColumns,
): void {
  const modelIndex = new Map(outcomes.modelNames.map((name, index) => [name, index]));
  forEachCsvRow(file, { required: ["id", "model", "latency_ms"] }, ([id = "", name = "", ms = ""], line) => {
    const prompt = promptRow.get(id);
    if (prompt === undefined)
      throw invalidData(file.name, line, `no prompt has the id "${id.slice(0, 120)}"`);
    const row = outcomes.rowByKey.get(prompt * 65_536 + (modelIndex.get(name) ?? MODELS_PER_SOURCE_MAX));
    if (row === undefined || row < 0) return;
    outcomes.latencyMs.set(row, parseAmount(ms, file.name, { line, column: "latency_ms" }));
  });
}

// Near-duplicate detection on text: a normalisation key for equality and a one-permutation MinHash for nearness.
// Shingles that many prompts share (instructions, few-shot examples) say nothing about sameness and are left out.

const SHINGLE_WORDS = 4;
export const SIGNATURE_BINS = 32;
const EMPTY = 0xffffffff;
const DF_SLOTS = 1 << 22;

/** Case, punctuation and spacing do not make another prompt. Letters and digits of every script are kept. */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hashWord(word: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193);
  return h | 0;
}

/** Hashes of all word 4-grams of a normalised text; one hash of the whole when it is shorter. @shape shingles */
export function shingleHashes(normalised: string): Uint32Array {
  const words = normalised.split(" ").map(hashWord);
  const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
  const hashes = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    let h = 17;
    for (let k = i; k < Math.min(words.length, i + SHINGLE_WORDS); k += 1)
      h = (Math.imul(h, 0x9e3779b1) + (words[k] ?? 0)) | 0;
    hashes[i] = mix(h);
  }
  return hashes;
}

/** How many prompts hold a shingle, counted in a hashed table (collisions only make a shingle look more common). */
export class ShingleFrequency {
  readonly #count = new Uint32Array(DF_SLOTS);
  readonly #last = new Int32Array(DF_SLOTS).fill(-1);
  #prompts = 0;

  add(hashes: Uint32Array): void {
    for (const hash of hashes) {
      const slot = hash & (DF_SLOTS - 1);
      if (this.#last[slot] === this.#prompts) continue;
      this.#last[slot] = this.#prompts;
      this.#count[slot] = (this.#count[slot] ?? 0) + 1;
    }
    this.#prompts += 1;
  }

  /** Rare enough to identify a prompt: held by at most 12 prompts or 0.05 % of them. */
  isTelling(hash: number): boolean {
    return (this.#count[hash & (DF_SLOTS - 1)] ?? 0) <= Math.max(12, this.#prompts * 0.0005);
  }
}

/**
 * One-permutation MinHash of the telling shingles. @shape SIGNATURE_BINS
 * Undefined when fewer than three shingles tell: then only equality of the normalised text counts.
 * @source Li, Owen, Zhang: One Permutation Hashing (2012)
 */
export function minHash(hashes: Uint32Array, frequency: ShingleFrequency): Uint32Array | undefined {
  const bins = new Uint32Array(SIGNATURE_BINS).fill(EMPTY);
  let telling = 0;
  for (const hash of hashes) {
    if (!frequency.isTelling(hash)) continue;
    telling += 1;
    const bin = hash % SIGNATURE_BINS;
    if (hash < (bins[bin] ?? EMPTY)) bins[bin] = hash;
  }
  return telling < 3 ? undefined : bins;
}

/** Estimated Jaccard similarity of two signatures; bins empty in both are not counted. @range 0..1 */
export function similarity(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  let used = 0;
  for (let i = 0; i < SIGNATURE_BINS; i += 1) {
    if (a[i] === EMPTY && b[i] === EMPTY) continue;
    used += 1;
    if (a[i] === b[i]) equal += 1;
  }
  return used === 0 ? 0 : equal / used;
}

/** Keys under which near texts meet: any shared non-empty pair of neighbouring bins. */
export function bandKeys(signature: Uint32Array): readonly number[] {
  const keys: number[] = [];
  for (let i = 0; i + 1 < SIGNATURE_BINS; i += 2) {
    const a = signature[i] ?? EMPTY;
    const b = signature[i + 1] ?? EMPTY;
    if (a !== EMPTY || b !== EMPTY) keys.push(mix(Math.imul(a, 31) ^ mix(b + i)) * SIGNATURE_BINS + i);
  }
  return keys;
}

// Groups near-duplicate prompts.

/** Estimated Jaccard similarity of the telling shingles from which two prompts count as one. */
const NEAR_SIMILARITY = 0.7;
/** A bucket is compared with so many of its members at most: a degenerate corpus must not cost quadratic time. */
const BUCKET_COMPARED_MAX = 24;

type OnSame = (a: number, b: number) => void;

function signatures(texts: readonly string[]): { keys: string[]; signature: (Uint32Array | undefined)[] } {
  const keys = texts.map(normaliseText);
  const frequency = new ShingleFrequency();
  for (const key of keys) frequency.add(shingleHashes(key));
  return { keys, signature: keys.map((key) => minHash(shingleHashes(key), frequency)) };
}

function visitEqual(keys: readonly string[], onSame: OnSame): void {
  const first = new Map<string, number>();
  for (const [i, key] of keys.entries()) {
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else onSame(other, i);
  }
}

function visitNear(signature: readonly (Uint32Array | undefined)[], onSame: OnSame): void {
  const buckets = new Map<number, number[]>();
  for (const [i, own] of signature.entries()) {
    if (own === undefined) continue;
    for (const key of bandKeys(own)) {
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, [i]);
        continue;
      }
      for (const other of bucket) {
        const theirs = signature[other];
        if (theirs !== undefined && similarity(own, theirs) >= NEAR_SIMILARITY) onSame(other, i);
      }
      if (bucket.length < BUCKET_COMPARED_MAX) bucket.push(i);
    }
  }
}

function findRoot(parent: Int32Array, start: number): number {
  let at = start;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at] ?? 0] ?? 0;
    at = parent[at] ?? 0;
  }
  return at;
}

/** Near-duplicate groups, numbered by their first prompt. @shape texts.length */
export function groupPrompts(texts: readonly string[]): Int32Array {
  const parent = Int32Array.from(texts, (_, i) => i);
  const onSame: OnSame = (a, b) => {
    const [x, y] = [findRoot(parent, a), findRoot(parent, b)];
    parent[Math.max(x, y)] = Math.min(x, y);
  };
  const { keys, signature } = signatures(texts);
  visitEqual(keys, onSame);
  visitNear(signature, onSame);
  return parent.map((_, i) => findRoot(parent, i));
}

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
