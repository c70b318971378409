import type { Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseStored } from "../database/json.ts";
import type { Database } from "../database/schema.ts";
import type { Passkey, PasskeyRepository } from "../interface/users.ts";

/** No authenticator of a person's is beyond it; the service refuses more. */
const LISTED_MAX = 100;

function toPasskey(row: Selectable<Database["passkeys"]>): Passkey {
  return { ...row, transports: parseStored(row.transports) as string[] };
}

type Challenges = Pick<PasskeyRepository, "useChallenge" | "purgeChallenges">;

function createChallenges({ db }: Context): Challenges {
  return {
    useChallenge: async (challenge) => {
      const row = await db
        .insertInto("usedChallenges")
        .values(challenge)
        .onConflict((conflict) => conflict.column("challengeHash").doNothing())
        .returning("challengeHash")
        .executeTakeFirst();
      return row !== undefined;
    },
    purgeChallenges: async (nowMs) => {
      const result = await db
        .deleteFrom("usedChallenges")
        .where("expiresAtMs", "<=", nowMs)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export function createPasskeyRepository(context: Context): PasskeyRepository {
  const { db } = context;
  return {
    ...createChallenges(context),
    create: async (passkey) => {
      const transports = JSON.stringify(passkey.transports);
      await db
        .insertInto("passkeys")
        .values({ ...passkey, transports })
        .execute();
    },
    find: async (credentialId) => {
      const row = await db
        .selectFrom("passkeys")
        .selectAll()
        .where("credentialId", "=", credentialId)
        .executeTakeFirst();
      return row && toPasskey(row);
    },
    listByUser: async (userId) => {
      const rows = await db
        .selectFrom("passkeys")
        .selectAll()
        .where("userId", "=", userId)
        .orderBy("createdAtMs")
        .orderBy("id")
        .limit(LISTED_MAX)
        .execute();
      return rows.map(toPasskey);
    },
    rename: async ({ userId, id, name }) => {
      const row = await db
        .updateTable("passkeys")
        .set({ name })
        .where("userId", "=", userId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
      return row && toPasskey(row);
    },
    noteUse: async ({ id, counter, atMs }) => {
      await db.updateTable("passkeys").set({ counter, lastUsedAtMs: atMs }).where("id", "=", id).execute();
    },
    delete: async ({ userId, id }) => {
      const result = await db
        .deleteFrom("passkeys")
        .where("userId", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
