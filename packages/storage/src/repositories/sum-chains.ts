import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { ChainsInput, DecisionRepository } from "../interface/decisions.ts";

const ORDERS = { latest: "lastMs", usd: "usd", turns: "turns" } as const;

export async function sumChains(
  { db }: Context,
  input: ChainsInput,
): ReturnType<DecisionRepository["sumChains"]> {
  const { accountId, fromMs, toMs, keyId, turnsMin, order, limit, rowsMax } = input;
  const newest = db
    .selectFrom("decisions")
    .select(["chainId", "createdAtMs", "usd"])
    .where("accountId", "=", accountId)
    .where("createdAtMs", ">=", fromMs)
    .where("createdAtMs", "<", toMs)
    .$if(keyId !== undefined, (all) => all.where("keyId", "=", keyId ?? ""))
    .orderBy("createdAtMs", "desc")
    .limit(rowsMax)
    .as("newest");
  const chains = await db
    .selectFrom(newest)
    .select((eb) => [
      "newest.chainId",
      eb.fn.countAll<number>().as("turns"),
      eb.fn.min<number>("newest.createdAtMs").as("firstMs"),
      eb.fn.max<number>("newest.createdAtMs").as("lastMs"),
      sql<number>`coalesce(sum(newest.usd), 0)`.as("usd"),
      eb.fn.count<number>("newest.usd").as("pricedTurns"),
    ])
    .groupBy("newest.chainId")
    .having(sql<boolean>`count(*) >= ${turnsMin}`)
    .orderBy(ORDERS[order], "desc")
    .orderBy("newest.chainId")
    .limit(limit)
    .execute();
  const looked = await db
    .selectFrom(newest)
    .select((eb) => [
      eb.fn.countAll<number>().as("rows"),
      eb.fn.min<number | null>("newest.createdAtMs").as("oldestMs"),
    ])
    .executeTakeFirstOrThrow();
  return { chains, countedFromMs: looked.rows < rowsMax ? null : looked.oldestMs };
}
