import type { Selectable } from "kysely";
import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage } from "../database/page.ts";
import type { Database } from "../database/schema.ts";
import type { Account, AccountRepository } from "../interface/users.ts";

// Deletion goes in steps so that it never holds the database for long: the account turns invisible and its keys and
// members go first, the journal follows in portions, the rest falls with the account's own row.
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

async function deleteAccount(context: Context, accountId: string): Promise<boolean> {
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

export function toAccount(row: Omit<Selectable<Database["accounts"]>, "isDeleting">): Account {
  return {
    id: row.id,
    name: row.name,
    settings: parseObject(row.settings),
    digestKey: row.digestKey,
    claimTokenHash: row.claimTokenHash,
    createdAtMs: row.createdAtMs,
  };
}

function update(context: Context): AccountRepository["update"] {
  return ({ accountId, name, settings }) =>
    context.transaction(async ({ db, notify }) => {
      const row = await db
        .updateTable("accounts")
        .set({
          isDeleting: 0,
          ...(name === undefined ? {} : { name }),
          ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
        })
        .where("id", "=", accountId)
        .where("isDeleting", "=", 0)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      notify({ topic: "account", accountId, id: accountId });
      return toAccount(row);
    });
}

function claim(context: Context): AccountRepository["claim"] {
  return ({ accountId, tokenHash }) =>
    context.transaction(async ({ db, notify }) => {
      const result = await db
        .updateTable("accounts")
        .set({ claimTokenHash: null })
        .where("id", "=", accountId)
        .where("claimTokenHash", "=", tokenHash)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) return false;
      notify({ topic: "account", accountId, id: accountId });
      return true;
    });
}

function setDigestKey(context: Context): AccountRepository["setDigestKey"] {
  return ({ accountId, from, to }) =>
    context.transaction(async ({ db, notify }) => {
      const result = await db
        .updateTable("accounts")
        .set({ digestKey: to })
        .where("id", "=", accountId)
        .where("digestKey", "=", from)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) return false;
      notify({ topic: "account", accountId, id: accountId });
      return true;
    });
}

export function createAccountRepository(context: Context): AccountRepository {
  const { db } = context;
  const visible = () => db.selectFrom("accounts").selectAll().where("isDeleting", "=", 0);
  const find = async (id: string): Promise<Account | undefined> => {
    const row = await visible().where("id", "=", id).executeTakeFirst();
    return row && toAccount(row);
  };
  return {
    create: async (account) => {
      await db
        .insertInto("accounts")
        .values({ ...account, settings: JSON.stringify(account.settings), isDeleting: 0 })
        .execute();
    },
    find,
    list: async (page = {}) => {
      const limit = pageLimit(page);
      const order = { columns: ["accounts.created_at_ms", "accounts.id"], direction: "asc" } as const;
      const rows = await fromPlace(visible(), order, decodeCursor(page.cursor, [0, ""]))
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, { item: toAccount, place: (row) => [row.createdAtMs, row.id] });
    },
    count: async () => {
      const row = await db
        .selectFrom("accounts")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("isDeleting", "=", 0)
        .executeTakeFirstOrThrow();
      return row.count;
    },
    update: update(context),
    findByClaimToken: async (tokenHash) => {
      const row = await visible().where("claimTokenHash", "=", tokenHash).executeTakeFirst();
      return row && toAccount(row);
    },
    claim: claim(context),
    setDigestKey: setDigestKey(context),
    delete: (accountId) => deleteAccount(context, accountId),
  };
}
