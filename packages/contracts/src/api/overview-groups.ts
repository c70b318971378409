// Decisions grouped by what they have in common, over a span of time.
import { Type, type Static } from "typebox";

import { OrNull, TimestampSchema } from "./common.ts";
import { decisionFilters } from "./decisions.ts";
import { JudgedSchema } from "./ledger.ts";
import { OverviewTotalsSchema } from "./overview.ts";

const GroupedBy = Type.Union(
  [
    Type.Literal("label"),
    Type.Literal("key"),
    Type.Literal("preference"),
    Type.Literal("version"),
    Type.Literal("field"),
    Type.Literal("language"),
    Type.Literal("operation"),
    Type.Literal("outcome"),
    Type.Literal("cost"),
    Type.Literal("feedback"),
    Type.TemplateLiteral([Type.Literal("tag:"), Type.String()]),
  ],
  {
    description:
      "What the decisions of a group have in common; `version` is that of the preference, `tag:NAME` the value of a tag: decisions without it are in no group.",
  },
);

export const OverviewGroupsQuerySchema = Type.Object({ by: GroupedBy, ...decisionFilters });

const sums = {
  ...OverviewTotalsSchema.properties,
  feedback: JudgedSchema,
};

/** The figures that are drawn over time; a year of a hundred groups stays small. */
const GroupBucketSchema = Type.Object({
  at: TimestampSchema,
  decisions: Type.Integer(),
  usd: Type.Number(),
  success: OrNull(Type.Number()),
});

export const DecisionGroupSchema = Type.Object({
  value: Type.String({
    description:
      "A label, field, language, operation, an id of a key or preference, or `ID@VERSION`; empty for decisions without. " +
      "By `outcome`: `picked`, `degraded` or `refused`. By `cost`: `FROM-TO` in dollars, without `TO` for the highest, or `unknown`. " +
      "By `feedback`: `none`, `bad` or `good`.",
  }),
  model_id: OrNull(
    Type.String(),
    "By `label`: the model of the catalogue that the label names; null where it names none, and by anything else.",
  ),
  share: Type.Number({ minimum: 0, maximum: 1, description: "Of all decisions of the span." }),
  last_at: TimestampSchema,
  ...sums,
  series: Type.Array(GroupBucketSchema, { description: "Buckets with decisions only." }),
});

export const OverviewGroupsSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    bucket_s: Type.Integer(),
    by: GroupedBy,
    counted_from: OrNull(
      TimestampSchema,
      "With filters the newest decisions of the span are read, a bounded number: the oldest one that was, when there are more.",
    ),
    times: Type.Array(TimestampSchema, { description: "The start of every bucket, empty ones too." }),
    groups: Type.Array(DecisionGroupSchema, { description: "Most decisions first, at most 200." }),
  },
  { $id: "OverviewGroups" },
);

export const OverviewTagsSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        values: Type.Array(Type.Object({ value: Type.String(), decisions: Type.Integer() }), {
          description: "Most decisions first, at most 50.",
        }),
      }),
      { description: "Names of tags in order, at most 100." },
    ),
  },
  { $id: "OverviewTags" },
);

export type OverviewTags = Static<typeof OverviewTagsSchema>;
export type OverviewGroupsQuery = Static<typeof OverviewGroupsQuerySchema>;
export type DecisionGroup = Static<typeof DecisionGroupSchema>;
export type OverviewGroups = Static<typeof OverviewGroupsSchema>;
