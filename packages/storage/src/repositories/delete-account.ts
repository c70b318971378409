// Deletion goes in steps so that it never holds the database for long: the account turns invisible and its keys and
// members go first, the journal follows in portions, the rest falls with the account's own row.
import type { Context } from "../database/context.ts";

const PORTION_ROWS = 500;

async function hideAccount(context: Context, accountId: string): Promise<boolean> {
  return context.transaction(async ({ db, notify }) => {
    const hidden = await db
      .updateTable("accounts")
      .set({ isDeleting: 1, claimTokenHash: null })
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (hidden.numUpdatedRows === 0n) return false;
    await db.deleteFrom("apiKeys").where("accountId", "=", accountId).execute();
    await db.deleteFrom("browserSessions").where("accountId", "=", accountId).execute();
    await db.deleteFrom("invites").where("accountId", "=", accountId).execute();
    const members = await db
      .deleteFrom("memberships")
      .where("accountId", "=", accountId)
      .returning("userId")
      .execute();
    for (const { userId } of members) await deleteUserWithoutAccount(db, userId);
    notify({ topic: "account", accountId, id: accountId });
    return true;
  });
}

async function deleteUserWithoutAccount(db: Context["db"], userId: string): Promise<void> {
  await db
    .deleteFrom("users")
    .where("id", "=", userId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("memberships").select("userId").where("userId", "=", userId))),
    )
    .execute();
}

async function deletePortion(db: Context["db"], accountId: string): Promise<bigint> {
  const portion = db
    .selectFrom("decisions")
    .select("sessionId")
    .where("accountId", "=", accountId)
    .limit(PORTION_ROWS);
  const result = await db.deleteFrom("decisions").where("sessionId", "in", portion).executeTakeFirst();
  return result.numDeletedRows;
}

export async function deleteAccount(context: Context, accountId: string): Promise<boolean> {
  if (!(await hideAccount(context, accountId))) return false;
  while ((await deletePortion(context.db, accountId)) > 0n);
  await context.db.deleteFrom("accounts").where("id", "=", accountId).execute();
  return true;
}

/** Ends deletions that a stop of the process cut short. */
export async function resumeDeletions(context: Context): Promise<void> {
  const rows = await context.db.selectFrom("accounts").select("id").where("isDeleting", "=", 1).execute();
  for (const { id } of rows) await deleteAccount(context, id);
}
