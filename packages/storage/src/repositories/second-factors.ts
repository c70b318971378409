// Each acceptance is one statement that changes a row or none, so that two requests cannot use the same code.
import type { Context } from "../database/context.ts";
import type { SecondFactorRepository } from "../interface/users.ts";

function propose(context: Context): SecondFactorRepository["propose"] {
  return async (factor) => {
    const row = await context.db
      .insertInto("secondFactors")
      .values(factor)
      .onConflict((conflict) =>
        conflict.column("userId").doUpdateSet(factor).where("secondFactors.confirmedAtMs", "is", null),
      )
      .returning("userId")
      .executeTakeFirst();
    return row !== undefined;
  };
}

function replaceRecoveryCodes(context: Context): SecondFactorRepository["replaceRecoveryCodes"] {
  return ({ userId, codeHashes }) =>
    context.transaction(async ({ db }) => {
      await db.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
      for (const codeHash of codeHashes)
        await db.insertInto("recoveryCodes").values({ userId, codeHash }).execute();
    });
}

function endSecondFactor(context: Context): SecondFactorRepository["delete"] {
  return (userId) =>
    context.transaction(async ({ db }) => {
      await db.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
      const result = await db.deleteFrom("secondFactors").where("userId", "=", userId).executeTakeFirst();
      return result.numDeletedRows > 0n;
    });
}

export function createSecondFactorRepository(context: Context): SecondFactorRepository {
  const { db } = context;
  return {
    find: (userId) =>
      db.selectFrom("secondFactors").selectAll().where("userId", "=", userId).executeTakeFirst(),
    propose: propose(context),
    confirm: async ({ userId, secret, step, atMs }) => {
      const result = await db
        .updateTable("secondFactors")
        .set({ confirmedAtMs: atMs, lastStep: step })
        .where("userId", "=", userId)
        .where("secret", "=", secret)
        .where("confirmedAtMs", "is", null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    useStep: async ({ userId, step }) => {
      const result = await db
        .updateTable("secondFactors")
        .set({ lastStep: step })
        .where("userId", "=", userId)
        .where("lastStep", "<", step)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    delete: endSecondFactor(context),
    replaceRecoveryCodes: replaceRecoveryCodes(context),
    useRecoveryCode: async ({ userId, codeHash }) => {
      const result = await db
        .deleteFrom("recoveryCodes")
        .where("userId", "=", userId)
        .where("codeHash", "=", codeHash)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    countRecoveryCodes: async (userId) => {
      const row = await db
        .selectFrom("recoveryCodes")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("userId", "=", userId)
        .executeTakeFirstOrThrow();
      return row.count;
    },
  };
}
