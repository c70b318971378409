// A preference: how an account wants its conversations routed. Named, versioned, never changed in place.
import { Type, type Static } from "typebox";

import { TagsSchema } from "../tags.ts";

const Glob = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "Glob over the label, provider or model; `*` and `?`.",
});

const AttributeText = Type.String({ maxLength: 1024 });
const AttributeNumber = Type.Number({ minimum: -1e15, maximum: 1e15 });

const When = Type.Object(
  { tags: TagsSchema },
  { description: "The rule holds for requests that have every one of these tags, and for no others." },
);

const candidateMatch = {
  label: Type.Optional(Glob),
  provider: Type.Optional(Glob),
  model: Type.Optional(Glob),
  attribute: Type.Optional(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 128 }),
      op: Type.Union([
        Type.Literal("eq"),
        Type.Literal("ne"),
        Type.Literal("lt"),
        Type.Literal("le"),
        Type.Literal("gt"),
        Type.Literal("ge"),
        Type.Literal("in"),
      ]),
      value: Type.Union([
        AttributeText,
        AttributeNumber,
        Type.Boolean(),
        Type.Array(Type.Union([AttributeText, AttributeNumber]), { maxItems: 64 }),
      ]),
    }),
  ),
};

/** Matches a candidate when every stated member matches. */
const CandidateMatchSchema = Type.Object(candidateMatch);

/** The same as a separate rule, which may hold for some requests only. */
const CandidateRuleSchema = Type.Object({ ...candidateMatch, when: Type.Optional(When) });

const FieldRuleSchema = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "Field of the conversation: code, mathematics, chat, ...",
    }),
    prefer: CandidateMatchSchema,
    when: Type.Optional(When),
    bonus: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.05,
      description: "Taken off the loss, in units of success.",
    }),
  },
  { description: "For conversations of this field prefer these candidates." },
);

export const MaxLossPointsSchema = Type.Number({
  minimum: 0,
  maximum: 100,
  description:
    "The most points of success that the pick may lie below the best candidate, kept with 80 % probability. " +
    "Without an objective beside it the cheapest within the bound is picked.",
});

export const UsdPerPointSchema = Type.Number({
  minimum: 1e-9,
  maximum: 1e6,
  description:
    "Dollars of a request that a point of success is worth. In a request it takes the place of the tradeoff and the dial.",
});

/** Objectives that a preference may state; the explanation of a decision names the kind. */
export const ObjectiveSchema = Type.Union([
  Type.Object({ kind: Type.Literal("quality") }),
  Type.Object({
    kind: Type.Literal("cost"),
    tolerance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Success that a bill ten times smaller is worth on easy work; less on hard work.",
      }),
    ),
    usd_per_point: Type.Optional(UsdPerPointSchema),
  }),
  Type.Object({
    kind: Type.Literal("latency"),
    tolerance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Success that a wait ten times shorter is worth on easy work; less on hard work.",
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal("dial"),
    cost_quality_tradeoff: Type.Number({ minimum: 0, maximum: 10 }),
  }),
  Type.Object({
    kind: Type.Literal("weights"),
    usd_weight: Type.Number({ minimum: 0, maximum: 1e6, description: "Success given up per dollar." }),
    seconds_weight: Type.Number({
      minimum: 0,
      maximum: 1e3,
      description: "Success given up per second.",
    }),
    risk_weight: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  }),
]);

export const PreferencePolicySchema = Type.Object(
  {
    objective: Type.Optional(ObjectiveSchema),
    allow: Type.Optional(
      Type.Array(CandidateRuleSchema, {
        maxItems: 100,
        description: "When any of these holds for a request, only candidates that one of them matches.",
      }),
    ),
    deny: Type.Optional(Type.Array(CandidateRuleSchema, { maxItems: 100 })),
    price_ceiling_usd: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        description: "Dollars that one call stays within, with 80 % probability.",
      }),
    ),
    latency_ceiling_s: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        description: "Seconds that one call stays within, with 80 % probability.",
      }),
    ),
    reject_deprecated: Type.Optional(
      Type.Boolean({
        description: "Reject models that their vendor has deprecated. Default false: they are only marked.",
      }),
    ),
    max_loss_points: Type.Optional(MaxLossPointsSchema),
    allow_shut_down: Type.Optional(
      Type.Boolean({
        description: "Keep models that their host has shut down. Default false: they are rejected.",
      }),
    ),
    minimum_success: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    field_rules: Type.Optional(Type.Array(FieldRuleSchema, { maxItems: 50 })),
    fallback: Type.Optional(
      Type.Union([Type.Literal("least_bad"), Type.Literal("strict")], {
        description:
          "When every candidate is rejected. Not set: 422 where deny or allow rules, ceilings or `reject_deprecated` " +
          "leave nobody, else the least bad, marked degraded. `least_bad`: ceilings and `reject_deprecated` are " +
          "wishes too; deny and allow rules never are. `strict`: always 422.",
      }),
    ),
    exploration_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 0.2 })),
    sticky_sessions: Type.Optional(
      Type.Boolean({ description: "Weigh the warm prompt cache of the session. Default true." }),
    ),
    retention: Type.Optional(
      Type.Union([Type.Literal("none"), Type.Literal("text")], {
        description: "Whether message text is kept.",
      }),
    ),
    custom_router_id: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "Route by this trained router on top of the shipped one.",
      }),
    ),
    shadow_preference_id: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "A second policy that decides beside this one and is only journaled.",
      }),
    ),
    experiment: Type.Optional(
      Type.Object(
        {
          preference_id: Type.String({
            minLength: 1,
            maxLength: 128,
            description: "The preference that decides in its place for its share of the session chains.",
          }),
          share: Type.Number({
            minimum: 0.01,
            maximum: 0.99,
            description: "Share of the session chains that the other preference decides.",
          }),
        },
        { description: "A comparison with another preference; a session chain stays in its arm." },
      ),
    ),
  },
  { $id: "PreferencePolicy" },
);

export type PreferencePolicy = Static<typeof PreferencePolicySchema>;
export type CandidateMatch = Static<typeof CandidateMatchSchema>;
export type CandidateRule = Static<typeof CandidateRuleSchema>;
export type FieldRule = Static<typeof FieldRuleSchema>;

export const PreferenceSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    version: Type.Integer({ minimum: 1 }),
    policy: PreferencePolicySchema,
    created_at: Type.String({ format: "date-time" }),
    updated_at: Type.String({ format: "date-time" }),
  },
  { $id: "Preference" },
);

export type Preference = Static<typeof PreferenceSchema>;
