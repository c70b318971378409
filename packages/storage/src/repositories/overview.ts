// The overview reads hourly sums only; see journal/hourly-sums.ts for what they hold.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { OverviewFeedback, OverviewRepository } from "../interface/overview.ts";
import { hourOf } from "../journal/hours.ts";
import { fixedBaselines, pickedModels, readLabels } from "./overview-labels.ts";
import { latencyOf, meanOf } from "./overview-totals.ts";
import { bucketOf, rowsOf, slicesOf, startOf, sumOf, windowOf, type Window } from "./overview-window.ts";

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
      // A separate server works at several of them; in this process they take turns.
      const [labels, latency, reports] = await Promise.all([
        readLabels(context, window),
        latencies(context, window),
        judged(context, window),
      ]);
      return {
        models: pickedModels(labels),
        fixed: fixedBaselines(labels),
        latency,
        ...reports,
      };
    },
    purge: ({ accountId, beforeMs }) =>
      context.transaction(async ({ db }) => {
        for (const table of [
          "decisionLabels",
          "decisionLatencies",
          "decisionGroups",
          "feedbackHours",
        ] as const)
          await db
            .deleteFrom(table as "decisionGroups")
            .where("accountId", "=", accountId)
            .where("hourMs", "<", hourOf(beforeMs))
            .execute();
      }),
  };
}
