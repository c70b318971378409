import type { Context } from "../database/context.ts";
import type { BrowserSessionRepository, SignedIn } from "../interface/users.ts";
import { toAccount } from "./accounts.ts";
import { toUser } from "./users.ts";

function findActive(context: Context): BrowserSessionRepository["findActive"] {
  return async ({ tokenHash, nowMs }) => {
    const { db } = context;
    const session = await db
      .selectFrom("browserSessions")
      .selectAll()
      .where("tokenHash", "=", tokenHash)
      .where("expiresAtMs", ">", nowMs)
      .executeTakeFirst();
    if (session === undefined) return undefined;
    const owner = await db
      .selectFrom("memberships")
      .innerJoin("accounts", "accounts.id", "memberships.accountId")
      .selectAll("accounts")
      .select("memberships.role")
      .where("memberships.accountId", "=", session.accountId)
      .where("memberships.userId", "=", session.userId)
      .where("accounts.isDeleting", "=", 0)
      .executeTakeFirst();
    const user = await db.selectFrom("users").selectAll().where("id", "=", session.userId).executeTakeFirst();
    if (owner === undefined || user === undefined) return undefined;
    const signedIn: SignedIn = { session, user: toUser(user), account: toAccount(owner), role: owner.role };
    return signedIn;
  };
}

export function createBrowserSessionRepository(context: Context): BrowserSessionRepository {
  const { db } = context;
  return {
    create: async (session) => {
      await db.insertInto("browserSessions").values(session).execute();
    },
    findActive: findActive(context),
    listByUser: ({ userId, nowMs }) =>
      db
        .selectFrom("browserSessions")
        .selectAll()
        .where("userId", "=", userId)
        .where("expiresAtMs", ">", nowMs)
        .orderBy("lastSeenAtMs", "desc")
        .limit(500)
        .execute(),
    touch: async ({ id, lastSeenAtMs, expiresAtMs }) => {
      await db
        .updateTable("browserSessions")
        .set({ lastSeenAtMs, expiresAtMs })
        .where("id", "=", id)
        .execute();
    },
    setMethod: async ({ id, signedInBy }) => {
      await db.updateTable("browserSessions").set({ signedInBy }).where("id", "=", id).execute();
    },
    delete: async ({ userId, id }) => {
      const result = await db
        .deleteFrom("browserSessions")
        .where("userId", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    deleteByUser: async ({ userId, exceptId }) => {
      const query = db.deleteFrom("browserSessions").where("userId", "=", userId);
      const others = exceptId === undefined ? query : query.where("id", "!=", exceptId);
      return Number((await others.executeTakeFirst()).numDeletedRows);
    },
    purgeExpired: async (nowMs) => {
      const result = await db
        .deleteFrom("browserSessions")
        .where("expiresAtMs", "<=", nowMs)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
