import type { Context } from "../database/context.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Invite, InviteRepository, Membership } from "../interface/users.ts";

function openInvites(context: Context, tokenHash: string, nowMs: number) {
  return context.db
    .selectFrom("invites")
    .selectAll()
    .where("tokenHash", "=", tokenHash)
    .where("acceptedAtMs", "is", null)
    .where("expiresAtMs", ">", nowMs);
}

/** A person who is a member already keeps the role they have. */
async function join(context: Context, invite: Invite, membership: Membership): Promise<Membership> {
  const { db, notify } = context;
  await db
    .insertInto("memberships")
    .values(membership)
    .onConflict((conflict) => conflict.columns(["accountId", "userId"]).doNothing())
    .execute();
  notify({ topic: "members", accountId: invite.accountId, id: membership.userId });
  return db
    .selectFrom("memberships")
    .selectAll()
    .where("accountId", "=", invite.accountId)
    .where("userId", "=", membership.userId)
    .executeTakeFirstOrThrow();
}

function accept(context: Context): InviteRepository["accept"] {
  return ({ tokenHash, userId, nowMs }) =>
    context.transaction(async (inside) => {
      const invite = await inside.db
        .updateTable("invites")
        .set({ acceptedAtMs: nowMs })
        .where("tokenHash", "=", tokenHash)
        .where("acceptedAtMs", "is", null)
        .where("expiresAtMs", ">", nowMs)
        .returningAll()
        .executeTakeFirst();
      if (invite === undefined) return undefined;
      const { accountId, role } = invite;
      return join(inside, invite, { accountId, userId, role, createdAtMs: nowMs });
    });
}

export function createInviteRepository(context: Context): InviteRepository {
  const { db } = context;
  return {
    create: async (invite) => {
      await db.insertInto("invites").values(invite).execute();
    },
    list: async (input) => {
      const limit = pageLimit(input);
      const query = db.selectFrom("invites").selectAll().where("accountId", "=", input.accountId);
      const order = { columns: ["invites.created_at_ms", "invites.id"], direction: "desc" } as const;
      const rows = await fromPlace(query, order, decodeCursor(input.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: (row) => row, place: (row) => [row.createdAtMs, row.id] });
    },
    findOpen: ({ tokenHash, nowMs }) => openInvites(context, tokenHash, nowMs).executeTakeFirst(),
    accept: accept(context),
    delete: async ({ accountId, id }) => {
      const result = await db
        .deleteFrom("invites")
        .where("accountId", "=", accountId)
        .where("id", "=", id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
