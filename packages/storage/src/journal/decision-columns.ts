// A decision as one database row, and back, by the kinds of its columns.

import type { Selectable } from "kysely";
import {
  readStored,
  bytesOfVector,
  parseMaybe,
  parseObject,
  stringifyMaybe,
  vectorOfBytes,
} from "../database/json.ts";
import type { DecisionsTable } from "../database/journal-tables.ts";
import type { JsonObject } from "../interface/common.ts";
import { DECISION, SUMMARY, type Kind, type KeptDecision } from "../interface/decision-table.ts";
import type { DecisionRow, DecisionSummary } from "../interface/decisions.ts";
import { decodeRecord, packRecord } from "./decision-codec.ts";
import { type DecisionPart, type PartLedger, partOf } from "./decision-parts.ts";

// The journal's form of what a request asked for: JSON, in which a list of candidates that comes again
// is named by its digest.

const NAMED_LIST = /^\{"candidates":"([0-9a-f]{32})"/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const partsOfLists = new WeakMap<object, DecisionPart>();

function partOfList(list: object): DecisionPart {
  const known = partsOfLists.get(list);
  if (known !== undefined) return known;
  const part = partOf(encoder.encode(JSON.stringify(list)));
  partsOfLists.set(list, part);
  return part;
}

/**
 * A frozen list of candidates is that of many requests: freezing promises that nothing within it changes either.
 * @param parts the list's, where the text names it, is added
 */
export function packRequest(request: JsonObject, parts: DecisionPart[]): string {
  const { candidates: list } = request;
  if (!Array.isArray(list) || !Object.isFrozen(list)) return JSON.stringify(request);
  const part = partOfList(list);
  parts.push(part);
  const others = JSON.stringify({ ...request, candidates: undefined });
  return `{"candidates":"${part.key}"${others === "{}" ? "" : ","}${others.slice(1)}`;
}

/** Keys of the parts that a kept request names. */
export function partsOfRequest(text: string): readonly string[] {
  const key = NAMED_LIST.exec(text)?.[1];
  return key === undefined ? [] : [key];
}

/** A kept request with its list in it. @param contentOf by key */
export function completeRequest(text: string, contentOf: (key: string) => Uint8Array): string {
  return text.replace(NAMED_LIST, (_named, key: string) => `{"candidates":${decoder.decode(contentOf(key))}`);
}

/** PostgreSQL keeps no NUL in text. The record, being JSON, still has the caller's exact bytes. */
export function cleanText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}

function cleanMaybe(text: string | null): string | null {
  return text === null ? null : cleanText(text);
}

type Value = string | number | Uint8Array | null;

const namesOf = <C extends object>(columns: C) => Object.keys(columns) as (keyof C & string)[];

/** Columns of `DecisionSummary`, in its order. */
export const SUMMARY_COLUMNS = namesOf(SUMMARY);
/** The order of the journal's messages. */
export const DECISION_COLUMNS = namesOf(DECISION);

/** Null where a spooled row lacks the member, since the release that spooled it did not know the column. */
const asIs = (value: unknown): Value => (value ?? null) as Value;

/** Makes a member of a row what the databases keep. */
const WRITE: Readonly<Record<Kind, (value: unknown, parts: DecisionPart[]) => Value>> = {
  name: asIs,
  words: (value) => cleanMaybe(value as string | null),
  time: asIs,
  count: asIs,
  figure: asIs,
  flag: (value) => (value === true ? 1 : 0),
  vector: (value) => bytesOfVector(value as Float32Array | null),
  json: (value) => stringifyMaybe(value as JsonObject | null),
  request: (value, parts) => packRequest(value as JsonObject, parts),
  record: (value, parts) => packRecord(value as KeptDecision, parts),
};

const WRITERS = DECISION_COLUMNS.map((name) => {
  const member = name === "explanation" ? "record" : name;
  return { member, write: WRITE[DECISION[name].kind] } as const;
});

const REQUESTS_MAX = 64;
/** Longer requests are not kept. */
const REQUEST_CHARS_MAX = 16_384;
const requests = new Map<string, JsonObject>();

/** The same frozen object for a text that comes again: the requests of a program are alike, and many rows hold them. */
function requestOf(text: string): JsonObject {
  const known = requests.get(text);
  if (known !== undefined) return known;
  const request = Object.freeze(parseObject(text));
  if (text.length > REQUEST_CHARS_MAX) return request;
  if (requests.size >= REQUESTS_MAX) requests.clear();
  requests.set(text, request);
  return request;
}

/** Makes what the databases keep a member of a row again; kinds that are missing are the same on both sides. */
const READ: Partial<Readonly<Record<Kind, (value: unknown) => unknown>>> = {
  flag: (value) => value === 1,
  vector: (value) => vectorOfBytes(value as Uint8Array | null),
  json: (value) => parseMaybe(value as string | null),
  request: (value) => (value === null ? null : requestOf(value as string)),
};

const READERS = DECISION_COLUMNS.flatMap((name) => {
  const read = READ[DECISION[name].kind];
  return read === undefined ? [] : [[name, read] as const];
});

type SummaryColumns = Pick<Selectable<DecisionsTable>, keyof typeof SUMMARY>;

function readColumns(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = { ...row };
  for (const [name, read] of READERS) if (name in row) members[name] = read(row[name]);
  return members;
}

export function toSummary(row: SummaryColumns): DecisionSummary {
  return readStored(() => readColumns(row)) as unknown as DecisionSummary;
}

/**
 * In the order of the columns. The record lies in memory that the next row takes.
 * @param ledger of the batch: the parts that the row names are noted there
 */
export function toValues(row: DecisionRow, ledger: PartLedger): readonly Value[] {
  const values: Value[] = [];
  const parts: DecisionPart[] = [];
  for (const { member, write } of WRITERS) values.push(write(row[member], parts));
  ledger.note(parts, row.accountId, row.createdAtMs);
  return values;
}

export function toColumns(row: DecisionRow, ledger: PartLedger): DecisionsTable {
  const values = toValues(row, ledger).map((value) =>
    value instanceof Uint8Array ? Uint8Array.from(value) : value,
  );
  return Object.fromEntries(
    DECISION_COLUMNS.map((name, index) => [name, values[index]]),
  ) as unknown as DecisionsTable;
}

/** @param row with the parts that it names in it: see `completeRows` */
export function toDecision(row: Selectable<DecisionsTable>): DecisionRow {
  const { explanation, ...columns } = row;
  return readStored(() => {
    const members = readColumns(columns) as unknown as Omit<DecisionRow, "record">;
    return { ...members, record: decodeRecord(explanation) };
  });
}
