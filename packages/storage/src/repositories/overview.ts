// The overview reads hourly sums only; see journal/hourly-sums.ts for what they hold.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { OverviewBucket, OverviewFeedback, OverviewRepository } from "../interface/overview.ts";
import { hourOf } from "../journal/hours.ts";
import { EMPTY_SUMS } from "../journal/hourly-sums.ts";
import { fixedBaselines, pickedModels, readLabels } from "./overview-labels.ts";
import { extremeOf, latencyOf, meanOf, totalsOf, type HourSums } from "./overview-totals.ts";
import { bucketOf, rowsOf, slicesOf, startOf, sumOf, windowOf, type Window } from "./overview-window.ts";

const { accountId: _account, hourMs: _hour, ...ADDED } = EMPTY_SUMS.hour;

type BucketRow = HourSums & { readonly bucket: number };

/** Added up by the database: a year has thousands of hours, and about a hundred buckets. */
function readBuckets(context: Context, window: Window): Promise<readonly BucketRow[]> {
  const bucket = bucketOf(window);
  const sums = Object.keys(ADDED).map((name) => sumOf(name).as(name));
  return rowsOf(context, "decisionHours", window)
    .select([bucket.as("bucket"), ...sums])
    .groupBy(bucket)
    .orderBy(bucket)
    .execute() as unknown as Promise<readonly BucketRow[]>;
}

const bucketsOf = (rows: readonly BucketRow[], window: Window): readonly OverviewBucket[] =>
  rows.map((row) => Object.assign(totalsOf([row]), { startMs: startOf(window, row.bucket) }));

async function latencies(context: Context, window: Window) {
  const counts = new Map<number, number>();
  for await (const slice of slicesOf(context, window)) {
    const rows = await rowsOf(context, "decisionLatencies", slice)
      .select([sql<number>`bucket`.as("bucket"), sumOf("decisions").as("count")])
      .groupBy(sql`bucket`)
      .execute();
    for (const { bucket, count } of rows) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  }
  const rows = Array.from(counts, ([bucket, count]) => ({ bucket, count }));
  return latencyOf(rows.toSorted((a, b) => a.bucket - b.bucket));
}

async function judged(context: Context, window: Window) {
  const bucket = bucketOf(window);
  const rows = await rowsOf(context, "feedbackHours", window)
    .select([
      bucket.as("bucket"),
      sumOf("judged").as("count"),
      sumOf("predicted_sum").as("predicted"),
      sumOf("reported_sum").as("reported"),
      sumOf("squared_error_sum").as("squaredError"),
    ])
    .groupBy(bucket)
    .orderBy(bucket)
    .execute();
  const total = (member: "count" | "predicted" | "reported" | "squaredError"): number =>
    rows.reduce((sum, row) => sum + row[member], 0);
  const meansOf = ({ count, predicted, reported }: Judged): OverviewFeedback => ({
    count,
    predictedMean: meanOf(predicted, count),
    reportedMean: meanOf(reported, count),
  });
  const count = total("count");
  const whole = meansOf({ count, predicted: total("predicted"), reported: total("reported") });
  return {
    feedback: { ...whole, brier: meanOf(total("squaredError"), count) },
    feedbackBuckets: rows
      .filter((row) => row.count > 0)
      .map((row) => Object.assign(meansOf(row), { startMs: startOf(window, row.bucket) })),
  };
}

interface Judged {
  readonly count: number;
  readonly predicted: number;
  readonly reported: number;
}

export function createOverviewRepository(context: Context): OverviewRepository {
  return {
    read: async (input) => {
      const window = windowOf(input);
      // A server of its own works at several of them; in this process they take turns.
      const [hours, labels, latency, reports] = await Promise.all([
        readBuckets(context, window),
        readLabels(context, window),
        latencies(context, window),
        judged(context, window),
      ]);
      return {
        totals: totalsOf(hours),
        buckets: bucketsOf(hours, window),
        models: pickedModels(labels),
        fixed: fixedBaselines(labels),
        cheapest: extremeOf(hours, "cheapest"),
        best: extremeOf(hours, "best"),
        latency,
        ...reports,
      };
    },
    purge: ({ accountId, beforeMs }) =>
      context.transaction(async ({ db }) => {
        const tables = [
          "decisionLabels",
          "decisionLatencies",
          "decisionGroups",
          "feedbackHours",
          "reportedHours",
          "decisionHours",
        ] as const;
        let hours = 0n;
        for (const table of tables) {
          const result = await db
            .deleteFrom(table as "decisionHours")
            .where("accountId", "=", accountId)
            .where("hourMs", "<", hourOf(beforeMs))
            .executeTakeFirst();
          hours = result.numDeletedRows;
        }
        return Number(hours);
      }),
  };
}
