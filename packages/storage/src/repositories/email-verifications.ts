import type { Context } from "../database/context.ts";
import type { EmailVerificationRepository } from "../interface/browser-sessions.ts";

export function createEmailVerificationRepository({ db }: Context): EmailVerificationRepository {
  return {
    create: async (verification) => {
      await db
        .insertInto("emailVerifications")
        .values(verification)
        .onConflict((conflict) => conflict.column("userId").doUpdateSet(verification))
        .execute();
    },
    findByUser: ({ userId, nowMs }) =>
      db
        .selectFrom("emailVerifications")
        .selectAll()
        .where("userId", "=", userId)
        .where("expiresAtMs", ">", nowMs)
        .executeTakeFirst(),
    consume: ({ tokenHash, nowMs }) =>
      db
        .deleteFrom("emailVerifications")
        .where("tokenHash", "=", tokenHash)
        .where("expiresAtMs", ">", nowMs)
        .returningAll()
        .executeTakeFirst(),
    deleteByUser: async (userId) => {
      const result = await db
        .deleteFrom("emailVerifications")
        .where("userId", "=", userId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    purgeExpired: async (nowMs) => {
      const result = await db
        .deleteFrom("emailVerifications")
        .where("expiresAtMs", "<=", nowMs)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
