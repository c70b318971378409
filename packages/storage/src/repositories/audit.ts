import type { Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type { AuditEntry, AuditRepository } from "../interface/records.ts";

const SIGN_IN = "user.sign_in";

function toEntry({ actorKind, actorId, actorName, ...row }: Selectable<Database["auditLog"]>): AuditEntry {
  const actor = { kind: actorKind, id: actorId, name: actorName };
  return { ...row, details: parseObject(row.details), actor };
}

export function createAuditRepository({ db }: Context): AuditRepository {
  return {
    append: async ({ actor: { kind: actorKind, id: actorId, name: actorName }, ...entry }) => {
      const details = JSON.stringify(entry.details);
      await db
        .insertInto("auditLog")
        .values({ ...entry, details, actorKind, actorId, actorName })
        .execute();
    },
    list: async (input) => {
      const limit = pageLimit(input);
      let query = db.selectFrom("auditLog").selectAll().where("accountId", "=", input.accountId);
      if (input.action !== undefined) query = query.where("action", "=", input.action);
      if (input.signIns === false) query = query.where("action", "<>", SIGN_IN);
      if (input.targetId !== undefined) query = query.where("targetId", "=", input.targetId);
      if (input.actorId !== undefined) query = query.where("actorId", "=", input.actorId);
      if (input.fromMs !== undefined) query = query.where("atMs", ">=", input.fromMs);
      if (input.toMs !== undefined) query = query.where("atMs", "<", input.toMs);
      const order = { columns: ["audit_log.at_ms", "audit_log.id"], direction: "desc" } as const;
      const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: toEntry, place: (row) => [row.atMs, row.id] });
    },
    deleteBefore: async ({ accountId, beforeMs, limit }) => {
      const oldest = db
        .selectFrom("auditLog")
        .select("id")
        .where("accountId", "=", accountId)
        .where("atMs", "<", beforeMs)
        .orderBy("atMs")
        .orderBy("id")
        .limit(limit);
      const result = await db.deleteFrom("auditLog").where("id", "in", oldest).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
