// Links that were mailed: to verify an address, and to set a new password.
import type { Context } from "../database/context.ts";
import type { EmailVerificationRepository, PasswordResetRepository } from "../interface/browser-sessions.ts";

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

export function createPasswordResetRepository(context: Context): PasswordResetRepository {
  const { db } = context;
  return {
    create: async (reset) => {
      await db
        .insertInto("passwordResets")
        .values(reset)
        .onConflict((conflict) => conflict.column("userId").doUpdateSet(reset))
        .execute();
    },
    consume: async ({ tokenHash, nowMs }) => {
      const row = await db
        .deleteFrom("passwordResets")
        .where("tokenHash", "=", tokenHash)
        .where("expiresAtMs", ">", nowMs)
        .returning("userId")
        .executeTakeFirst();
      return row?.userId;
    },
    deleteByUser: async (userId) => {
      const result = await db.deleteFrom("passwordResets").where("userId", "=", userId).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    purgeExpired: async (nowMs) => {
      const result = await db
        .deleteFrom("passwordResets")
        .where("expiresAtMs", "<=", nowMs)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
