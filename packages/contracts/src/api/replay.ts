// Replay of one policy against another over the journal, the health of the predictions, and experiments.
import { Type, type Static } from "typebox";
import { IdSchema, OrNull, pageQuery, TimestampSchema, NameSchema, VersionSchema } from "./common.ts";
import { PreferencePolicySchema } from "../preferences/preference.ts";
import { AlertSchema } from "./service-health.ts";
import { DecisionsFilterSchema } from "./decisions.ts";

const Policy = Type.Omit(PreferencePolicySchema, []);
const PolicyRefSchema = Type.Object({
  preference_id: Type.Optional(IdSchema),
  version: Type.Optional(VersionSchema),
  policy: Type.Optional(Policy),
});

const PriceChangeSchema = Type.Object(
  {
    label: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "Of the candidate, as decisions name it.",
    }),
    factor: Type.Number({ minimum: 0, maximum: 100, description: "On all its prices; 0.5 halves them." }),
  },
  { description: "Another price of one model under b; a keeps the prices of the day." },
);

export const CreateReplaySchema = Type.Object({
  a: PolicyRefSchema,
  b: PolicyRefSchema,
  price: Type.Optional(PriceChangeSchema),
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  filter: Type.Optional(Type.Omit(DecisionsFilterSchema, [], { description: "Only these decisions." })),
  decisions_max: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 2000, description: "The newest of them." }),
  ),
});

/** Without enough to say more the ends are null, and without anything the mean too. */
const Interval = (description?: string) =>
  Type.Object(
    { mean: OrNull(Type.Number()), low: OrNull(Type.Number()), high: OrNull(Type.Number()) },
    description === undefined ? {} : { description },
  );

const ComparedSchema = Type.Object(
  {
    preference_id: OrNull(IdSchema),
    name: OrNull(NameSchema, "As it was called when the replay was asked for."),
    version: OrNull(VersionSchema),
  },
  { description: "A preference, or all null for a policy as written." },
);

const ReplaySideSchema = Type.Object({
  usd: Type.Number(),
  success_predicted: OrNull(Type.Number()),
  success_estimated: Interval(),
  seconds_mean: OrNull(Type.Number()),
});

/** Changed picks that a replay keeps. */
export const REPLAY_CHANGES_MAX = 50;

const PickSchema = Type.Object({
  label: OrNull(Type.String(), "Null where the policy is strict and nothing is eligible."),
  success: OrNull(Type.Number()),
  usd: OrNull(Type.Number()),
});

const ChangedPickSchema = Type.Object({
  session_id: Type.String(),
  created_at: TimestampSchema,
  a: PickSchema,
  b: PickSchema,
});

export const ReplaySchema = Type.Object(
  {
    id: IdSchema,
    status: Type.Union([
      Type.Literal("queued"),
      Type.Literal("running"),
      Type.Literal("done"),
      Type.Literal("failed"),
    ]),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    error: OrNull(Type.String()),
    created_at: TimestampSchema,
    created_by: OrNull(Type.String(), "Email address of the member, or the API key."),
    from: OrNull(TimestampSchema),
    to: OrNull(TimestampSchema),
    filter: Type.Omit(DecisionsFilterSchema, [], { description: "Which decisions; {} for all." }),
    decisions_max: Type.Integer(),
    a: ComparedSchema,
    b: ComparedSchema,
    price: OrNull(PriceChangeSchema),
    result: OrNull(
      Type.Object({
        decisions: Type.Integer(),
        changed: Type.Integer(),
        effective_sample_size: OrNull(Type.Number()),
        a: ReplaySideSchema,
        b: ReplaySideSchema,
        difference: Interval("Success of b less a, from the reports, with its 95 % interval."),
        difference_usd: Interval(
          "Expected dollars a decision of b less a, with the 95 % interval over sessions.",
        ),
        difference_seconds: Interval("Expected seconds of b less a, with the 95 % interval over sessions."),
        changes: Type.Array(ChangedPickSchema, {
          description: `The newest ${REPLAY_CHANGES_MAX} decisions whose pick differs.`,
        }),
        notes: Type.Array(Type.String()),
      }),
    ),
  },
  { $id: "Replay" },
);

const driftFigures = {
  feedback: Type.Integer(),
  success_predicted: OrNull(Type.Number()),
  success_reported: OrNull(Type.Number()),
  gap: OrNull(Type.Number(), "Reported less predicted."),
  gap_spread: OrNull(
    Type.Number(),
    "Half the width of the interval around the gap; null for fewer than two reports.",
  ),
  is_alert: Type.Boolean(),
};

export const DriftSchema = Type.Object(
  {
    checked_at: TimestampSchema,
    rows: Type.Array(Type.Object({ label: Type.String(), field: Type.String(), ...driftFigures })),
    models: Type.Array(
      Type.Object({
        label: Type.String(),
        ...driftFigures,
        trend: Type.Array(
          Type.Object({ at: TimestampSchema, feedback: Type.Integer(), gap: OrNull(Type.Number()) }),
          { description: "The same span in equal parts, oldest first." },
        ),
      }),
      { description: "All fields of a model together, the strongest evidence of a gap first." },
    ),
    alerts: Type.Array(AlertSchema, { description: "The newest hundred, open and closed." }),
  },
  { $id: "Drift" },
);

export type CreateReplay = Static<typeof CreateReplaySchema>;
export type Replay = Static<typeof ReplaySchema>;
export type Drift = Static<typeof DriftSchema>;

// An experiment: two preferences side by side, a session chain in one arm only.
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
