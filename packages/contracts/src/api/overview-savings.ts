// What routing saved beside one way of not routing, as it added up over a span of time.
import { Type, type Static } from "typebox";

import { OrNull, TimestampSchema } from "./common.ts";

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
