// Who belongs to an account. The invariant: an account with members never loses its last owner.
import { SignalboxError } from "@signalbox/contracts";

import type { Context } from "../database/context.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { MembershipRepository } from "../interface/users.ts";
import { toAccount } from "./accounts.ts";

/** Locks the account's row first (PostgreSQL), so that two owners cannot leave at the same moment. */
async function assertOwnerStays(context: Context, accountId: string, userId: string): Promise<void> {
  const { db, dialect } = context;
  const lock = db.selectFrom("accounts").select("id").where("id", "=", accountId);
  await dialect.lockRows(lock).execute();
  const owners = await db
    .selectFrom("memberships")
    .select("userId")
    .where("accountId", "=", accountId)
    .where("role", "=", "owner")
    .execute();
  if (owners.length === 1 && owners[0]?.userId === userId) {
    throw new SignalboxError("conflict", "The last owner cannot leave. Make another member an owner first.");
  }
}

function listMembers(context: Context): MembershipRepository["list"] {
  return async (input) => {
    const limit = pageLimit(input);
    const query = context.db
      .selectFrom("memberships")
      .innerJoin("users", "users.id", "memberships.userId")
      .selectAll("memberships")
      .select((of) => [
        "users.email",
        "users.name",
        of
          .selectFrom("browserSessions")
          .select((session) => session.fn.max("browserSessions.lastSeenAtMs").as("seen"))
          .whereRef("browserSessions.accountId", "=", "memberships.accountId")
          .whereRef("browserSessions.userId", "=", "memberships.userId")
          .as("lastSeenAtMs"),
      ])
      .where("memberships.accountId", "=", input.accountId);
    const order = {
      columns: ["memberships.created_at_ms", "memberships.user_id"],
      direction: "asc",
    } as const;
    const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, { item: (row) => row, place: (row) => [row.createdAtMs, row.userId] });
  };
}

function listByUser(context: Context): MembershipRepository["listByUser"] {
  return async (userId) => {
    const rows = await context.db
      .selectFrom("memberships")
      .innerJoin("accounts", "accounts.id", "memberships.accountId")
      .selectAll("accounts")
      .select(["memberships.role", "memberships.createdAtMs as joinedAtMs"])
      .where("memberships.userId", "=", userId)
      .where("accounts.isDeleting", "=", 0)
      .orderBy("memberships.createdAtMs")
      .execute();
    return rows.map((row) => ({
      account: toAccount(row),
      membership: { accountId: row.id, userId, role: row.role, createdAtMs: row.joinedAtMs },
    }));
  };
}

export function createMembershipRepository(context: Context): MembershipRepository {
  return {
    create: (membership) =>
      context.transaction(async ({ db, notify }) => {
        await db.insertInto("memberships").values(membership).execute();
        notify({ topic: "members", accountId: membership.accountId, id: membership.userId });
      }),
    find: ({ accountId, userId }) =>
      context.db
        .selectFrom("memberships")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("userId", "=", userId)
        .executeTakeFirst(),
    list: listMembers(context),
    listByUser: listByUser(context),
    setRole: ({ accountId, userId, role }) =>
      context.transaction(async (inside) => {
        if (role !== "owner") await assertOwnerStays(inside, accountId, userId);
        const result = await inside.db
          .updateTable("memberships")
          .set({ role })
          .where("accountId", "=", accountId)
          .where("userId", "=", userId)
          .executeTakeFirst();
        inside.notify({ topic: "members", accountId, id: userId });
        return result.numUpdatedRows > 0n;
      }),
    delete: ({ accountId, userId }) =>
      context.transaction(async (inside) => {
        await assertOwnerStays(inside, accountId, userId);
        const { db, notify } = inside;
        await db
          .deleteFrom("browserSessions")
          .where("accountId", "=", accountId)
          .where("userId", "=", userId)
          .execute();
        const result = await db
          .deleteFrom("memberships")
          .where("accountId", "=", accountId)
          .where("userId", "=", userId)
          .executeTakeFirst();
        notify({ topic: "members", accountId, id: userId });
        return result.numDeletedRows > 0n;
      }),
  };
}
