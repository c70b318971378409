// Writes journal rows and their hourly sums in one transaction: all or nothing.
import type { Context } from "../database/context.ts";
import { addOnConflict, type SumTable } from "../database/add-on-conflict.ts";
import type { Database } from "../database/schema.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { toColumns } from "./decision-columns.ts";
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
  await context.transaction(async ({ db }) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const portion = rows.slice(start, start + ROWS_PER_INSERT).map(toColumns);
      await db.insertInto("decisions").values(portion).execute();
    }
    await addAll(db, "decisionHours", sums.hours);
    await addAll(db, "decisionLabels", sums.labels);
    await addAll(db, "decisionLatencies", sums.latencies);
    await addAll(db, "decisionGroups", sums.groups);
  });
}
