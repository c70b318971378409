// JSON and JSON lines of a clone, with faults that name the file and what was expected of it.
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { isRecord, SignalboxError } from "@signalbox/contracts";

import { invalidData, readTextFile, type TextFile } from "../read-text.ts";

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
