// The wire request of POST /model-select: section 2.1-2.4 of the interface, with the rulings for what it leaves open.
// Unknown keys and explicit nulls are accepted and ignored; `readSelectRequest` turns the wire form into the typed form.
import { Type, type Static } from "typebox";

import { ContentFeaturesSchema } from "./content-features.ts";

export const SELECT_LIMITS = {
  messagesMax: 2000,
  candidatesMax: 200,
  toolsMax: 128,
  labelCharsMax: 256,
  partsMax: 512,
  usdPerMTokMax: 1e6,
  latencySMax: 1e5,
  tokensMax: 1e9,
  attributesCharsMax: 16_384,
  attributesTotalCharsMax: 131_072,
  tokensPerSecondMin: 0.001,
  tokensPerSecondMax: 1e6,
} as const;

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const price = (description: string) =>
  Type.Number({ minimum: 0, maximum: SELECT_LIMITS.usdPerMTokMax, description });

export const MessagePartSchema = Type.Object(
  {
    type: Type.String({ description: "`text`, `image_url`, `input_audio`, `file`, or another part type." }),
    text: Nullable(Type.String()),
  },
  {
    description:
      "One part of a message. Only text is read; the other kinds decide which modalities are needed.",
  },
);

export const MessageSchema = Type.Object(
  {
    role: Nullable(
      Type.String({ description: "`system`, `developer`, `assistant`, `user`, `tool`, or any other." }),
    ),
    content: Type.Optional(
      Type.Union([
        Type.String(),
        Type.Null(),
        Type.Array(MessagePartSchema, { maxItems: SELECT_LIMITS.partsMax }),
      ]),
    ),
    tool_calls: Nullable(Type.Array(Type.Unknown())),
    tool_call_id: Nullable(Type.String()),
  },
  { description: "One turn of the conversation." },
);

export const ProviderSchema = Type.Object(
  {
    name: Nullable(
      Type.String({
        minLength: 1,
        maxLength: SELECT_LIMITS.labelCharsMax,
        description: "Label to answer with.",
      }),
    ),
    provider: Nullable(Type.String({ minLength: 1, maxLength: SELECT_LIMITS.labelCharsMax })),
    model: Nullable(Type.String({ minLength: 1, maxLength: SELECT_LIMITS.labelCharsMax })),
    price: Nullable(price("USD per 1M tokens, input and output alike.")),
    input_price: Nullable(price("USD per 1M input tokens; overrides `price`.")),
    output_price: Nullable(price("USD per 1M output tokens; overrides `price`.")),
    latency: Nullable(
      Type.Number({
        minimum: 0,
        maximum: SELECT_LIMITS.latencySMax,
        description: "Seconds to a whole answer.",
      }),
    ),
    attributes: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "Understood: context_length, max_output_tokens, tokens_per_second, time_to_first_token, modalities, " +
          "supports_tools, benchmarks, quality. Everything else can be used in preference rules. " +
          "At most 16,384 characters of JSON, 131,072 over all candidates.",
      }),
    ),
  },
  { description: "One candidate. Needs `name` or `model`." },
);

export const ToolSchema = Type.Object(
  {
    type: Nullable(Type.String()),
    name: Nullable(Type.String()),
    description: Nullable(Type.String()),
    parameters: Nullable(Type.Record(Type.String(), Type.Unknown())),
    function: Nullable(
      Type.Object({
        name: Type.String(),
        description: Nullable(Type.String()),
        parameters: Nullable(Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
  },
  { description: "One function, flat or in the `{ type: 'function', function }` form." },
);

export const TradeoffSchema = Type.Union([Type.Literal("cost"), Type.Literal("latency")], {
  description: "The cheapest, or the quickest, whose estimated success is within the tolerance of the best.",
});

const sharedFields = {
  messages: Type.Union(
    [
      Type.String({ minLength: 1 }),
      Type.Array(MessageSchema, { minItems: 1, maxItems: SELECT_LIMITS.messagesMax }),
    ],
    {
      description: "The conversation; a bare string is one user message.",
    },
  ),
  tools: Nullable(
    Type.Array(ToolSchema, {
      maxItems: SELECT_LIMITS.toolsMax,
      description: "Functions the model may call; candidates known not to support tools are rejected.",
    }),
  ),
  max_model_depth: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 2147483647,
      description:
        "Only the first N candidates by estimated success are eligible; 1 = the best whatever it costs.",
    }),
  ),
  tradeoff: Nullable(TradeoffSchema),
  cost_quality_tradeoff: Nullable(
    Type.Number({ minimum: 0, maximum: 10, description: "0 = quality alone, 10 = cost alone." }),
  ),
  preference_id: Nullable(
    Type.String({ minLength: 1, maxLength: 128, description: "A preference of this account." }),
  ),
  hash_content: Nullable(
    Type.Boolean({
      description: "Keep keyed digests of the content only, whatever the account's retention says.",
    }),
  ),
  content_features: Nullable(ContentFeaturesSchema),
  previous_session: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "The session_id of the decision that this one follows; the warm prompt cache is weighed then.",
    }),
  ),
  find_session: Nullable(
    Type.Boolean({
      description:
        "false: without `previous_session` the decision stands alone, whatever the conversation begins with.",
    }),
  ),
  strict: Nullable(
    Type.Boolean({
      description: "true: what would only be warned of, such as a member that nobody reads, is a 422.",
    }),
  ),
  response_format: Type.Optional(
    Type.Unknown({
      description:
        "As sent to the model: `{ type: 'json_schema' | 'json_object', ... }` rejects candidates known not to support it. " +
        "Any other value is ignored.",
    }),
  ),
  include: Nullable(
    Type.Array(Type.String({ description: "`explanation`, `ranking`, `warnings`" }), {
      maxItems: 8,
      description: "What the answer holds beside the contract's members; an unknown name is ignored.",
    }),
  ),
};

const candidates = (description: string) =>
  Type.Array(ProviderSchema, { minItems: 1, maxItems: SELECT_LIMITS.candidatesMax, description });

const EXAMPLE = {
  messages: [{ role: "user", content: "Explain in two sentences why the sky is blue." }],
  llm_providers: [
    { provider: "openai", model: "gpt-4o-mini" },
    { provider: "openai", model: "o3" },
  ],
  tradeoff: "cost",
};

/** The wire form. Either `llm_providers` or its alias `models` must be there; the reader checks that. */
export const SelectRequestSchema = Type.Object(
  {
    ...sharedFields,
    llm_providers: Nullable(candidates("The candidates; each needs a label of its own.")),
    models: Nullable(candidates("The same under the name that older clients use.")),
  },
  { $id: "SelectRequest", description: "Model selection request.", examples: [EXAMPLE] },
);

export type SelectRequestWire = Static<typeof SelectRequestSchema>;
export type MessageWire = Static<typeof MessageSchema>;
export type ProviderWire = Static<typeof ProviderSchema>;
export type ToolWire = Static<typeof ToolSchema>;
export type Tradeoff = Static<typeof TradeoffSchema>;
