// PostgreSQL takes a batch of the journal in one statement and one round trip: rows and sums as JSON, which costs the
// deciding thread far less than thousands of parameters. One statement is one transaction: all or nothing.
import { sql, type RawBuilder } from "kysely";

import { KEYS_OF_SUMS, type SumTable } from "../database/add-on-conflict.ts";
import { repeatedly, type Context } from "../database/context.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { DECISION, type Kind } from "../interface/decision-table.ts";
import { DECISION_COLUMNS, toValues } from "./decision-columns.ts";
import { EMPTY_SUMS, sumByHour } from "./hourly-sums.ts";

/** How a member of the JSON is declared, and read into its column. */
interface Spelling {
  readonly type: "text" | "double precision";
  readonly read: (column: string) => string;
}

const TEXT: Spelling = { type: "text", read: (column) => column };
const NUMBER: Spelling = { type: "double precision", read: (column) => column };
const BYTES: Spelling = { type: "text", read: (column) => `decode(${column}, 'base64')` };

const SPELLINGS: Readonly<Record<Kind, Spelling>> = {
  name: TEXT,
  words: TEXT,
  time: NUMBER,
  count: NUMBER,
  figure: NUMBER,
  flag: NUMBER,
  vector: BYTES,
  json: TEXT,
  record: BYTES,
};

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function insertRows(): { readonly before: string; readonly after: string } {
  const spelled = DECISION_COLUMNS.map((name) => [snake(name), SPELLINGS[DECISION[name].kind]] as const);
  const read = spelled.map(([column, spelling]) => spelling.read(column));
  const shape = spelled.map(([column, spelling]) => `${column} ${spelling.type}`);
  const columns = spelled.map(([column]) => column).join(", ");
  return {
    before: `insert into decisions (${columns}) select ${read.join(", ")} from json_to_recordset(`,
    after: `) as row(${shape.join(", ")}) returning 1`,
  };
}

function addSums(table: SumTable, row: object): { readonly before: string; readonly after: string } {
  const columns = Object.keys(row);
  const own = snake(table);
  const keys = KEYS_OF_SUMS[table];
  const added = columns.filter((name) => !keys.includes(name)).map(snake);
  const names = columns.map(snake).join(", ");
  return {
    before: `insert into ${own} (${names}) select ${names} from json_populate_recordset(null::${own}, `,
    after: `) on conflict (${keys.map(snake).join(", ")}) do update set ${added
      .map((name) => `${name} = ${own}.${name} + excluded.${name}`)
      .join(", ")} returning 1`,
  };
}

const ROWS = insertRows();
const HOURS = addSums("decisionHours", EMPTY_SUMS.hour);
const LABELS = addSums("decisionLabels", EMPTY_SUMS.label);
const LATENCIES = addSums("decisionLatencies", EMPTY_SUMS.latency);
const GROUPS = addSums("decisionGroups", EMPTY_SUMS.group);

function withJson(
  parts: { readonly before: string; readonly after: string },
  json: string,
): RawBuilder<unknown> {
  return sql`${sql.raw(parts.before)}${json}::json${sql.raw(parts.after)}`;
}

const SNAKE_COLUMNS = DECISION_COLUMNS.map(snake);

function rowJson(row: DecisionRow): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const [index, value] of toValues(row).entries()) {
    json[SNAKE_COLUMNS[index] ?? ""] =
      value instanceof Uint8Array
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
        : value;
  }
  return json;
}

function sumsJson(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]))),
  );
}

export async function appendToPostgres(context: Context, rows: readonly DecisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sums = sumByHour(rows);
  const statement = sql`with
    hours as (${withJson(HOURS, sumsJson(sums.hours))}),
    labels as (${withJson(LABELS, sumsJson(sums.labels))}),
    latencies as (${withJson(LATENCIES, sumsJson(sums.latencies))}),
    groups as (${withJson(GROUPS, sumsJson(sums.groups))})
    ${withJson(ROWS, JSON.stringify(rows.map(rowJson)))}`;
  await repeatedly(() => statement.execute(context.db));
}
