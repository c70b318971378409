import type { Selectable } from "kysely";

import type { Context } from "../database/context.ts";
import { parseStored } from "../database/damage.ts";
import type { Database } from "../database/schema.ts";
import type { LatencyRepository, LatencyStatistic } from "../interface/feedback.ts";
import {
  EMPTY_HISTOGRAM,
  meanOfSums,
  observe,
  percentileOf,
  type DecayedHistogram,
} from "./decayed-histogram.ts";

const HALF_LIFE_MS = 7 * 24 * 3_600_000;

function toStatistic(row: Selectable<Database["latencies"]>): LatencyStatistic {
  const histogram = parseStored(row.histogram) as DecayedHistogram;
  return {
    modelKey: row.modelKey,
    secondsMean: meanOfSums(histogram.seconds),
    secondsP95: percentileOf(histogram, 0.95),
    tokensPerSecond: meanOfSums(histogram.speed),
    weight: Math.max(histogram.seconds.weight, histogram.speed.weight),
    updatedAtMs: row.updatedAtMs,
  };
}

/** The row, made first when missing and locked (PostgreSQL), so that no observation is lost. */
async function lockedRow(context: Context, accountId: string, modelKey: string) {
  const { db } = context;
  await db
    .insertInto("latencies")
    .values({ accountId, modelKey, histogram: JSON.stringify(EMPTY_HISTOGRAM), updatedAtMs: 0 })
    .onConflict((conflict) => conflict.columns(["accountId", "modelKey"]).doNothing())
    .execute();
  const query = db
    .selectFrom("latencies")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("modelKey", "=", modelKey);
  return context.dialect.lockRows(query).executeTakeFirstOrThrow();
}

export function createLatencyRepository(context: Context): LatencyRepository {
  return {
    observe: (input) =>
      context.transaction(async (inside) => {
        const before = await lockedRow(inside, input.accountId, input.modelKey);
        const histogram = parseStored(before.histogram) as DecayedHistogram;
        const after = observe(histogram.atMs === 0 ? { ...histogram, atMs: input.atMs } : histogram, {
          ...input,
          halfLifeMs: input.halfLifeMs ?? HALF_LIFE_MS,
        });
        const row = { ...before, histogram: JSON.stringify(after), updatedAtMs: after.atMs };
        await inside.db
          .updateTable("latencies")
          .set(row)
          .where("accountId", "=", input.accountId)
          .where("modelKey", "=", input.modelKey)
          .execute();
        return toStatistic(row);
      }),
    list: async ({ accountId }) => {
      const rows = await context.db
        .selectFrom("latencies")
        .selectAll()
        .where("accountId", "=", accountId)
        .orderBy("modelKey")
        .limit(10_000)
        .execute();
      return rows.map(toStatistic);
    },
  };
}
