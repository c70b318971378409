import { SignalboxError } from "@signalbox/contracts";
import type { Selectable } from "kysely";
import type { Context } from "../database/context.ts";
import type { Database } from "../database/schema.ts";
import type { User, UserRepository, UserUpdate } from "../interface/users.ts";

/**
 * The key by which two spellings of an address are one person: case, blanks around it, and the two ways to write an accent.
 * Look-alikes (the Roman numeral "Ⅴ" for a "v") are mailboxes of their own, maybe of somebody else.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

export function toUser(row: Omit<Selectable<Database["users"]>, "emailKey">): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.passwordHash,
    createdAtMs: row.createdAtMs,
    lastSignInAtMs: row.lastSignInAtMs,
    emailVerifiedAtMs: row.emailVerifiedAtMs,
  };
}

function changes(input: UserUpdate): Partial<Database["users"]> {
  const { email, name, passwordHash, lastSignInAtMs, emailVerifiedAtMs } = input;
  return {
    ...(email === undefined ? {} : { email, emailKey: emailKey(email) }),
    ...(name === undefined ? {} : { name }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(lastSignInAtMs === undefined ? {} : { lastSignInAtMs }),
    ...(emailVerifiedAtMs === undefined ? {} : { emailVerifiedAtMs }),
  };
}

async function linkIdentity(
  context: Context,
  input: Parameters<UserRepository["linkIdentity"]>[0],
): Promise<void> {
  await context.transaction(async ({ db }) => {
    const { issuer, subject, userId, atMs } = input;
    await db
      .insertInto("identities")
      .values({ issuer, subject, userId, createdAtMs: atMs })
      .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
      .execute();
    const row = await db
      .selectFrom("identities")
      .select("userId")
      .where("issuer", "=", issuer)
      .where("subject", "=", subject)
      .executeTakeFirst();
    if (row?.userId !== userId) {
      throw new SignalboxError("conflict", "This sign-in belongs to another person already.");
    }
  });
}

export function createUserRepository(context: Context): UserRepository {
  const { db } = context;
  const find = async (id: string): Promise<User | undefined> => {
    const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
    return row && toUser(row);
  };
  return {
    create: async (user) => {
      await db
        .insertInto("users")
        .values({ ...user, emailKey: emailKey(user.email) })
        .execute();
    },
    find,
    findByEmail: async (email) => {
      const row = await db
        .selectFrom("users")
        .selectAll()
        .where("emailKey", "=", emailKey(email))
        .executeTakeFirst();
      return row && toUser(row);
    },
    update: (input) =>
      context.transaction(async ({ db, notify }) => {
        const row = await db
          .updateTable("users")
          .set({ id: input.id, ...changes(input) })
          .where("id", "=", input.id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        notify({ topic: "members", accountId: null, id: input.id });
        return toUser(row);
      }),
    findByIdentity: async ({ issuer, subject }) => {
      const row = await db
        .selectFrom("identities")
        .innerJoin("users", "users.id", "identities.userId")
        .selectAll("users")
        .where("identities.issuer", "=", issuer)
        .where("identities.subject", "=", subject)
        .executeTakeFirst();
      return row && toUser(row);
    },
    linkIdentity: (input) => linkIdentity(context, input),
    delete: (id) =>
      context.transaction(async ({ db, notify }) => {
        const result = await db.deleteFrom("users").where("id", "=", id).executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        notify({ topic: "members", accountId: null, id });
        return true;
      }),
  };
}
