// The two files of a source in the folder format, and the digests of what they hold: compressors differ, their input does not.

import { createHash } from "node:crypto";
import { mkdir, rename, writeFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SignalboxError, isRecord } from "@signalbox/contracts";
import { estimateTokens } from "@signalbox/engine/internals";
import type { Dirent } from "node:fs";
import { invalidData, readTextFile, type TextFile } from "../csv-rows.ts";

// JSON and JSON lines of a clone, with faults that name the file and what was expected of it.

export type JsonRecord = Readonly<Record<string, unknown>>;

export function parseJson(text: string, name: string, line?: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const place = line === undefined ? name : `${name} line ${line}`;
    throw new SignalboxError("invalid_data", `${place}: not valid JSON`, { cause });
  }
}

function asRecord(value: unknown, name: string, line: number | undefined): JsonRecord {
  if (isRecord(value)) return value;
  throw invalidData(name, line, "expected a JSON object");
}

export async function readJsonFile(path: string): Promise<JsonRecord> {
  const { text, name } = await readClonedFile(path);
  return asRecord(parseJson(text, name), name, undefined);
}

/** A file that is one list of objects. */
export async function readJsonList(path: string): Promise<readonly JsonRecord[]> {
  const { text, name } = await readClonedFile(path);
  return recordsOf({ items: parseJson(text, name) }, "items", name);
}

export async function readJsonLines(path: string): Promise<readonly JsonRecord[]> {
  const { text, name } = await readClonedFile(path);
  return text
    .split("\n")
    .flatMap((line, at) =>
      line.trim() === "" ? [] : [asRecord(parseJson(line, name, at + 1), name, at + 1)],
    );
}

/** @throws SignalboxError invalid_data when it is not there: the folder is another repository or another commit */
export async function readClonedFile(path: string): Promise<TextFile> {
  try {
    return await readTextFile(path);
  } catch (cause) {
    const detail = `${path} cannot be read. Is this a clone of the repository, at the commit of the recipe?`;
    throw new SignalboxError("invalid_data", detail, { cause });
  }
}

async function list(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    const detail = `${folder} cannot be listed. Is this a clone of the repository, at the commit of the recipe?`;
    throw new SignalboxError("invalid_data", detail, { cause });
  }
}

/** Names in a folder, sorted by their code units, so that the result is the same on every machine. */
export async function listNames(...parts: readonly string[]): Promise<readonly string[]> {
  return (await list(join(...parts))).map(({ name }) => name);
}

/** The same for the folders among them. */
export async function listFolders(...parts: readonly string[]): Promise<readonly string[]> {
  return (await list(join(...parts))).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export function textOf(record: JsonRecord, key: string, name: string): string {
  const value = record[key];
  if (typeof value === "string") return value;
  throw invalidData(name, undefined, `"${key}" must be a string`);
}

export function numberOf(record: JsonRecord, key: string, name: string): number {
  const value = record[key];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw invalidData(name, undefined, `"${key}" must be a number`);
}

/** A score that rounding or a scorer took beyond its range is at the end of it. @range 0..1 */
export const unitScoreOf = (record: JsonRecord, key: string, name: string): number =>
  Math.min(1, Math.max(0, numberOf(record, key, name)));

export function recordsOf(record: JsonRecord, key: string, name: string): readonly JsonRecord[] {
  const value = record[key];
  if (Array.isArray(value) && value.every(isRecord)) return value;
  throw invalidData(name, undefined, `"${key}" must be a list of objects`);
}

// Measures that the recipes of all sources count of prompts and answers in the same way.

const TOKENIZER = "o200k";

/** @unit tokens */
export const tokensOf = (text: string): number => estimateTokens(text, TOKENIZER);

/** Mean length of the texts in `member`, where one that is missing counts as empty; undefined without records. @unit tokens */
export function meanTokens(records: readonly JsonRecord[], member: string): number | undefined {
  if (records.length === 0) return undefined;
  const lengths = records.map(({ [member]: text }) => (typeof text === "string" ? tokensOf(text) : 0));
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
}

// How one source is made from a clone of its public repository: where that is, at which commit, under which licence, and
// what is read of it.
export interface BuiltPrompt {
  readonly id: string;
  readonly dataset: string;
  readonly prompt: string;
  readonly subset?: string;
  readonly split?: string;
  readonly turns?: readonly string[];
}

export interface BuiltOutcome {
  readonly id: string;
  readonly model: string;
  /** @range 0..1 */
  readonly score: number;
  /** Tokens of the visible text, estimated; absent where there is no text. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

export interface SourceSink {
  prompt(row: BuiltPrompt): void;
  outcome(row: BuiltOutcome): void;
}

/** SHA-256 of what the two files hold, before compression. */
interface SourceDigests {
  readonly prompts: string;
  readonly outcomes: string;
}

export interface SourceRecipe {
  readonly source: string;
  readonly repository: string;
  /** The one that the recipe was written for. */
  readonly commit: string;
  readonly licence: string;
  readonly about: string;
  /** Digests of the result at that commit. */
  readonly digests: SourceDigests;
  /** @throws SignalboxError invalid_data where the folder does not have the repository's layout */
  readonly read: (folder: string, sink: SourceSink) => Promise<void>;
}

export interface BuiltSource {
  readonly digests: SourceDigests;
  readonly prompts: number;
  readonly outcomes: number;
  /** As the source names them. */
  readonly models: readonly string[];
}

const HEADER = "id,model,score,cost_usd,input_tokens,output_tokens";
const SCORE_DIGITS = 6;

export const quote = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/** Six significant digits: more would keep the rounding of whichever machine averaged. */
const scoreText = (score: number): string => String(Number(score.toPrecision(SCORE_DIGITS)));

function outcomeLine({ id, model, score, inputTokens, outputTokens }: BuiltOutcome): string {
  if (!(score >= 0 && score <= 1))
    throw new SignalboxError("invalid_data", `${id}, ${model}: the score ${score} is not from 0 to 1.`);
  return [id, model, scoreText(score), "", inputTokens ?? "", outputTokens ?? ""]
    .map((field) => quote(String(field)))
    .join(",");
}

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

async function writeCompressed(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, gzipSync(text));
  await rename(`${path}.part`, path);
}

interface SourceWriter extends SourceSink {
  finish(folder: string): Promise<BuiltSource>;
}

export function createSourceWriter(source: string): SourceWriter {
  const prompts: string[] = [];
  const outcomes: string[] = [HEADER];
  const ids = new Set<string>();
  const models = new Set<string>();
  return {
    prompt: ({ id, dataset, prompt, ...more }: BuiltPrompt) => {
      if (ids.has(id)) throw new SignalboxError("invalid_data", `The id ${id} stands twice.`);
      ids.add(id);
      prompts.push(JSON.stringify({ id, source, dataset, prompt, ...more }));
    },
    outcome: (row) => {
      if (!ids.has(row.id)) throw new SignalboxError("invalid_data", `No prompt has the id ${row.id}.`);
      models.add(row.model);
      outcomes.push(outcomeLine(row));
    },
    finish: async (folder) => {
      const texts = { prompts: `${prompts.join("\n")}\n`, outcomes: `${outcomes.join("\n")}\n` };
      await mkdir(folder, { recursive: true });
      await writeCompressed(join(folder, `${source}.prompts.jsonl.gz`), texts.prompts);
      await writeCompressed(join(folder, `${source}.outcomes.csv.gz`), texts.outcomes);
      return {
        digests: { prompts: sha256Of(texts.prompts), outcomes: sha256Of(texts.outcomes) },
        prompts: prompts.length,
        outcomes: outcomes.length - 1,
        models: [...models].toSorted(),
      };
    },
  };
}
