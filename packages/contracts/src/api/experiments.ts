// An experiment: two preferences side by side, a session chain in one arm only.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull } from "./common.ts";

const ArmSchema = Type.Object({
  preference_id: IdSchema,
  versions: Type.Array(Type.Integer(), {
    description: "Versions that decided; more than one mixes policies.",
  }),
  decisions: Type.Integer(),
  chains: Type.Integer(),
  judged_chains: Type.Integer({ description: "Chains with reported success; the unit of the comparison." }),
  success_reported: OrNull(
    Type.Number(),
    "Mean over judged chains of the mean reported success of the chain.",
  ),
  usd_mean: OrNull(Type.Number(), "Expected dollars a decision, over those with a price."),
});

export const ExperimentSchema = Type.Object(
  {
    preference_id: IdSchema,
    challenger_id: IdSchema,
    share: Type.Number(),
    is_running: Type.Boolean(),
    arms: Type.Object({ a: ArmSchema, b: ArmSchema }),
    difference: Type.Object(
      { mean: OrNull(Type.Number()), low: OrNull(Type.Number()), high: OrNull(Type.Number()) },
      { description: "Reported success of b less a, with a confidence sequence: valid at every look." },
    ),
    confidence: Type.Number(),
    verdict: Type.Union([Type.Literal("undecided"), Type.Literal("a_better"), Type.Literal("b_better")]),
    stopping_rule: Type.String(),
    notes: Type.Array(Type.String()),
  },
  { $id: "Experiment" },
);

export type Experiment = Static<typeof ExperimentSchema>;
