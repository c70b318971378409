// A decision as one database row, and back, by the kinds of its columns.
import type { Explanation } from "@signalbox/contracts";
import type { Selectable } from "kysely";

import { bytesOfVector, parseMaybe, stringifyMaybe, vectorOfBytes } from "../database/json.ts";
import type { DecisionsTable } from "../database/journal-tables.ts";
import { DECISION, SUMMARY, type Kind } from "../interface/decision-table.ts";
import type { DecisionRow, DecisionSummary, Explain } from "../interface/decisions.ts";
import { decodeExplanation, decodeNumbers, encodeExplanation, encodeNumbers } from "./decision-codec.ts";

/** PostgreSQL keeps no NUL in text. The explanation, being JSON, still has the caller's exact bytes. */
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

const asIs = (value: unknown): Value => value as Value;

/** Makes a member of a row what the databases keep. */
const WRITE: Readonly<Record<Kind, (value: unknown) => Value>> = {
  name: asIs,
  words: (value) => cleanMaybe(value as string | null),
  time: asIs,
  count: asIs,
  figure: asIs,
  flag: (value) => (value === true ? 1 : 0),
  vector: (value) => bytesOfVector(value as Float32Array | null),
  json: (value) => stringifyMaybe(value as object | null),
  explanation: (value) => encodeExplanation(value as Explanation),
};

const WRITERS = DECISION_COLUMNS.map((name) => {
  const { kind } = DECISION[name];
  return { name, kind, write: WRITE[kind] };
});

/** Makes what the databases keep a member of a row again; kinds that are missing are the same on both sides. */
const READ: Partial<Readonly<Record<Kind, (value: unknown) => unknown>>> = {
  flag: (value) => value === 1,
  vector: (value) => vectorOfBytes(value as Uint8Array | null),
  json: (value) => parseMaybe(value as string | null),
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
  return readColumns(row) as unknown as DecisionSummary;
}

/** Reads member by member, and the explanation only without a record: it may be a getter that words it when asked. */
export function toValues(row: DecisionRow): readonly Value[] {
  const values: Value[] = [];
  for (const { name, kind, write } of WRITERS)
    values.push(
      kind === "explanation" && row.record !== undefined ? encodeNumbers(row.record) : write(row[name]),
    );
  return values;
}

export function toColumns(row: DecisionRow): DecisionsTable {
  const values = toValues(row);
  return Object.fromEntries(
    DECISION_COLUMNS.map((name, index) => [name, values[index]]),
  ) as unknown as DecisionsTable;
}

/** The explanation is worded when it is first read, and then kept. */
class WordedOnDemand {
  readonly #bytes: Uint8Array;
  readonly #explain: Explain;
  #explanation: Explanation | undefined;

  constructor(bytes: Uint8Array, explain: Explain) {
    this.#bytes = bytes;
    this.#explain = explain;
  }

  read(): Explanation {
    this.#explanation ??= decodeExplanation(this.#bytes, this.#explain);
    return this.#explanation;
  }
}

export function toDecision(row: Selectable<DecisionsTable>, explain: Explain): DecisionRow {
  const record = decodeNumbers(row.explanation);
  const words = new WordedOnDemand(row.explanation, explain);
  const members = readColumns(row) as unknown as DecisionRow;
  return {
    ...members,
    ...(record === undefined ? {} : { record }),
    get explanation() {
      return words.read();
    },
  };
}
