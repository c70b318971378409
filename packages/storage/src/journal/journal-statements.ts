// The journal's statements, compiled once by the query layer and then only run.
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import { addOnConflict, type SumTable } from "../database/add-on-conflict.ts";
import type { Database } from "../database/schema.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { DECISION_COLUMNS, toColumns } from "./decision-columns.ts";
import { EMPTY_SUMS, sumByHour } from "./hourly-sums.ts";
import type { JournalStatements, SqlRow, SqlValue, StatementRows } from "./journal-message.ts";

function compiler(): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    plugins: [new CamelCasePlugin()],
  });
}

export function compileStatements(): JournalStatements {
  const db = compiler();
  const blank = Object.fromEntries(DECISION_COLUMNS.map((name) => [name, ""]));
  const decision = db.insertInto("decisions").values(blank as unknown as Database["decisions"]);
  const sums = <T extends SumTable>(table: T, row: Database[T]): string =>
    addOnConflict(db, table, [row]).compile().sql;
  return {
    decision: decision.compile().sql,
    hour: sums("decisionHours", EMPTY_SUMS.hour),
    label: sums("decisionLabels", EMPTY_SUMS.label),
    latency: sums("decisionLatencies", EMPTY_SUMS.latency),
  };
}

function valuesOf(rows: readonly object[]): readonly SqlRow[] {
  return rows.map((row) => Object.values(row) as SqlValue[]);
}

/** A batch as its statements' parameters. */
export function toParts(rows: readonly DecisionRow[]): readonly StatementRows[] {
  const sums = sumByHour(rows);
  const decisions = rows.map((row) => {
    const columns = toColumns(row);
    return DECISION_COLUMNS.map((name) => columns[name]);
  });
  return [
    { statement: "decision", rows: decisions },
    { statement: "hour", rows: valuesOf(sums.hours) },
    { statement: "label", rows: valuesOf(sums.labels) },
    { statement: "latency", rows: valuesOf(sums.latencies) },
  ];
}
