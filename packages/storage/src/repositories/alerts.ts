import type { Kysely, Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type { Alert, AlertRepository } from "../interface/records.ts";

/** Nobody but this file reads the table, so its rows are declared here. */
type Tables = {
  alerts: {
    id: string;
    accountId: string;
    kind: string;
    subject: string;
    severity: "info" | "warning" | "critical";
    details: string;
    openedAtMs: number;
    updatedAtMs: number;
    resolvedAtMs: number | null;
  };
};

type Row = Selectable<Tables["alerts"]>;
type WithAlerts = Kysely<Database & Tables>;

function toAlert(row: Row): Alert {
  return { ...row, details: parseObject(row.details) };
}

/** The partial unique index lets only one alert of a kind and subject be open. */
async function insertOrRefresh(db: WithAlerts, row: Row): Promise<Row> {
  return db
    .insertInto("alerts")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["accountId", "kind", "subject"])
        .where("resolvedAtMs", "is", null)
        .doUpdateSet({ severity: row.severity, details: row.details, updatedAtMs: row.updatedAtMs }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function createAlertRepository(context: Context): AlertRepository {
  const all: Kysely<Database> = context.db;
  const db: WithAlerts = all.withTables<Tables>();
  return {
    open: async (input) => {
      const { id, accountId, kind, subject, severity, openedAtMs } = input;
      const details = JSON.stringify(input.details);
      const own = { id, accountId, kind, subject, severity, details, openedAtMs };
      const row = await insertOrRefresh(db, { ...own, updatedAtMs: openedAtMs, resolvedAtMs: null });
      return { alert: toAlert(row), isNew: row.id === id };
    },
    resolve: async ({ accountId, kind, subject, atMs }) => {
      const result = await db
        .updateTable("alerts")
        .set({ resolvedAtMs: atMs, updatedAtMs: atMs })
        .where("accountId", "=", accountId)
        .where("kind", "=", kind)
        .where("subject", "=", subject)
        .where("resolvedAtMs", "is", null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    list: async (input) => {
      const limit = pageLimit(input);
      const own = db.selectFrom("alerts").selectAll().where("accountId", "=", input.accountId);
      const query = input.openOnly === true ? own.where("resolvedAtMs", "is", null) : own;
      const order = { columns: ["alerts.opened_at_ms", "alerts.id"], direction: "desc" } as const;
      const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: toAlert, place: (row) => [row.openedAtMs, row.id] });
    },
  };
}
