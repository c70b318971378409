import type { Kysely, Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseMaybe, stringifyMaybe } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type { EndedExperiment, ExperimentRepository } from "../interface/preferences.ts";

/** Only this file reads the table, so its rows are declared here. */
type Tables = { experiments: Omit<EndedExperiment, "report"> & { report: string | null } };

const toExperiment = (row: Selectable<Tables["experiments"]>): EndedExperiment => ({
  ...row,
  report: parseMaybe(row.report),
});

const NEWEST_FIRST = { columns: ["experiments.ended_at_ms", "experiments.id"], direction: "desc" } as const;

export function createExperimentRepository(context: Context): ExperimentRepository {
  const all: Kysely<Database> = context.db;
  const db = all.withTables<Tables>();
  const of = (accountId: string) =>
    db.selectFrom("experiments").selectAll().where("accountId", "=", accountId);
  return {
    create: async (experiment) => {
      const row = { ...experiment, report: stringifyMaybe(experiment.report) };
      await db.insertInto("experiments").values(row).execute();
    },
    list: async ({ accountId, preferenceId, ...page }) => {
      const limit = pageLimit(page);
      const query =
        preferenceId === undefined ? of(accountId) : of(accountId).where("preferenceId", "=", preferenceId);
      const rows = await fromPlace(query, NEWEST_FIRST, decodeCursor(page.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: toExperiment, place: (row) => [row.endedAtMs, row.id] });
    },
    findUncounted: async () => {
      const row = await db
        .selectFrom("experiments")
        .selectAll()
        .where("report", "is", null)
        .orderBy("endedAtMs")
        .limit(1)
        .executeTakeFirst();
      return row && toExperiment(row);
    },
    conclude: async ({ accountId, id, report }) => {
      const result = await db
        .updateTable("experiments")
        .set({ report: JSON.stringify(report) })
        .where("accountId", "=", accountId)
        .where("id", "=", id)
        .where("report", "is", null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    prune: async ({ accountId, keep }) => {
      const kept = db
        .selectFrom("experiments")
        .select("id")
        .where("accountId", "=", accountId)
        .orderBy("endedAtMs", "desc")
        .orderBy("id", "desc")
        .limit(keep);
      const result = await db
        .deleteFrom("experiments")
        .where("accountId", "=", accountId)
        .where("id", "not in", kept)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
