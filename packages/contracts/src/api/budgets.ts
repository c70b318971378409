// Budgets: the most that may be spent, in expected dollars of the picks, by the account, a key, a preference or a tag.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull, TimestampSchema } from "./common.ts";

const scope = Type.Union([
  Type.Literal("account"),
  Type.Literal("key"),
  Type.Literal("preference"),
  Type.Literal("tag"),
]);
const subject = OrNull(
  Type.String({ minLength: 1, maxLength: 512 }),
  "The id of the key or the preference, or a tag as `region=eu`; null for the whole account.",
);
const period = Type.Union([Type.Literal("day"), Type.Literal("month")], {
  description: "Of the calendar, in UTC.",
});
const usdMax = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 });
const alertAt = Type.Number({
  minimum: 0.01,
  maximum: 1,
  description: "Share that opens an alert.",
});
const isHard = Type.Boolean({ description: "Whether decisions stop with 402 when it is spent." });

export const BudgetSchema = Type.Object(
  {
    id: IdSchema,
    scope,
    subject_id: subject,
    period,
    usd_max: usdMax,
    alert_at: alertAt,
    hard_stop: isHard,
    spent_usd: Type.Number({ description: "Expected dollars of this period so far." }),
    resets_at: TimestampSchema,
    updated_at: TimestampSchema,
    updated_by: OrNull(Type.String()),
  },
  { $id: "Budget" },
);

export const PutBudgetSchema = Type.Object({
  scope,
  subject_id: Type.Optional(subject),
  period,
  usd_max: usdMax,
  alert_at: Type.Optional(Type.Number({ ...alertAt, default: 0.8 })),
  hard_stop: Type.Optional(Type.Boolean({ ...isHard, default: false })),
});

export const BudgetsSchema = Type.Object({ data: Type.Array(BudgetSchema) });

export type Budget = Static<typeof BudgetSchema>;
export type Budgets = Static<typeof BudgetsSchema>;
export type PutBudget = Static<typeof PutBudgetSchema>;
