// Journalled decisions as the dashboard lists, searches, opens and follows them live; the playground's answer.
import { Type, type Static } from "typebox";

import { ExplanationSchema } from "../decisions/explanation.ts";
import { PreferencePolicySchema } from "../preferences/preference.ts";
import { CallRoleSchema } from "../task.ts";
import { REQUEST_RULES, SelectRequestSchema } from "../select/request.ts";
import { TAG_LIST_CHARS_MAX } from "../tags.ts";
import { API_LIMITS, IdSchema, OrNull, TimestampSchema, VersionSchema, pageQuery } from "./common.ts";

const Explained = Type.Omit(ExplanationSchema, []);

const DecisionFeedbackSchema = Type.Object({
  label: Type.String(),
  value: OrNull(Type.Number({ minimum: 0, maximum: 1 })),
  scope: Type.Union([Type.Literal("decision"), Type.Literal("chain")]),
  withdrawn: Type.Boolean(),
  corrections: Type.Integer({ minimum: 0, description: "How often the value was changed." }),
  received_at: TimestampSchema,
  usage: OrNull(
    Type.Object({
      input_tokens: Type.Optional(Type.Number()),
      output_tokens: Type.Optional(Type.Number()),
      usd: Type.Optional(Type.Number()),
      seconds: Type.Optional(Type.Number()),
    }),
  ),
});

const summary = {
  session_id: IdSchema,
  created_at: TimestampSchema,
  label: Type.String({ description: "Empty for a refusal: a decision without a pick." }),
  provider: OrNull(Type.String()),
  model: OrNull(Type.String()),
  model_id: OrNull(Type.String()),
  field: Type.String(),
  language: Type.String(),
  operation: Type.String({ description: "What was asked for; empty where it is not known." }),
  tags: OrNull(Type.Record(Type.String(), Type.String()), "Of the request, by name; null without any."),
  call_role: OrNull(CallRoleSchema, "What an agent made the call for; null where the request did not say."),
  difficulty: Type.Number(),
  success: Type.Number(),
  spread: Type.Number(),
  usd: OrNull(Type.Number()),
  seconds: OrNull(Type.Number()),
  degraded: Type.Boolean(),
  explored: Type.Boolean(),
  candidate_count: Type.Integer(),
  rejected_count: Type.Integer(),
  decide_us: Type.Number({ description: "Microseconds the decision took inside the server." }),
  turn: Type.Integer({ minimum: 1 }),
  previous_session: OrNull(Type.String()),
  chain_id: Type.String({ description: "Session id of the chain's first decision." }),
  preference_id: OrNull(Type.String()),
  preference_version: OrNull(Type.Integer()),
  key_id: OrNull(Type.String()),
  feedback_value: OrNull(Type.Number(), "Latest value reported for the picked label."),
};

const DecisionSummarySchema = Type.Object(summary, { $id: "DecisionSummary" });

/** Characters of a preview. */
export const PREVIEW_CHARS_MAX = 160;

export const ListedDecisionSchema = Type.Object(
  {
    ...summary,
    key_name: OrNull(Type.String(), "Null for the dashboard."),
    preference_name: OrNull(Type.String(), "Null without a preference."),
    preview: OrNull(
      Type.String(),
      `How the last message of the user begins, at most ${PREVIEW_CHARS_MAX} characters; null unless text was kept, and for long conversations.`,
    ),
  },
  { $id: "ListedDecision" },
);

const ShadowPickSchema = Type.Object({
  preference_id: Type.String(),
  version: Type.Integer(),
  label: OrNull(Type.String(), "Null when it would have refused."),
  success: OrNull(Type.Number()),
  usd: OrNull(Type.Number()),
  seconds: OrNull(Type.Number()),
});

export const DecisionDetailSchema = Type.Object(
  {
    ...summary,
    explanation: Explained,
    text: OrNull(
      Type.Record(Type.String(), Type.Unknown()),
      "The kept text; null unless the account keeps text and the request did not hash.",
    ),
    request: Type.Record(Type.String(), Type.Unknown(), { description: "The request without its text." }),
    feedback: Type.Array(DecisionFeedbackSchema),
    key_name: OrNull(Type.String()),
    preference_name: OrNull(Type.String()),
    newer: OrNull(Type.String(), "Session id of the decision made next; null for the newest."),
    older: OrNull(Type.String(), "Session id of the decision made before; null for the oldest."),
    shadow: OrNull(ShadowPickSchema, "What the shadow preference would have answered; null without one."),
  },
  { $id: "DecisionDetail" },
);

/** Filters that decisions are chosen by, wherever they are listed, exported or counted. */
export const decisionFilters = {
  label: Type.Optional(Type.String({ maxLength: 256 })),
  field: Type.Optional(Type.String({ maxLength: 64 })),
  language: Type.Optional(Type.String({ maxLength: 64 })),
  refused: Type.Optional(
    Type.Boolean({ description: "Whether rules or limits left no candidate: decisions without a pick." }),
  ),
  degraded: Type.Optional(Type.Boolean()),
  explored: Type.Optional(Type.Boolean()),
  rejected: Type.Optional(
    Type.Boolean({ description: "Whether a filter turned at least one candidate away." }),
  ),
  operation: Type.Optional(Type.String({ maxLength: 64, description: "What was asked for." })),
  tags: Type.Optional(
    Type.String({
      maxLength: TAG_LIST_CHARS_MAX,
      description:
        "Decisions with every one of these tags: `region=eu,team=support`, with `%XX` for `,`, `=` and `%` in a value.",
    }),
  ),
  call_role: Type.Optional(CallRoleSchema),
  preference_id: Type.Optional(
    Type.String({ ...IdSchema, description: "`none`: decisions without a preference." }),
  ),
  preference_version: Type.Optional(VersionSchema),
  key_id: Type.Optional(
    Type.String({ ...IdSchema, description: "`none`: decisions without a key, those of the dashboard." }),
  ),
  usd_min: Type.Optional(
    Type.Number({ minimum: 0, description: "Expected dollars of the pick, inclusive." }),
  ),
  usd_max: Type.Optional(
    Type.Number({ minimum: 0, description: "Expected dollars of the pick, exclusive." }),
  ),
  priced: Type.Optional(Type.Boolean({ description: "Whether the pick has a known price." })),
  feedback: Type.Optional(
    Type.Union([Type.Literal("none"), Type.Literal("any"), Type.Literal("bad"), Type.Literal("good")], {
      description: "What was reported about the pick: nothing, anything, less than 0.5, or 0.5 and more.",
    }),
  ),
  chain_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "All turns of one session: the session id of its first decision.",
    }),
  ),
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  q: Type.Optional(
    Type.String({
      maxLength: API_LIMITS.searchCharsMax,
      description: "Part of the label, the start of a session id, or a part of kept text.",
    }),
  ),
};

/** How many of the newest decisions that fit an order by anything but time looks at. */
export const SORTED_DECISIONS_MAX = 20_000;

export const DecisionsQuerySchema = Type.Object({
  ...pageQuery,
  ...decisionFilters,
  sort: Type.Optional(
    Type.Union(
      [
        Type.Literal("newest"),
        Type.Literal("usd"),
        Type.Literal("seconds"),
        Type.Literal("success"),
        Type.Literal("decide_us"),
      ],
      {
        description: `What comes first: the newest (default), the most expensive, the slowest, the least likely to succeed, the longest to decide. All but the first look at the newest ${SORTED_DECISIONS_MAX} decisions.`,
      },
    ),
  ),
});
export const DecisionsExportQuerySchema = Type.Object(decisionFilters);
/** Which decisions, without when. */
export const DecisionsFilterSchema = Type.Omit(DecisionsExportQuerySchema, ["from", "to"]);

/** The body of model-select, and a policy to try out before it is saved as a preference. */
export const PlaygroundRequestSchema = Type.Object(
  {
    ...SelectRequestSchema.properties,
    policy: Type.Optional(
      Type.Union([Type.Omit(PreferencePolicySchema, []), Type.Null()], {
        description: "Takes the place of `preference_id` for this one answer.",
      }),
    ),
  },
  { $id: "PlaygroundRequest", ...REQUEST_RULES },
);

export const PlaygroundResultSchema = Type.Object(
  {
    llm_label: Type.String(),
    providers: Type.Array(Type.Object({ provider: OrNull(Type.String()), model: OrNull(Type.String()) })),
    explanation: Explained,
    decide_us: Type.Number(),
  },
  { $id: "PlaygroundResult" },
);

const ModelName = Type.String({ minLength: 1, maxLength: 256 });

export const PlaygroundSavingsRequestSchema = Type.Object(
  {
    prompts: Type.Array(Type.String({ minLength: 1, maxLength: 20_000 }), { minItems: 1, maxItems: 100 }),
    models: Type.Array(ModelName, { minItems: 1, maxItems: 50, description: "The candidates." }),
    now: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "The model that every request goes to now. Default: the first candidate.",
      }),
    ),
  },
  { $id: "PlaygroundSavingsRequest", additionalProperties: false },
);

const Ends = Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() });

export const PlaygroundSavingsSchema = Type.Object(
  {
    now: Type.String(),
    requests: Type.Integer({ minimum: 0, description: "Prompts that were compared." }),
    left_out: Type.Integer({ minimum: 0 }),
    rows: Type.Array(
      Type.Object({
        name: Type.String({ description: '"always MODEL", "quality", "cost" or "dial N".' }),
        usd: Type.Number({ description: "Expected dollars for 1,000 requests." }),
        saved: Type.Omit(Ends, [], { description: "Share of the first row's bill, with its 95 % interval." }),
        points: Type.Omit(Ends, [], { description: "Expected success less the first row's, in points." }),
        picks: Type.Record(Type.String(), Type.Number(), {
          description: "Requests by model, the most first.",
        }),
      }),
    ),
  },
  { $id: "PlaygroundSavings" },
);

export type DecisionFeedback = Static<typeof DecisionFeedbackSchema>;
export type DecisionSummary = Static<typeof DecisionSummarySchema>;
export type ListedDecision = Static<typeof ListedDecisionSchema>;
export type ShadowPick = Static<typeof ShadowPickSchema>;
export type DecisionDetail = Static<typeof DecisionDetailSchema>;
export type DecisionsQuery = Static<typeof DecisionsQuerySchema>;
export type DecisionsFilter = Static<typeof DecisionsFilterSchema>;
export type DecisionsExportQuery = Static<typeof DecisionsExportQuerySchema>;
export type PlaygroundRequest = Static<typeof PlaygroundRequestSchema>;
export type PlaygroundResult = Static<typeof PlaygroundResultSchema>;
export type PlaygroundSavingsRequest = Static<typeof PlaygroundSavingsRequestSchema>;
export type PlaygroundSavings = Static<typeof PlaygroundSavingsSchema>;
