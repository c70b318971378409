import type { Kysely, Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type { Alert, AlertHandling, AlertRepository } from "../interface/records.ts";

/** Only this file reads the table, so its rows are declared here. */
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
    acknowledgedAtMs: number | null;
    mutedUntilMs: number | null;
    handledBy: string | null;
    note: string | null;
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

/** The longest silence that was asked for this kind and subject, while it lasts. */
async function mutedUntil(db: WithAlerts, row: Pick<Row, "accountId" | "kind" | "subject" | "openedAtMs">) {
  const { muted } = await db
    .selectFrom("alerts")
    .select((eb) => eb.fn.max("mutedUntilMs").as("muted"))
    .where("accountId", "=", row.accountId)
    .where("kind", "=", row.kind)
    .where("subject", "=", row.subject)
    .where("mutedUntilMs", ">", row.openedAtMs)
    .executeTakeFirstOrThrow();
  return muted;
}

async function handle(db: WithAlerts, input: AlertHandling): Promise<Alert | undefined> {
  const { accountId, id, acknowledgedAtMs, mutedUntilMs, handledBy, note } = input;
  const row = await db
    .updateTable("alerts")
    .set({
      handledBy,
      ...(acknowledgedAtMs !== undefined && { acknowledgedAtMs }),
      ...(mutedUntilMs !== undefined && { mutedUntilMs }),
      ...(note !== undefined && { note }),
    })
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toAlert(row);
}

const UNHANDLED = { resolvedAtMs: null, acknowledgedAtMs: null, handledBy: null, note: null } as const;

export function createAlertRepository(context: Context): AlertRepository {
  const all: Kysely<Database> = context.db;
  const db: WithAlerts = all.withTables<Tables>();
  return {
    open: async (input) => {
      const { id, accountId, kind, subject, severity, openedAtMs } = input;
      const details = JSON.stringify(input.details);
      const own = { id, accountId, kind, subject, severity, details, openedAtMs };
      const mutedUntilMs = await mutedUntil(db, own);
      const row = await insertOrRefresh(db, { ...own, ...UNHANDLED, mutedUntilMs, updatedAtMs: openedAtMs });
      return { alert: toAlert(row), isNew: row.id === id };
    },
    resolve: async ({ accountId, kind, subject, atMs }) => {
      const row = await db
        .updateTable("alerts")
        .set({ resolvedAtMs: atMs, updatedAtMs: atMs })
        .where("accountId", "=", accountId)
        .where("kind", "=", kind)
        .where("subject", "=", subject)
        .where("resolvedAtMs", "is", null)
        .returningAll()
        .executeTakeFirst();
      return row && toAlert(row);
    },
    handle: (input) => handle(db, input),
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
