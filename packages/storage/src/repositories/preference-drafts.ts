// Drafts that members have of preferences: one draft a member and preference, gone once it is saved or discarded.
import { readStoredPolicy } from "@signalbox/contracts";
import type { Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import type { Database } from "../database/schema.ts";
import type { DraftRef, PreferenceDraft, PreferenceRepository } from "../interface/preferences.ts";

const LISTED_MAX = 1_000;

const toDraft = (row: Selectable<Database["preferenceDrafts"]>): PreferenceDraft => ({
  ...row,
  policy: readStoredPolicy(row.policy),
});

async function exists(context: Context, { accountId, userId, preferenceId }: DraftRef): Promise<boolean> {
  const found = await context.db
    .selectFrom("preferences")
    .innerJoin("memberships", "memberships.accountId", "preferences.accountId")
    .select("preferences.id")
    .where("preferences.accountId", "=", accountId)
    .where("preferences.id", "=", preferenceId)
    .where("preferences.deletedAtMs", "is", null)
    .where("memberships.userId", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

type Drafts = Pick<PreferenceRepository, "findDraft" | "putDraft" | "deleteDraft" | "listDrafts">;

export function drafts(context: Context): Drafts {
  return {
    findDraft: async ({ accountId, userId, preferenceId }) => {
      const row = await context.db
        .selectFrom("preferenceDrafts")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("userId", "=", userId)
        .where("preferenceId", "=", preferenceId)
        .executeTakeFirst();
      return row && toDraft(row);
    },
    putDraft: (draft) =>
      context.transaction(async (inside) => {
        if (!(await exists(inside, draft))) return false;
        const { accountId, userId, preferenceId, name, baseVersion, updatedAtMs } = draft;
        const content = { name, policy: JSON.stringify(draft.policy), baseVersion, updatedAtMs };
        await inside.db
          .insertInto("preferenceDrafts")
          .values({ accountId, userId, preferenceId, ...content })
          .onConflict((conflict) =>
            conflict.columns(["accountId", "userId", "preferenceId"]).doUpdateSet(content),
          )
          .execute();
        return true;
      }),
    deleteDraft: async ({ accountId, userId, preferenceId }) => {
      const result = await context.db
        .deleteFrom("preferenceDrafts")
        .where("accountId", "=", accountId)
        .where("userId", "=", userId)
        .where("preferenceId", "=", preferenceId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    listDrafts: async ({ accountId, userId }) => {
      const all = context.db.selectFrom("preferenceDrafts").selectAll().where("accountId", "=", accountId);
      const rows = await (userId === undefined ? all : all.where("userId", "=", userId))
        .orderBy("updatedAtMs", "desc")
        .limit(LISTED_MAX)
        .execute();
      return rows.map(toDraft);
    },
  };
}
