// Links with which a person sets a new password.
import type { Context } from "../database/context.ts";
import type { PasswordResetRepository } from "../interface/users.ts";

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
