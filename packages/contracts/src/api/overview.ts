// The overview: what was decided in a span of time, what it costs, and whether it was good.
import { Type, type Static } from "typebox";
import { OrNull, TimestampSchema } from "./common.ts";
import { BilledSchema, JudgedSchema } from "./ledger.ts";

export const OverviewQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
});

const sums = {
  decisions: Type.Integer({ description: "Refusals too." }),
  refused: Type.Integer({ description: "Decisions without a pick: a rule or a limit left no candidate." }),
  degraded: Type.Integer(),
  explored: Type.Integer(),
  rejected: Type.Integer({ description: "Decisions in which a filter rejected at least one candidate." }),
  usd: Type.Number({ description: "Expected dollars of the picks whose price is known." }),
  priced: Type.Integer({ description: "Decisions whose pick has a known price." }),
  success: OrNull(Type.Number(), "Mean estimated success of the picks."),
  billed: BilledSchema,
};

export const OverviewTotalsSchema = Type.Object(sums);
const OverviewBucketSchema = Type.Object({ at: TimestampSchema, ...sums, feedback: JudgedSchema });

const OverviewModelSchema = Type.Object({
  label: Type.String(),
  decisions: Type.Integer(),
  share: Type.Number({ minimum: 0, maximum: 1 }),
  usd: Type.Number(),
  priced: Type.Integer(),
  success: OrNull(Type.Number()),
  by_bucket: Type.Array(Type.Object({ at: TimestampSchema, decisions: Type.Integer() })),
  feedback: Type.Object({
    count: Type.Integer(),
    predicted: OrNull(Type.Number()),
    reported: OrNull(Type.Number()),
  }),
});

export const PolicyChangeSchema = Type.Object({
  at: TimestampSchema,
  preference_id: Type.String(),
  version: Type.Integer(),
  restored_from: OrNull(Type.Integer(), "The earlier version that a rollback brought back."),
});

export const OverviewSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    bucket_s: Type.Integer(),
    totals: OverviewTotalsSchema,
    series: Type.Array(OverviewBucketSchema, { description: "One entry per bucket, empty ones too." }),
    models: Type.Array(OverviewModelSchema),
    labels: Type.Array(Type.String(), { description: "Labels that were offered, the most frequent first." }),
    latency: Type.Object({
      decide_us_p50: OrNull(Type.Number()),
      decide_us_p90: OrNull(Type.Number()),
      decide_us_p95: OrNull(Type.Number()),
      decide_us_p99: OrNull(Type.Number()),
    }),
    feedback: Type.Object({
      count: Type.Integer(),
      predicted: OrNull(Type.Number(), "Mean estimate over the decisions with feedback."),
      reported: OrNull(Type.Number()),
      brier: OrNull(Type.Number(), "Mean squared error of the estimates; 0 is perfect."),
    }),
    changes: Type.Array(PolicyChangeSchema, {
      description: "Versions of preferences written in this time, the newest hundred, oldest first.",
    }),
  },
  { $id: "Overview" },
);

export type OverviewQuery = Static<typeof OverviewQuerySchema>;
export type OverviewTotals = Static<typeof OverviewTotalsSchema>;
export type OverviewModel = Static<typeof OverviewModelSchema>;
export type Overview = Static<typeof OverviewSchema>;
