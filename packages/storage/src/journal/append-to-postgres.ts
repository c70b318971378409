// PostgreSQL takes a batch of the journal in one statement and one round trip: each column of the rows and of the sums is an
// array in binary form. One statement is one transaction: all or nothing.

import type { Pool } from "pg";
import { KEYS_OF_SUMS, type SumTable, addOnConflict, putParts } from "../database/add-on-conflict.ts";
import { repeatedly, type Context } from "../database/context.ts";
import { fromPostgres } from "../database/map-driver-errors.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { DECISION, type Kind } from "../interface/decision-table.ts";
import { DECISION_COLUMNS, toValues, toColumns } from "./decision-columns.ts";
import { PartLedger, rowOfUse, type PartUse } from "./decision-parts.ts";
import { EMPTY_SUMS, sumByHour } from "./hourly-sums.ts";
import type { SqlValue } from "./journal-message.ts";
import type { Database } from "../database/schema.ts";

// Writes journal rows and their hourly sums in one transaction: all or nothing.

const ROWS_PER_INSERT = 200;

async function addAll<T extends SumTable>(
  db: Context["db"],
  table: T,
  rows: readonly Database[T][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await addOnConflict(db, table, rows.slice(start, start + ROWS_PER_INSERT)).execute();
  }
}

/** The sums come last: their rows are the ones that replicas wait for. */
export async function appendDecisions(context: Context, rows: readonly DecisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sums = sumByHour(rows);
  const ledger = new PartLedger();
  const columns = rows.map((row) => toColumns(row, ledger));
  const parts = ledger.take().map(rowOfUse);
  await context.transaction(async ({ db }) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      await db
        .insertInto("decisions")
        .values(columns.slice(start, start + ROWS_PER_INSERT))
        .execute();
    }
    for (let start = 0; start < parts.length; start += ROWS_PER_INSERT)
      await putParts(db, parts.slice(start, start + ROWS_PER_INSERT)).execute();
    await addAll(db, "decisionLabels", sums.labels);
    await addAll(db, "decisionLatencies", sums.latencies);
    await addAll(db, "decisionGroups", sums.groups);
  });
}

// Arrays as PostgreSQL reads them in binary form: bytes go as bytes and numbers as eight of them, without text in between that
// one side writes and the other one parses. A member is a length and so many bytes.

/** Object identifiers of the types that a member can have, the same in every installation. */
const TYPES = { text: 25, number: 701, bytes: 17 } as const;
export type MemberKind = keyof typeof TYPES;
export const SQL_TYPES: Readonly<Record<MemberKind, string>> = {
  text: "text[]",
  number: "double precision[]",
  bytes: "bytea[]",
};

/** Dimensions, whether there are nulls, the type, the length, the first index. */
const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
const LENGTH_BYTES = 4;
const DOUBLE_BYTES = 8;
const NULL_LENGTH = -1;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const UNIT_BYTES_MAX = 3;
const ROOM_BYTES = 512;
/** One batch of long conversations may need more once; that much is not kept. */
const ROOM_BYTES_KEPT = 1 << 22;

/** Takes one member after the other; its memory serves the next array. */
export class ArrayParameter {
  readonly #kind: MemberKind;
  #room = Buffer.alloc(ROOM_BYTES);
  #end = HEADER_BYTES;
  #members = 0;
  #hasNull = 0;

  constructor(kind: MemberKind) {
    this.#kind = kind;
  }

  /** @param value of this array's kind; bytes are copied */
  add(value: SqlValue): void {
    this.#members += 1;
    if (value === null) {
      this.#hasNull = 1;
      this.#reserve(LENGTH_BYTES);
      this.#end = this.#room.writeInt32BE(NULL_LENGTH, this.#end);
    } else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
    else this.#addBytes(value);
  }

  /** The array so far, in memory of its own; the next member begins another one. */
  take(): Buffer {
    const isEmpty = this.#members === 0;
    this.#room.writeInt32BE(isEmpty ? 0 : 1, 0);
    this.#room.writeInt32BE(this.#hasNull, 4);
    this.#room.writeInt32BE(TYPES[this.#kind], 8);
    this.#room.writeInt32BE(this.#members, 12);
    this.#room.writeInt32BE(1, 16);
    const taken = Buffer.from(this.#room.subarray(0, isEmpty ? EMPTY_HEADER_BYTES : this.#end));
    if (this.#room.length > ROOM_BYTES_KEPT) this.#room = Buffer.alloc(ROOM_BYTES);
    this.#end = HEADER_BYTES;
    this.#members = 0;
    this.#hasNull = 0;
    return taken;
  }

  #addNumber(value: number): void {
    this.#reserve(LENGTH_BYTES + DOUBLE_BYTES);
    this.#end = this.#room.writeInt32BE(DOUBLE_BYTES, this.#end);
    this.#end = this.#room.writeDoubleBE(value, this.#end);
  }

  #addText(value: string): void {
    this.#reserve(LENGTH_BYTES + value.length * UNIT_BYTES_MAX);
    const from = this.#end + LENGTH_BYTES;
    const bytes = this.#room.write(value, from, "utf8");
    this.#room.writeInt32BE(bytes, this.#end);
    this.#end = from + bytes;
  }

  #addBytes(value: Uint8Array): void {
    this.#reserve(LENGTH_BYTES + value.length);
    this.#end = this.#room.writeInt32BE(value.length, this.#end);
    this.#room.set(value, this.#end);
    this.#end += value.length;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#room.length) return;
    const grown = Buffer.alloc(2 * needed);
    this.#room.copy(grown, 0, 0, this.#end);
    this.#room = grown;
  }
}

const MEMBERS: Readonly<Record<Kind, MemberKind>> = {
  name: "text",
  words: "text",
  time: "number",
  count: "number",
  figure: "number",
  flag: "number",
  vector: "bytes",
  json: "text",
  request: "text",
  record: "bytes",
};

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Column {
  readonly name: string;
  readonly members: MemberKind;
}

interface TableParts {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Empty where a row that exists is a fault. */
  readonly onConflict: string;
}

/** The rows of one table: its part of the statement, and the arrays that fill it. */
class TableRows {
  readonly sql: string;
  readonly #arrays: readonly ArrayParameter[];

  /** @param parameters how many stand before its own in the statement */
  constructor({ table, columns, onConflict }: TableParts, parameters: number) {
    const names = columns.map(({ name }) => name).join(", ");
    const arrays = columns.map(({ members }, index) => `$${parameters + index + 1}::${SQL_TYPES[members]}`);
    this.sql = `insert into ${table} (${names}) select ${names}
      from unnest(${arrays.join(", ")}) as row(${names})${onConflict} returning 1`;
    this.#arrays = columns.map(({ members }) => new ArrayParameter(members));
  }

  get parameters(): number {
    return this.#arrays.length;
  }

  add(values: readonly SqlValue[]): void {
    for (const [index, array] of this.#arrays.entries()) array.add(values[index] ?? null);
  }

  addAll(rows: readonly object[]): void {
    for (const row of rows) this.add(Object.values(row) as SqlValue[]);
  }

  /** Nothing of what was added stays. */
  take(): readonly Buffer[] {
    return this.#arrays.map((array) => array.take());
  }
}

function partsOfSums(table: SumTable, row: object): TableParts {
  const own = snake(table);
  const keys = KEYS_OF_SUMS[table];
  const columns = Object.entries(row).map(([name, value]): Column => {
    return { name: snake(name), members: typeof value === "string" ? "text" : "number" };
  });
  const set = Object.keys(row)
    .filter((name) => !keys.includes(name))
    .map((name) => `${snake(name)} = ${own}.${snake(name)} + excluded.${snake(name)}`);
  const onConflict = ` on conflict (${keys.map(snake).join(", ")}) do update set ${set.join(", ")}`;
  return { table: own, columns, onConflict };
}

function createTables() {
  let parameters = 0;
  const next = (parts: TableParts): TableRows => {
    const rows = new TableRows(parts, parameters);
    parameters += rows.parameters;
    return rows;
  };
  return {
    parts: next({
      table: "decision_parts",
      columns: [
        { name: "account_id", members: "text" },
        { name: "digest", members: "bytes" },
        { name: "content", members: "bytes" },
        { name: "used_at_ms", members: "number" },
      ],
      onConflict: ` on conflict (account_id, digest) do update set used_at_ms = excluded.used_at_ms
        where excluded.used_at_ms > decision_parts.used_at_ms`,
    }),
    labels: next(partsOfSums("decisionLabels", EMPTY_SUMS.label)),
    latencies: next(partsOfSums("decisionLatencies", EMPTY_SUMS.latency)),
    groups: next(partsOfSums("decisionGroups", EMPTY_SUMS.group)),
    decisions: next({
      table: "decisions",
      columns: DECISION_COLUMNS.map((name) => ({ name: snake(name), members: MEMBERS[DECISION[name].kind] })),
      onConflict: "",
    }),
  };
}

const TABLES = createTables();
const { parts, labels, latencies, groups, decisions } = TABLES;
/** By its name a connection parses and plans it once. */
const NAME = "signalbox journal";
const TEXT = `with parts as (${parts.sql}), labels as (${labels.sql}), latencies as (${latencies.sql}),
  groups as (${groups.sql}) ${decisions.sql}`;

interface LaidOut {
  readonly values: readonly Buffer[];
  readonly uses: readonly PartUse[];
}

/** The parameters of a batch. A row that cannot be written leaves nothing behind for the next batch. */
function layOut(rows: readonly DecisionRow[], ledger: PartLedger): LaidOut {
  const sums = sumByHour(rows);
  const take = (): readonly Buffer[] => Object.values(TABLES).flatMap((table) => table.take());
  try {
    labels.addAll(sums.labels);
    latencies.addAll(sums.latencies);
    groups.addAll(sums.groups);
    for (const row of rows) decisions.add(toValues(row, ledger));
    const uses = ledger.take();
    parts.addAll(uses.map(rowOfUse));
    return { values: take(), uses };
  } catch (error) {
    ledger.take();
    take();
    throw error;
  }
}

/** The parts that each database is known to have. */
const ledgers = new WeakMap<Pool, PartLedger>();

function ledgerOf(pool: Pool): PartLedger {
  const known = ledgers.get(pool) ?? new PartLedger();
  ledgers.set(pool, known);
  return known;
}

async function run(pool: Pool, values: readonly Buffer[]): Promise<void> {
  try {
    await pool.query({ name: NAME, text: TEXT, values: [...values] });
  } catch (error) {
    throw fromPostgres(error);
  }
}

export async function appendToPostgres(pool: Pool, rows: readonly DecisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ledger = ledgerOf(pool);
  const { values, uses } = layOut(rows, ledger);
  await repeatedly(() => run(pool, values));
  ledger.confirm(uses);
}
