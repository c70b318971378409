// Advice on the roster: which of the candidates carry the traffic, which are not worth offering, which are missing.
import { Type, type Static } from "typebox";

import { SELECT_LIMITS } from "../select/limits.ts";
import { ProviderSchema, SelectRequestSchema } from "../select/request.ts";
import { IdSchema, OrNull, TimestampSchema } from "./common.ts";

export const ADVICE_LIMITS = { candidatesMax: 100, changesMax: 50, requestsMax: 1000 } as const;

const Label = Type.String({ minLength: 1, maxLength: SELECT_LIMITS.labelCharsMax });
const Usd = Type.Number({ minimum: 0, maximum: SELECT_LIMITS.usdPerMTokMax });
const Candidates = (maxItems: number, description: string) =>
  Type.Array(Type.Union([Type.Omit(ProviderSchema, []), Label]), { minItems: 1, maxItems, description });

const PriceChangeSchema = Type.Object({ model: Label, input_price: Usd, output_price: Usd });

export const AdviceRequestSchema = Type.Object({
  source: Type.Optional(
    Type.Union([Type.Literal("traffic"), Type.Literal("typical")], {
      description:
        "`traffic`: decisions of the account, spread over all that are kept; `typical`: requests of every kind that ship with Signalbox. " +
        "Without it, traffic where there is any.",
    }),
  ),
  models: Type.Optional(
    Candidates(
      ADVICE_LIMITS.candidatesMax,
      "The roster to judge, in place of the lists that requests offered.",
    ),
  ),
  with: Type.Optional(Candidates(ADVICE_LIMITS.changesMax, "What if these were offered too?")),
  without: Type.Optional(
    Type.Array(Label, { minItems: 1, maxItems: ADVICE_LIMITS.changesMax, description: "What if not these?" }),
  ),
  prices: Type.Optional(
    Type.Array(PriceChangeSchema, {
      minItems: 1,
      maxItems: ADVICE_LIMITS.changesMax,
      description: "What if these cost that, in USD per 1M tokens?",
    }),
  ),
  preference_id: Type.Optional(IdSchema),
  tradeoff: SelectRequestSchema.properties.tradeoff,
  cost_quality_tradeoff: SelectRequestSchema.properties.cost_quality_tradeoff,
  requests_max: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: ADVICE_LIMITS.requestsMax,
      description:
        "Requests to decide again; never more than `limits.adviceRequestsMax` of the installation.",
    }),
  ),
  is_brief: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "No other models of the catalogue are tried, so `missing` is empty. It takes less than half of the time.",
    }),
  ),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 1 })),
});

const IntervalSchema = Type.Object(
  { mean: Type.Number(), low: Type.Number(), high: Type.Number() },
  { description: "What is expected, and the ends of the 80 % interval." },
);
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Success = OrNull(Type.Number(), "Mean expected success, 0..1.");
const UsdPerThousand = OrNull(Type.Number(), "USD per 1,000 requests; null where a price is unknown.");

const effect = {
  success_gain: IntervalSchema,
  usd_per_1000_change: OrNull(IntervalSchema, "Negative = saved; null where a price is unknown."),
};

const RosterModelSchema = Type.Object({
  label: Type.String(),
  model_id: OrNull(Type.String()),
  mode: OrNull(Type.String()),
  rests_on: Type.String({ description: "What its ability rests on." }),
  offered_share: Share,
  served_share: { ...Share, description: "Of the requests that offered it, how many it can serve." },
  pick_share: { ...Share, description: "Of all requests, how many it would be picked for." },
  success: Success,
  usd_per_1000: UsdPerThousand,
  seconds: OrNull(Type.Number(), "Mean seconds to a whole answer."),
  dominated: OrNull(
    Type.Object({
      by: Type.String(),
      at_least_as_able: { ...Share, description: "Probability that it is, on these requests." },
      cheaper: { ...Share, description: "Probability that its bill is lower." },
      reason: Type.String(),
    }),
    "Another candidate serves the same requests at least as well for less.",
  ),
});

export const AdviceSchema = Type.Object(
  {
    source: Type.Union([Type.Literal("traffic"), Type.Literal("log"), Type.Literal("typical")]),
    requests: Type.Integer({
      description: "Decided again, each as the first of its session, at today's prices.",
    }),
    skipped: Type.Integer({ description: "Could not be decided again." }),
    from: OrNull(TimestampSchema),
    to: OrNull(TimestampSchema),
    objective: Type.String({ description: "`quality`, `cost`, `latency`, `dial`, `weights`, or `mixed`." }),
    success: Success,
    usd_per_1000: UsdPerThousand,
    mix: Type.Array(
      Type.Object({
        kind: Type.String({ description: "Operation and field, in words." }),
        share: Share,
        success: Success,
        input_tokens: Type.Number(),
        output_tokens: Type.Number({ description: "Visible and hidden, of the picks." }),
        picks: Type.Array(Type.Object({ label: Type.String(), share: Share })),
      }),
    ),
    models: Type.Array(RosterModelSchema),
    missing: Type.Array(
      Type.Object({
        model: Type.String(),
        rests_on: Type.String(),
        pick_share: Share,
        ...effect,
        reason: Type.String(),
      }),
      { description: "Models of the catalogue, each added alone, the most valuable first." },
    ),
    change: OrNull(
      Type.Object({
        changed_share: { ...Share, description: "Requests whose pick differs." },
        ...effect,
        picks: Type.Array(Type.Object({ label: Type.String(), before: Share, after: Share })),
        reason: Type.String(),
      }),
      "What `with`, `without` and `prices` change together.",
    ),
    notes: Type.Array(Type.String()),
  },
  { $id: "Advice" },
);

export type AdviceRequest = Static<typeof AdviceRequestSchema>;
export type Advice = Static<typeof AdviceSchema>;
export type RosterModel = Static<typeof RosterModelSchema>;
export type AdviceInterval = Static<typeof IntervalSchema>;
