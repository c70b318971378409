// A longest life of keys reaches those that exist too: each ends when it would if it were made now, but none without notice.
import type { Context } from "../database/context.ts";
import type { KeyLifeLimit } from "../interface/api-keys.ts";

/** Keys whose end a limit may bring forward. */
const living = ({ db }: Context, accountId: string | undefined) =>
  db
    .updateTable("apiKeys")
    .where("revokedAtMs", "is", null)
    .$if(accountId !== undefined, (all) => all.where("accountId", "=", accountId ?? ""));

export function limitLives(context: Context, limit: KeyLifeLimit): Promise<number> {
  const { accountId, lifeMs, graceEndMs } = limit;
  return context.transaction(async (inside) => {
    const youngest = graceEndMs - lifeMs;
    const young = await living(inside, accountId)
      .set((eb) => ({ expiresAtMs: eb("createdAtMs", "+", lifeMs) }))
      .where("createdAtMs", ">=", youngest)
      .where((eb) =>
        eb.or([eb("expiresAtMs", "is", null), eb("expiresAtMs", ">", eb("createdAtMs", "+", lifeMs))]),
      )
      .returning(["accountId", "hash"])
      .execute();
    const old = await living(inside, accountId)
      .set({ expiresAtMs: graceEndMs })
      .where("createdAtMs", "<", youngest)
      .where((eb) => eb.or([eb("expiresAtMs", "is", null), eb("expiresAtMs", ">", graceEndMs)]))
      .returning(["accountId", "hash"])
      .execute();
    for (const key of [...young, ...old])
      inside.notify({ topic: "keys", accountId: key.accountId, id: key.hash });
    return young.length + old.length;
  });
}
