// The wire request of POST /model-select: section 2.1-2.4 of the interface, with the rulings for what it leaves open.
// Every accepted dialect is here, so the reference shows exactly what the service accepts. Unknown members are
// accepted. What a schema cannot say is in the descriptions, and `readSelectRequest` of the engine holds it.

import { Type, type Static } from "typebox";
import { CallRoleSchema } from "../task.ts";
import { MaxLossPointsSchema, UsdPerPointSchema } from "../preferences/preference.ts";
import { ContentFeaturesSchema } from "./content-features.ts";
import { effortMembers, EffortsSchema } from "./effort.ts";
import { TagsSchema } from "../tags.ts";
import { SELECT_LIMITS } from "./limits.ts";

// The attributes of a candidate: those that a decision understands have bounds, all others are free for rules of preferences.
// A wrong value of an understood attribute is refused: a context length of "lots" would route wrongly in silence.

const { tokensMax, latencySMax, tokensPerSecondMin, tokensPerSecondMax } = SELECT_LIMITS;
const { attributesCharsMax, attributesTotalCharsMax, benchmarksMax } = SELECT_LIMITS;

const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Unknown = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(OrNull(schema));
const Tokens = Type.Number({ minimum: 1, maximum: tokensMax });
const Share = Type.Number({ minimum: 0, maximum: 1 });

const Understood = Type.Object(
  {
    context_length: Unknown(Tokens),
    max_output_tokens: Unknown(Tokens),
    tokens_per_second: Unknown(Type.Number({ minimum: tokensPerSecondMin, maximum: tokensPerSecondMax })),
    time_to_first_token: Unknown(Type.Number({ minimum: 0, maximum: latencySMax, description: "Seconds." })),
    modalities: Unknown(
      Type.Array(Type.String(), { description: "`text`, `image`, `audio`, `video`, `file`." }),
    ),
    supports_tools: Unknown(Type.Boolean()),
    supports_structured_output: Unknown(Type.Boolean()),
    benchmarks: Unknown(
      Type.Record(Type.String(), OrNull(Share), {
        maxProperties: benchmarksMax,
        description: "Scores by the name of the benchmark.",
      }),
    ),
    quality: Unknown(Share),
    ...effortMembers,
  },
  {
    additionalProperties: true,
    description:
      "What is named here is understood; everything else can be used in preference rules. " +
      `At most ${attributesCharsMax} characters of JSON, ${attributesTotalCharsMax} over all candidates.`,
  },
);

/** Names with a meaning of their own; every other attribute is the caller's. */
export const UNDERSTOOD_ATTRIBUTES: readonly string[] = Object.keys(Understood.properties);

/** To a program they are a free record: callers add members of their own. */
const AttributesSchema = Type.Unsafe<Record<string, unknown>>(Understood);

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const price = (description: string) =>
  Type.Number({ minimum: 0, maximum: SELECT_LIMITS.usdPerMTokMax, description });

const label = (description: string) =>
  Type.String({ maxLength: SELECT_LIMITS.labelCharsMax, description: `${description} Empty = left out.` });

/** Vendors add members to turns, parts and tools; a model sees them, the choice of one does not need them. */
const FREE_MEMBERS = { additionalProperties: true };

export const MessagePartSchema = Type.Object(
  {
    type: Nullable(
      Type.String({
        description: "`text`, the default, `image_url`, `input_audio`, `file`, or another part type.",
      }),
    ),
    text: Nullable(Type.String()),
  },
  {
    ...FREE_MEMBERS,
    description:
      "One part of a message. Only text is read; the other kinds decide which modalities are needed.",
  },
);

const PartsSchema = Type.Array(
  Type.Union([MessagePartSchema, Type.String()], { description: "A bare string is a part of text." }),
  { maxItems: SELECT_LIMITS.partsMax },
);

export const MessageSchema = Type.Object(
  {
    role: Nullable(
      Type.String({
        description: "`system`, `developer`, `assistant`, `user`, the default, `tool`, or any other.",
      }),
    ),
    content: Type.Optional(Type.Union([Type.String(), Type.Null(), PartsSchema])),
    parts: Type.Optional(
      Type.Union([PartsSchema, Type.Null()], {
        description:
          "The parts of a turn in the words of Google and of user interfaces, where `content` is missing.",
      }),
    ),
    tool_calls: Nullable(Type.Array(Type.Unknown())),
    tool_call_id: Nullable(Type.String()),
  },
  { ...FREE_MEMBERS, description: "One turn of the conversation." },
);

export const ProviderSchema = Type.Object(
  {
    name: Nullable(label("Label to answer with.")),
    provider: Nullable(label("Who serves the model.")),
    model: Nullable(label("The model, as its provider calls it.")),
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
    ...effortMembers,
    efforts: Nullable(EffortsSchema),
    context_length: Nullable(
      Type.Number({
        minimum: 1,
        maximum: SELECT_LIMITS.tokensMax,
        description: "As `attributes.context_length`, which wins where both are there.",
      }),
    ),
    attributes: Nullable(AttributesSchema),
  },
  {
    maxProperties: SELECT_LIMITS.candidateMembersMax,
    description:
      "One candidate. Needs `name` or `model`. Its label is `name`, else `provider/model`, else `model`.",
  },
);

const JsonSchema = Type.Record(Type.String(), Type.Unknown());

const toolMembers = {
  description: Nullable(Type.String()),
  parameters: Nullable(JsonSchema),
};

export const ToolSchema = Type.Object(
  {
    type: Nullable(
      Type.String({
        description:
          "`function`, the default. Any other is a tool of a vendor, such as `web_search_20250305` or `mcp`.",
      }),
    ),
    name: Nullable(Type.String({ description: "Needed in the flat form of a function." })),
    ...toolMembers,
    input_schema: Type.Optional(
      Type.Union([JsonSchema, Type.Null()], { description: "`parameters`, as the Messages API calls them." }),
    ),
    function: Nullable(Type.Object({ name: Type.String({ minLength: 1 }), ...toolMembers }, FREE_MEMBERS)),
  },
  {
    ...FREE_MEMBERS,
    description:
      "One function, flat or in the `{ type: 'function', function }` form; it needs a name. A tool of a vendor counts as one tool.",
  },
);

/** Values of `tradeoff`. */
export const TRADEOFFS = ["cost", "latency", "quality"] as const;

const TradeoffSchema = Type.Union([Type.Literal("cost"), Type.Literal("latency"), Type.Literal("quality")], {
  description:
    "Weighs success against the bill, or against the wait: a tenth of it is worth as much success as the tolerance says. " +
    "`quality` is the default.",
});

const outputBound = (lead: string) =>
  Type.Integer({
    minimum: 1,
    maximum: SELECT_LIMITS.tokensMax,
    description: `${lead} the most tokens of an answer, hidden ones too. Expected dollars and seconds stay within it; of several the least holds.`,
  });

const conversation = (description: string) =>
  Nullable(
    Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Array(Type.Union([MessageSchema, Type.String()]), {
          minItems: 1,
          maxItems: SELECT_LIMITS.messagesMax,
        }),
      ],
      { description },
    ),
  );

/** Whatever is no object says nothing of the format. */
const formatHolder = (description: string) => Type.Optional(Type.Unknown({ description }));

const sharedFields = {
  ...effortMembers,
  messages: conversation(
    "The conversation; a bare string is one user message. Something in it must be text, a part or a call of a tool.",
  ),
  input: conversation(
    "The same as the Responses API has it: a string, or items, among them calls of functions, their outputs and reasoning. " +
      "In place of `messages`.",
  ),
  system: Nullable(
    Type.Union([Type.String(), PartsSchema], {
      description: "System prompt, as in the Messages API: text, or blocks of text.",
    }),
  ),
  instructions: Nullable(Type.String({ description: "System prompt, as in the Responses API." })),
  tools: Nullable(
    Type.Array(ToolSchema, {
      maxItems: SELECT_LIMITS.toolsMax,
      description: "Functions the model may call; candidates known not to support tools are rejected.",
    }),
  ),
  max_tokens: Nullable(outputBound("As sent to the model:")),
  max_completion_tokens: Nullable(outputBound("As `max_tokens`, in the words of newer OpenAI clients:")),
  max_output_tokens: Nullable(
    outputBound("As `max_tokens`, in the words of the Responses API and of Google:"),
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
  hard_cost_quality_tradeoff: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 10,
      description:
        "In place of `cost_quality_tradeoff` where the request is hard: a middling model is expected to fail at half of its kind or more.",
    }),
  ),
  max_loss_points: Nullable(MaxLossPointsSchema),
  usd_per_point: Nullable(UsdPerPointSchema),
  preference_id: Nullable(
    Type.String({ maxLength: 128, description: "A preference of this account. Empty = left out." }),
  ),
  service_tier: Type.Optional(
    Type.Unknown({
      description:
        "As sent to the provider: `flex`, `batch` and `priority` change the bill where the factor is known.",
    }),
  ),
  allow_shut_down: Nullable(
    Type.Boolean({
      description: "Keep candidates that their host has shut down. Default false: they are rejected.",
    }),
  ),
  hash_content: Nullable(
    Type.Boolean({
      description: "Keep keyed digests of the content only, whatever the account's retention says.",
    }),
  ),
  content_features: Nullable(ContentFeaturesSchema),
  previous_session: Nullable(
    Type.String({
      maxLength: 128,
      description:
        "The session_id of the decision that this one follows; the warm prompt cache is weighed then. Empty = left out.",
    }),
  ),
  subject: Nullable(
    Type.String({
      maxLength: SELECT_LIMITS.subjectCharsMax,
      description:
        "Whom the request is about: an id of your own. Kept as a keyed digest alone, to export and erase a person's decisions by it. Empty = left out.",
    }),
  ),
  tags: Nullable(TagsSchema),
  call_role: Nullable(CallRoleSchema),
  find_session: Nullable(
    Type.Boolean({
      description: "false: without `previous_session`, never link the decision to an earlier conversation.",
    }),
  ),
  strict: Nullable(
    Type.Boolean({
      description: "true: warnings, such as an unknown member, are a 422.",
    }),
  ),
  response_format: Type.Optional(
    Type.Unknown({
      description:
        "As sent to the model: `{ type: 'json_schema' | 'json_object', ... }` rejects candidates known not to support it. " +
        "Any other value is ignored.",
    }),
  ),
  text: formatHolder("The Responses API's place of the same: its `format` is read."),
  output_config: formatHolder("The Messages API's place of the same: its `format` is read."),
  include: Nullable(
    Type.Array(Type.String({ description: "`explanation`, `ranking`, `warnings`" }), {
      maxItems: 8,
      description: "What the answer holds beside the contract's members; an unknown name is ignored.",
    }),
  ),
};

const candidates = (description: string) =>
  Type.Array(
    Type.Union([
      ProviderSchema,
      Type.String({ minLength: 1, maxLength: SELECT_LIMITS.labelCharsMax, description: "A model alone." }),
    ]),
    { minItems: 1, maxItems: SELECT_LIMITS.candidatesMax, description },
  );

const EXAMPLE = {
  messages: [{ role: "user", content: "Explain in two sentences why the sky is blue." }],
  llm_providers: [
    { provider: "openai", model: "gpt-6.1-terra" },
    { provider: "openai", model: "gpt-6.2-sol" },
  ],
  tradeoff: "cost",
};

/** Rules that hold for every body with a conversation: one of the protocols' places of its turns is there. */
export const REQUEST_RULES = {
  anyOf: [{ required: ["messages"] }, { required: ["input"] }],
  maxProperties: SELECT_LIMITS.membersMax,
  examples: [EXAMPLE],
};

export const SelectRequestSchema = Type.Object(
  {
    ...sharedFields,
    llm_providers: Nullable(
      candidates("The candidates; each needs a label of its own. Needed unless `models` is there."),
    ),
    models: Nullable(
      candidates("The same under the name that older clients use; read where `llm_providers` is missing."),
    ),
  },
  {
    $id: "SelectRequest",
    description: "Model selection request.",
    ...REQUEST_RULES,
  },
);

export type SelectRequestWire = Static<typeof SelectRequestSchema>;
/** A conversation: one message of the user, or turns in their order. */
export type MessageWire = Static<typeof MessageSchema>;
export type ProviderWire = Static<typeof ProviderSchema>;
export type ToolWire = Static<typeof ToolSchema>;
export type Tradeoff = Static<typeof TradeoffSchema>;
