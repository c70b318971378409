// The journal's statements, compiled once by the query layer and then only run.
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import { addOnConflict, putParts, type SumTable } from "../database/add-on-conflict.ts";
import type { Database } from "../database/schema.ts";
import { DECISION_COLUMNS } from "./decision-columns.ts";
import { EMPTY_SUMS } from "./hourly-sums.ts";
import type { JournalStatements } from "./journal-message.ts";

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
  const part = { accountId: "", digest: Uint8Array.of(), content: Uint8Array.of(), usedAtMs: 0 };
  const decision = db.insertInto("decisions").values(blank as unknown as Database["decisions"]);
  const sums = <T extends SumTable>(table: T, row: Database[T]): string =>
    addOnConflict(db, table, [row]).compile().sql;
  return {
    decision: decision.compile().sql,
    part: putParts(db, [part]).compile().sql,
    hour: sums("decisionHours", EMPTY_SUMS.hour),
    label: sums("decisionLabels", EMPTY_SUMS.label),
    latency: sums("decisionLatencies", EMPTY_SUMS.latency),
    group: sums("decisionGroups", EMPTY_SUMS.group),
  };
}
