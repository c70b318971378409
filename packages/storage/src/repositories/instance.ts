import type { Context } from "../database/context.ts";
import type { InstanceRepository } from "../interface/users.ts";

export function createInstanceRepository(context: Context): InstanceRepository {
  const { db } = context;
  const find = async (key: string): Promise<string | undefined> => {
    const row = await db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
    return row?.value;
  };
  return {
    find,
    findOrCreate: async (key, value) => {
      await db
        .insertInto("instance")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .execute();
      return (await find(key)) ?? value;
    },
    set: async (key, value) => {
      await db
        .insertInto("instance")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },
    list: (prefix) =>
      db
        .selectFrom("instance")
        .selectAll()
        .where("key", ">=", prefix)
        .where("key", "<", `${prefix}\u{FFFF}`)
        .orderBy("key")
        .execute(),
    delete: async (key) => {
      const result = await db.deleteFrom("instance").where("key", "=", key).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
