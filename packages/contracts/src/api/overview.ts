// The overview: what was decided in a span of time, what it costs against honest baselines, and whether it was good.
import { Type, type Static } from "typebox";

import { OrNull, TimestampSchema } from "./common.ts";

export const OverviewQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  baseline_label: Type.Optional(
    Type.String({ maxLength: 513, description: "A fixed candidate to compare the spend with." }),
  ),
});

export const OverviewBucketSchema = Type.Object({
  at: TimestampSchema,
  decisions: Type.Integer(),
  degraded: Type.Integer(),
  rejected: Type.Integer({ description: "Candidates that filters rejected." }),
  usd: Type.Number(),
  success_predicted: OrNull(Type.Number()),
  success_reported: OrNull(Type.Number()),
  feedback: Type.Integer(),
});

export const OverviewModelSchema = Type.Object({
  label: Type.String(),
  decisions: Type.Integer(),
  share: Type.Number(),
  usd: Type.Number(),
  success_predicted: OrNull(Type.Number()),
  success_reported: OrNull(Type.Number()),
  feedback: Type.Integer(),
});

export const OverviewBaselineSchema = Type.Object({
  kind: Type.Union([
    Type.Literal("routed"),
    Type.Literal("best_single"),
    Type.Literal("cheapest"),
    Type.Literal("fixed"),
  ]),
  label: OrNull(Type.String(), "Null for the router itself."),
  usd: Type.Number({ description: "Expected dollars over the compared decisions." }),
  success: OrNull(Type.Number()),
  decisions: Type.Integer({ description: "Decisions in which it was a candidate with a known price." }),
});

export const OverviewSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    bucket_s: Type.Integer(),
    totals: Type.Object({
      decisions: Type.Integer(),
      degraded: Type.Integer(),
      rejected: Type.Integer(),
      explored: Type.Integer(),
      chains: Type.Integer(),
      usd: Type.Number(),
      usd_unknown: Type.Integer({ description: "Decisions without a known price." }),
      success_predicted: OrNull(Type.Number()),
      success_predicted_where_reported: OrNull(Type.Number()),
      success_reported: OrNull(Type.Number()),
      feedback: Type.Integer(),
    }),
    series: Type.Array(OverviewBucketSchema),
    models: Type.Array(OverviewModelSchema),
    spend: Type.Object({
      compared: Type.Integer({ description: "The most recent decisions of the span, up to a limit." }),
      is_sample: Type.Boolean({ description: "The span holds more decisions than were compared." }),
      rows: Type.Array(OverviewBaselineSchema),
    }),
    latency: Type.Object({
      decide_us_p50: OrNull(Type.Number()),
      decide_us_p95: OrNull(Type.Number()),
      decide_us_p99: OrNull(Type.Number()),
    }),
    labels: Type.Array(Type.String(), { description: "Labels that `baseline_label` can name." }),
  },
  { $id: "Overview" },
);

export type OverviewQuery = Static<typeof OverviewQuerySchema>;
export type OverviewBucket = Static<typeof OverviewBucketSchema>;
export type OverviewModel = Static<typeof OverviewModelSchema>;
export type OverviewBaseline = Static<typeof OverviewBaselineSchema>;
export type Overview = Static<typeof OverviewSchema>;
