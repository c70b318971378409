// The explanation of one decision: the wire form that `include: ["explanation"]`, the journal and the dashboard share.
// Every number in it can be reproduced from the journal row of the decision.
import { Type, type Static } from "typebox";

import { ObjectiveSchema } from "../preferences/preference.ts";
import { CallRoleSchema, TaskWireSchema } from "../task.ts";

const Probability = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const LossSchema = Type.Object(
  {
    success: Type.Number({ description: "Chance of failure, by the shipped model." }),
    usd: Type.Number({ description: "What the expected dollars are worth." }),
    seconds: Type.Number({ description: "What the expected seconds are worth." }),
    spread: Type.Number({ description: "Doubt about the model." }),
    session: Type.Number({
      description: "Below 0 for the session's model: what leaving it would have to gain.",
    }),
    rule: Type.Number({ description: "Below 0 where a field rule of the preference prefers it." }),
    learned: Type.Number({
      description:
        "What the account's own outcomes move; of an explored pick, what trying it out is worth, too.",
    }),
    total: Type.Number({ description: "Their sum. The pick has the least." }),
  },
  {
    description:
      "What the candidate loses, in points (hundredths of success). Absent where an earlier release decided.",
  },
);

export const RankedCandidateSchema = Type.Object({
  label: Type.String(),
  provider: Maybe(Type.String()),
  model: Maybe(Type.String()),
  model_id: Maybe(
    Type.String({ description: "Canonical id in the catalogue; null when the model is not known." }),
  ),
  mode: Type.Optional(
    Maybe(
      Type.Union(
        [
          Type.Literal("none"),
          Type.Literal("minimal"),
          Type.Literal("low"),
          Type.Literal("medium"),
          Type.Literal("high"),
          Type.Literal("xhigh"),
          Type.Literal("thinking"),
        ],
        {
          description:
            "How much it thinks before it answers; null where the model has no modes or none are known.",
        },
      ),
    ),
  ),
  mode_source: Type.Optional(
    Maybe(
      Type.Enum(["request", "name", "default", "guessed", "observed", "agents"], {
        description:
          "Who stated the mode: the request, the model's name, the provider's default, a rule older than the model, hidden tokens that the account reported, or the usage of agents.",
      }),
    ),
  ),
  rank: Type.Integer({ minimum: 1 }),
  success: Probability("Estimated probability that the answer is good."),
  shipped_success: Probability("The same before the account's own outcomes were taken into account."),
  spread: Type.Number({
    minimum: 0,
    maximum: 0.5,
    description: "One standard deviation of that probability: uncertainty about the model and the request.",
  }),
  ability_origin: Type.Union([
    Type.Literal("outcomes"),
    Type.Literal("scores"),
    Type.Literal("lineage"),
    Type.Literal("prior"),
    Type.Literal("own"),
  ]),
  own_reports: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "The account's reports on this model; 0 where reports on other models moved the estimate.",
    }),
  ),
  input_tokens: Type.Number({ minimum: 0 }),
  cached_input_tokens: Type.Number({ minimum: 0 }),
  output_tokens: Type.Number({ minimum: 0, description: "Expected visible output tokens." }),
  hidden_tokens: Type.Number({
    minimum: 0,
    description: "Expected hidden reasoning tokens, billed as output.",
  }),
  usd: Maybe(Type.Number({ minimum: 0, description: "Expected dollars; null when no price is known." })),
  usd_low: Maybe(Type.Number({ minimum: 0 })),
  usd_high: Maybe(Type.Number({ minimum: 0 })),
  agent_task: Type.Optional(
    Type.Object(
      {
        usd: Maybe(Type.Number({ minimum: 0 })),
        usd_low: Maybe(Type.Number({ minimum: 0 })),
        usd_high: Maybe(Type.Number({ minimum: 0 })),
        step_success: Probability("That this step alone is done well."),
      },
      {
        description:
          "Present where an agent works on code. `usd` here is of its whole task, as `success` is; `usd` beside it and `step_success` are of this step.",
      },
    ),
  ),
  seconds: Maybe(
    Type.Number({ minimum: 0, description: "Expected seconds to the whole answer; null when unknown." }),
  ),
  seconds_source: Type.Union([
    Type.Literal("request"),
    Type.Literal("observed"),
    Type.Literal("catalogue"),
    Type.Literal("unknown"),
  ]),
  price_source: Type.Union([Type.Literal("request"), Type.Literal("catalogue"), Type.Literal("unknown")]),
  utility: Type.Number({ description: "Value of the objective; comparable within one decision only." }),
  loss: Type.Optional(LossSchema),
  propensity: Probability("Probability with which the policy picks this candidate."),
  reasons: Type.Array(Type.String()),
});

export const RejectedCandidateSchema = Type.Object({
  label: Type.String(),
  code: Type.Union([
    Type.Literal("context_window"),
    Type.Literal("output_limit"),
    Type.Literal("modality"),
    Type.Literal("tools"),
    Type.Literal("output_format"),
    Type.Literal("deprecated"),
    Type.Literal("shut_down"),
    Type.Literal("preference_rule"),
    Type.Literal("price_ceiling"),
    Type.Literal("latency_ceiling"),
    Type.Literal("minimum_quality"),
    Type.Literal("loss_bound"),
    Type.Literal("depth"),
  ]),
  reason: Type.String({ description: "In words, with the numbers." }),
});

export const SessionExplanationSchema = Type.Object({
  previous_session: Maybe(Type.String()),
  turn: Type.Integer({ minimum: 1, description: "Position of this decision in its chain." }),
  previous_label: Maybe(Type.String()),
  action: Type.Union([
    Type.Literal("first"),
    Type.Literal("kept"),
    Type.Literal("switched"),
    Type.Literal("tool_loop"),
  ]),
  reason: Type.String(),
});

export const ExplanationSchema = Type.Object(
  {
    summary: Type.String({ description: "One or two sentences for the person who pays the bill." }),
    objective: Type.Object({
      kind: Type.Index(ObjectiveSchema, ["kind"]),
      usd_worth: Type.Number({
        minimum: 0,
        description: "Success that a bill ten times smaller was worth on this request.",
      }),
      seconds_worth: Type.Number({
        minimum: 0,
        description: "Success that a wait ten times shorter was worth on this request.",
      }),
      usd_weight: Type.Number({ minimum: 0, description: "Success given up per dollar." }),
      seconds_weight: Type.Number({ minimum: 0, description: "Success given up per second." }),
      risk_weight: Type.Number({ minimum: 0, description: "Success given up per standard deviation." }),
      max_model_depth: Maybe(Type.Integer({ minimum: 1 })),
      cost_quality_tradeoff: Maybe(Type.Number()),
      price_alone: Type.Optional(
        Type.Literal(true, { description: "Success counted only as far as limits asked for it." }),
      ),
      max_loss_points: Type.Optional(
        Type.Number({
          minimum: 0,
          description: "The most that the pick could lie below the best candidate.",
        }),
      ),
    }),
    conversation: Type.Object({
      field: Type.String(),
      language: Type.String(),
      difficulty: Probability("Expected failure rate of a middling model."),
      familiarity: Probability("How close the conversation lies to the evidence."),
      task: Type.Optional(TaskWireSchema),
      understood: Type.Optional(Type.String({ description: "What the request was read as, in words." })),
      call_role: Type.Optional(CallRoleSchema),
      turns: Type.Integer(),
      tools: Type.Integer(),
      modalities: Type.Array(Type.String()),
      notes: Type.Array(Type.String(), {
        description: "What was recognised and set aside, e.g. harness text or base64.",
      }),
    }),
    ranking: Type.Array(RankedCandidateSchema),
    rejected: Type.Array(RejectedCandidateSchema),
    session: SessionExplanationSchema,
    degraded: Type.Boolean(),
    degraded_reasons: Type.Array(Type.String()),
    explored: Type.Boolean({ description: "The pick was drawn for exploration, as the preference allows." }),
    versions: Type.Object({
      artefact: Type.String(),
      catalogue: Type.String(),
      policy: Type.String({ description: "Learned snapshot and engine version." }),
      preference: Maybe(Type.String({ description: "`id@version`" })),
    }),
  },
  { $id: "Explanation" },
);

export type Explanation = Static<typeof ExplanationSchema>;
export type RankedCandidate = Static<typeof RankedCandidateSchema>;
export type RejectedCandidate = Static<typeof RejectedCandidateSchema>;
