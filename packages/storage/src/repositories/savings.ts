// The cost of routing beside that of one label, bucket by bucket and over the same decisions, in hourly sums.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { SavingsBucket, SavingsRepository } from "../interface/overview.ts";
import { cleanText } from "../journal/decision-columns.ts";
import { bucketOf, rowsOf, slicesOf, startOf, sumOf, windowOf, type Window } from "./overview-window.ts";

type Totals = { -readonly [Member in keyof Omit<SavingsBucket, "startMs">]: number };

async function readLabel(context: Context, window: Window, label: string): Promise<readonly SavingsBucket[]> {
  const totals = new Map<number, Totals>();
  const bucket = bucketOf(window);
  for await (const slice of slicesOf(context, window)) {
    const rows = await rowsOf(context, "decisionLabels", slice)
      .where(sql<boolean>`label = ${label}`)
      .select([
        bucket.as("bucket"),
        sumOf("offered").as("decisions"),
        sumOf("offered_usd_sum").as("usd"),
        sumOf("routed_usd_sum").as("routedUsd"),
      ])
      .groupBy(bucket)
      .execute();
    for (const { bucket: at, ...row } of rows) {
      const total = totals.get(at) ?? { decisions: 0, usd: 0, routedUsd: 0 };
      total.decisions += row.decisions;
      total.usd += row.usd;
      total.routedUsd += row.routedUsd;
      totals.set(at, total);
    }
  }
  return [...totals]
    .filter(([, { decisions }]) => decisions > 0)
    .toSorted(([a], [b]) => a - b)
    .map(([at, total]) => Object.assign(total, { startMs: startOf(window, at) }));
}

export function createSavingsRepository(context: Context): SavingsRepository {
  return { read: ({ label, ...input }) => readLabel(context, windowOf(input), cleanText(label)) };
}
