import type { Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type { AuditEntry, AuditRepository } from "../interface/records.ts";

function toEntry({ actorKind, actorId, actorName, ...row }: Selectable<Database["auditLog"]>): AuditEntry {
  const actor = { kind: actorKind, id: actorId, name: actorName };
  return { ...row, details: parseObject(row.details), actor };
}

export function createAuditRepository(context: Context): AuditRepository {
  const { db } = context;
  return {
    append: async ({ actor, ...entry }) => {
      await db
        .insertInto("auditLog")
        .values({
          ...entry,
          details: JSON.stringify(entry.details),
          actorKind: actor.kind,
          actorId: actor.id,
          actorName: actor.name,
        })
        .execute();
    },
    list: async (input) => {
      const limit = pageLimit(input);
      let query = db.selectFrom("auditLog").selectAll().where("accountId", "=", input.accountId);
      if (input.action !== undefined) query = query.where("action", "=", input.action);
      if (input.targetId !== undefined) query = query.where("targetId", "=", input.targetId);
      const order = { columns: ["audit_log.at_ms", "audit_log.id"], direction: "desc" } as const;
      const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: toEntry, place: (row) => [row.atMs, row.id] });
    },
    purge: async ({ accountId, beforeMs, limit }) => {
      const old = db
        .selectFrom("auditLog")
        .select("id")
        .where("accountId", "=", accountId)
        .where("atMs", "<", beforeMs)
        .limit(limit);
      const result = await db.deleteFrom("auditLog").where("id", "in", old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
