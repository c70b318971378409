// PostgreSQL takes a batch of the journal in one statement and one round trip: each column of the rows and of the sums is an
// array in binary form. One statement is one transaction: all or nothing.
import type { Pool } from "pg";

import { KEYS_OF_SUMS, type SumTable } from "../database/add-on-conflict.ts";
import { repeatedly } from "../database/context.ts";
import { fromPostgres } from "../database/map-driver-errors.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { DECISION, type Kind } from "../interface/decision-table.ts";
import { ArrayParameter, SQL_TYPES, type MemberKind } from "./array-parameter.ts";
import { DECISION_COLUMNS, toValues } from "./decision-columns.ts";
import { PartLedger, rowOfUse, type PartUse } from "./decision-parts.ts";
import { EMPTY_SUMS, sumByHour } from "./hourly-sums.ts";
import type { SqlValue } from "./journal-message.ts";

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
