// An experiment: two preferences side by side, a session chain in one arm only.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull, pageQuery, TimestampSchema } from "./common.ts";
import { Interval } from "./replay.ts";

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
    started_at: TimestampSchema,
    ended_at: OrNull(TimestampSchema),
    arms: Type.Object({ a: ArmSchema, b: ArmSchema }),
    difference: Interval("Reported success of b less a, with a confidence sequence: valid at every look."),
    confidence: Type.Number(),
    verdict: Type.Union([Type.Literal("undecided"), Type.Literal("a_better"), Type.Literal("b_better")]),
    stopping_rule: Type.String(),
    notes: Type.Array(Type.String()),
  },
  { $id: "Experiment" },
);

const PartySchema = Type.Object({
  preference_id: IdSchema,
  name: Type.String({ description: "As it was called when the experiment ended." }),
});

export const ExperimentsQuerySchema = Type.Object({ ...pageQuery, preference_id: Type.Optional(IdSchema) });

export const EndedExperimentSchema = Type.Object(
  {
    id: IdSchema,
    preference: PartySchema,
    challenger: PartySchema,
    share: Type.Number(),
    started_at: TimestampSchema,
    ended_at: TimestampSchema,
    ended_by: Type.String(),
    result: OrNull(ExperimentSchema, "What it had shown when it ended; null until that is counted."),
  },
  { $id: "EndedExperiment" },
);

export type Experiment = Static<typeof ExperimentSchema>;
export type ExperimentsQuery = Static<typeof ExperimentsQuerySchema>;
export type EndedExperiment = Static<typeof EndedExperimentSchema>;
