// Preferences over HTTP: named, versioned; every change makes a new version and none is ever altered.
import { Type, type Static } from "typebox";

import { PreferencePolicySchema } from "../preferences/preference.ts";
import { SelectRequestSchema } from "../select/request.ts";
import { NameSchema, OrNull, TimestampSchema, VersionSchema } from "./common.ts";

const Policy = Type.Omit(PreferencePolicySchema, []);

const unknownOk = Type.Optional(
  Type.Boolean({
    description:
      "true: values of deny and allow rules that match nothing in the catalogue or in this account's decisions are kept. Default: a 422 that names what was probably meant.",
  }),
);

export const CreatePreferenceSchema = Type.Object({
  name: Type.Optional(NameSchema),
  policy: Type.Optional(Policy),
  unknown_ok: unknownOk,
});

export const UpdatePreferenceSchema = Type.Object({
  name: Type.Optional(NameSchema),
  policy: Type.Optional(Policy),
  unknown_ok: unknownOk,
  expected_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: "409 when the preference has moved on since it was read.",
    }),
  ),
  restore: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        "An earlier version, whose name and policy become the newest one. No other member goes with it.",
    }),
  ),
});

export const PreferenceVersionSchema = Type.Object(
  {
    version: VersionSchema,
    name: NameSchema,
    policy: Policy,
    created_at: TimestampSchema,
    created_by: OrNull(Type.String()),
    restored_from: OrNull(Type.Integer(), "The earlier version that a rollback brought back."),
    is_current: Type.Boolean(),
  },
  { $id: "PreferenceVersion" },
);

const PreferenceDraftSchema = Type.Object(
  {
    name: NameSchema,
    policy: Policy,
    base: Type.Object(
      { version: VersionSchema, name: NameSchema, policy: Policy },
      { description: "The version that the draft was begun on." },
    ),
    updated_at: TimestampSchema,
  },
  { $id: "PreferenceDraft" },
);

export const PutDraftSchema = Type.Object({
  name: NameSchema,
  policy: Policy,
  base_version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

export const DraftResultSchema = Type.Object({ draft: OrNull(PreferenceDraftSchema) });

const DRY_RUN_MAX = 200;

export const DryRunSchema = Type.Object({
  policy: Type.Optional(Policy),
  conversations: Type.Optional(
    Type.Array(Type.Omit(SelectRequestSchema, ["preference_id", "previous_session"]), {
      minItems: 1,
      maxItems: DRY_RUN_MAX,
      description: "model-select bodies.",
    }),
  ),
  last_decisions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DRY_RUN_MAX,
      description:
        "Decide the last N journalled decisions of this preference again, from their stored features; those of the whole account where it has made none.",
    }),
  ),
});

const DryRunPickSchema = Type.Object({
  label: OrNull(Type.String(), "Null when the policy is strict and rejects every candidate."),
  success: OrNull(Type.Number()),
  usd: OrNull(Type.Number()),
  seconds: OrNull(Type.Number()),
  degraded: Type.Boolean(),
  reason: Type.String(),
});

const DryRunTotalsSchema = Type.Object({
  usd: Type.Number({ description: "Sum of the known expected dollars." }),
  usd_unknown: Type.Integer({ description: "Decisions whose price is not known." }),
  success_mean: OrNull(Type.Number()),
  seconds_mean: OrNull(Type.Number()),
  degraded: Type.Integer(),
  unserved: Type.Integer({ description: "Decisions for which a strict policy finds no candidate." }),
});

const RuleJudgementSchema = Type.Object({
  location: Type.String({ description: "`deny[0]`, `field_rules[1].prefer`." }),
  picks: OrNull(
    Type.Integer(),
    "Picks of the last 30 days that the rule speaks of. Null for a rule with a condition on attributes or tags, which are not counted.",
  ),
  fault: OrNull(Type.String(), "Set where nothing that is known matches the rule."),
  meant: OrNull(Type.String(), "The name that was probably meant."),
  meant_picks: OrNull(
    Type.Integer(),
    "Picks of the last 30 days that the rule would speak of with that name.",
  ),
});

export const DryRunResultSchema = Type.Object(
  {
    current_version: VersionSchema,
    total: Type.Integer(),
    changed: Type.Integer({ description: "How many picks differ from the current version." }),
    current: DryRunTotalsSchema,
    proposed: DryRunTotalsSchema,
    items: Type.Array(
      Type.Object({
        index: Type.Integer(),
        session_id: OrNull(Type.String(), "Set when the item is a journalled decision."),
        current: DryRunPickSchema,
        proposed: DryRunPickSchema,
        changed: Type.Boolean(),
      }),
    ),
    skipped: Type.Integer({ description: "Journalled decisions that could not be decided again." }),
    traffic: Type.Union([Type.Literal("preference"), Type.Literal("account")], {
      description: "Whose journalled decisions were decided again.",
    }),
    rules: Type.Array(RuleJudgementSchema, {
      description: "Every rule of `allow`, `deny` and `field_rules` of the policy that was tried.",
    }),
  },
  { $id: "DryRunResult" },
);

export type CreatePreference = Static<typeof CreatePreferenceSchema>;
export type UpdatePreference = Static<typeof UpdatePreferenceSchema>;
export type PreferenceVersion = Static<typeof PreferenceVersionSchema>;
export type PreferenceDraft = Static<typeof PreferenceDraftSchema>;
export type PutDraft = Static<typeof PutDraftSchema>;
export type DraftResult = Static<typeof DraftResultSchema>;
export type DryRun = Static<typeof DryRunSchema>;
export type DryRunPick = Static<typeof DryRunPickSchema>;
export type DryRunTotals = Static<typeof DryRunTotalsSchema>;
export type DryRunResult = Static<typeof DryRunResultSchema>;
