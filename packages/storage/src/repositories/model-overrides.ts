import type { Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import type { Database } from "../database/schema.ts";
import type { ModelOverride, ModelOverrideRepository } from "../interface/records.ts";

function toOverride(row: Selectable<Database["modelOverrides"]>): ModelOverride {
  return { ...row, facts: parseObject(row.facts) };
}

export function createModelOverrideRepository(context: Context): ModelOverrideRepository {
  const of = (accountId: string) =>
    context.db.selectFrom("modelOverrides").selectAll().where("accountId", "=", accountId);
  return {
    put: (override) =>
      context.transaction(async ({ db, notify }) => {
        const { accountId, modelId, updatedAtMs, updatedBy } = override;
        const row = { accountId, modelId, facts: JSON.stringify(override.facts), updatedAtMs, updatedBy };
        await db
          .insertInto("modelOverrides")
          .values(row)
          .onConflict((conflict) => conflict.columns(["accountId", "modelId"]).doUpdateSet(row))
          .execute();
        notify({ topic: "models", accountId, id: modelId });
      }),
    find: async ({ accountId, modelId }) => {
      const row = await of(accountId).where("modelId", "=", modelId).executeTakeFirst();
      return row && toOverride(row);
    },
    list: async ({ accountId }) => {
      const rows = await of(accountId).orderBy("modelId").limit(10_000).execute();
      return rows.map(toOverride);
    },
    delete: ({ accountId, modelId }) =>
      context.transaction(async ({ db, notify }) => {
        const result = await db
          .deleteFrom("modelOverrides")
          .where("accountId", "=", accountId)
          .where("modelId", "=", modelId)
          .executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        notify({ topic: "models", accountId, id: modelId });
        return true;
      }),
  };
}
