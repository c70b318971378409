// The overview: what was decided in a span of time, what it costs against honest baselines, and whether it was good.
import { Type, type Static } from "typebox";
import { OrNull, TimestampSchema } from "./common.ts";

// The savings of routing beside one way of not routing, added up over a span of time.
const Baseline = Type.Union(
  [
    Type.Literal("cheapest"),
    Type.Literal("best_each"),
    Type.Literal("fixed"),
    Type.Literal("mix_before"),
    Type.Literal("named"),
  ],
  {
    description:
      "The cheapest or the best of each call, one fixed label, each label with its share of the 30 days before the span, or " +
      "the model that each caller named. `named` is in reported dollars, all others in expected ones.",
  },
);

export const OverviewSavingsQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  baseline: Type.Optional(Baseline),
  label: Type.Optional(Type.String({ maxLength: 513, description: "The label that `fixed` always calls." })),
});

const added = {
  decisions: Type.Integer({
    description:
      "Decisions with both prices known, that offered the baseline or, for `named`, were reported on.",
  }),
  usd: Type.Number({ description: "Dollars of the baseline over these decisions." }),
  routed_usd: Type.Number({ description: "Dollars of the picks over the same decisions." }),
  saved_usd: Type.Number({ description: "The difference; negative where routing cost more." }),
  low: OrNull(
    Type.Number(),
    "Lower end of the 95 % interval of the saving if this span is a sample of the traffic; null below eight buckets.",
  ),
  high: OrNull(Type.Number()),
};

export const OverviewSavingsSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    bucket_s: Type.Integer(),
    baseline: Baseline,
    label: OrNull(Type.String()),
    ...added,
    series: Type.Array(Type.Object({ at: TimestampSchema, ...added }), {
      description: "One entry per bucket; each holds what had added up by its end.",
    }),
  },
  { $id: "OverviewSavings" },
);

export type OverviewSavingsQuery = Static<typeof OverviewSavingsQuerySchema>;
export type OverviewSavings = Static<typeof OverviewSavingsSchema>;

export const OverviewQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  baseline_label: Type.Optional(
    Type.String({ maxLength: 513, description: "A fixed candidate to compare the spend with." }),
  ),
});

export const JudgedSchema = Type.Object(
  {
    count: Type.Integer({ description: "Reports." }),
    predicted: OrNull(Type.Number(), "Mean estimate over the decisions that were reported on."),
    reported: OrNull(Type.Number()),
    reported_low: OrNull(Type.Number(), "Lower end of the 95 % interval of the mean report."),
    reported_high: OrNull(Type.Number()),
  },
  { description: "Success predicted and reported." },
);

const sums = {
  decisions: Type.Integer(),
  degraded: Type.Integer(),
  explored: Type.Integer(),
  rejected: Type.Integer({ description: "Decisions in which a filter rejected at least one candidate." }),
  rejected_candidates: Type.Integer(),
  usd: Type.Number({ description: "Expected dollars of the picks whose price is known." }),
  priced: Type.Integer({ description: "Decisions whose pick has a known price." }),
  success: OrNull(Type.Number(), "Mean estimated success of the picks."),
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

const OverviewBaselineSchema = Type.Object(
  {
    kind: Type.Union([
      Type.Literal("best_single"),
      Type.Literal("best_each"),
      Type.Literal("cheapest"),
      Type.Literal("fixed"),
    ]),
    label: OrNull(Type.String(), "Null where each decision has its own."),
    decisions: Type.Integer({ description: "Decisions that offered it, with both prices known." }),
    usd: Type.Number(),
    success: OrNull(Type.Number()),
    routed_usd: Type.Number({ description: "What the router's picks cost over the same decisions." }),
    routed_success: OrNull(Type.Number()),
  },
  { description: "One way of not routing, compared over the same decisions." },
);

const reportedSums = {
  reports: Type.Integer({ description: "Calls of which usage was reported." }),
  priced: Type.Integer({ description: "Calls of which dollars were reported." }),
  usd: Type.Number({ description: "Reported dollars." }),
  compared: Type.Integer({
    description:
      "Calls of which dollars were reported and what the model that the caller named would have cost.",
  }),
  routed_usd: Type.Number({ description: "Reported dollars of the calls that are compared." }),
  baseline_usd: Type.Number({ description: "What the same tokens would have cost with the models named." }),
};

const ReportedDollarsSchema = Type.Object(
  {
    ...reportedSums,
    models: Type.Array(
      Type.Object({ model: OrNull(Type.String(), "Null where the caller named none."), ...reportedSums }),
      { description: "By the model that the caller named, the most reports first." },
    ),
  },
  { description: "Dollars that callers reported, beside those of the models that they named." },
);

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
    baselines: Type.Array(OverviewBaselineSchema),
    labels: Type.Array(Type.String(), { description: "Labels that `baseline_label` can name." }),
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
    reported: ReportedDollarsSchema,
    changes: Type.Array(PolicyChangeSchema, {
      description: "Versions of preferences written in this time, the newest hundred, oldest first.",
    }),
  },
  { $id: "Overview" },
);

export type OverviewQuery = Static<typeof OverviewQuerySchema>;
export type Judged = Static<typeof JudgedSchema>;
export type OverviewTotals = Static<typeof OverviewTotalsSchema>;
export type OverviewModel = Static<typeof OverviewModelSchema>;
export type OverviewBaseline = Static<typeof OverviewBaselineSchema>;
export type ReportedDollars = Static<typeof ReportedDollarsSchema>;
export type Overview = Static<typeof OverviewSchema>;
