// Writes journal rows and their hourly sums in one transaction: all or nothing.
import type { Context } from "../database/context.ts";
import { addOnConflict, putParts, type SumTable } from "../database/add-on-conflict.ts";
import type { Database } from "../database/schema.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { toColumns } from "./decision-columns.ts";
import { PartLedger, rowOfUse } from "./decision-parts.ts";
import { sumByHour } from "./hourly-sums.ts";

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
