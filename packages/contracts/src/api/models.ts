// The catalogue as the account sees it: shipped facts, then the account's own overrides and own models.
import { Type, type Static } from "typebox";

import { IdSchema, NameSchema, OrNull, TimestampSchema } from "./common.ts";

const Usd = Type.Number({ minimum: 0, maximum: 1e6, description: "USD per 1M tokens." });
const Tokens = Type.Integer({ minimum: 1, maximum: 1e9 });

const ModelAbilitySchema = Type.Object({
  field: Type.String(),
  success: Type.Number({ description: "Expected success on a middling prompt of the field." }),
  spread: Type.Number(),
  seconds: OrNull(
    Type.Number(),
    "Expected of the whole answer to such a prompt, in the mode of a call that states none; null where no speed is known.",
  ),
});

const ModelSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    vendor: Type.String(),
    family: OrNull(Type.String()),
    released_on: OrNull(Type.String()),
    is_deprecated: Type.Boolean(),
    shuts_down_on: OrNull(
      Type.String(),
      "Day on which its vendor ends or ended it; null where none is announced.",
    ),
    successor: OrNull(Type.String(), "The model that the vendor names in its place."),
    is_own: Type.Boolean({ description: "Added by the account." }),
    is_overridden: Type.Boolean(),
    context_tokens: OrNull(Type.Number()),
    max_output_tokens: OrNull(Type.Number()),
    input_modalities: OrNull(Type.Array(Type.String())),
    supports_tools: OrNull(Type.Boolean()),
    supports_structured_output: OrNull(Type.Boolean()),
    is_reasoning: OrNull(Type.Boolean()),
    is_open_weights: OrNull(Type.Boolean()),
    input_usd_per_mtok: OrNull(Type.Number()),
    cached_input_usd_per_mtok: OrNull(Type.Number()),
    output_usd_per_mtok: OrNull(Type.Number()),
    audio_input_usd_per_mtok: OrNull(Type.Number(), "Null where spoken input costs as any other."),
    searches_usd_per_1k: OrNull(
      Type.Number(),
      "A thousand web searches by the provider; no bill counts them.",
    ),
    calls_usd_per_1k: OrNull(
      Type.Number(),
      "A thousand calls, beside their tokens; null where calls are free.",
    ),
    price_source: OrNull(Type.String()),
    output_tokens_per_second: OrNull(Type.Number()),
    time_to_first_token_s: OrNull(Type.Number()),
    confidence: Type.Union([Type.Literal("high"), Type.Literal("medium"), Type.Literal("low")]),
    ability_origin: OrNull(
      Type.Union([
        Type.Literal("outcomes"),
        Type.Literal("scores"),
        Type.Literal("lineage"),
        Type.Literal("prior"),
      ]),
    ),
    ability_rests_on: OrNull(Type.String(), "The same in words, with counts."),
    modes: Type.Array(
      Type.Object({
        mode: Type.String(),
        is_default: Type.Boolean({ description: "Of a call that states none." }),
        ability: Type.Number({
          description: "0 is the middle of the models on public boards, 1 one standard deviation above it.",
        }),
        doubt: Type.Number({ description: "Standard deviation of the ability." }),
      }),
      { description: "How able it is in each of its modes; one named `default` where it has none." },
    ),
    abilities: Type.Array(ModelAbilitySchema, { description: "Empty when no artefact is loaded." }),
    scores: Type.Array(
      Type.Object({
        benchmark: Type.String(),
        score: Type.Number(),
        setting: OrNull(Type.String()),
        date: OrNull(Type.String()),
        source: Type.String(),
        reliability: Type.String(),
      }),
    ),
    sources: Type.Array(Type.String()),
  },
  { $id: "Model" },
);

/** Ids hold a slash, so the path parameter is percent-encoded: `openai%2Fgpt-6.2-sol`. */
export const ModelOverrideParamsSchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256 }),
});

export const ModelOverrideSchema = Type.Object({
  name: Type.Optional(NameSchema),
  context_tokens: Type.Optional(Tokens),
  max_output_tokens: Type.Optional(Tokens),
  input_modalities: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Literal("text"),
        Type.Literal("image"),
        Type.Literal("audio"),
        Type.Literal("video"),
        Type.Literal("file"),
      ]),
      { maxItems: 5 },
    ),
  ),
  supports_tools: Type.Optional(Type.Boolean()),
  supports_structured_output: Type.Optional(Type.Boolean()),
  is_reasoning: Type.Optional(Type.Boolean()),
  input_usd_per_mtok: Type.Optional(Usd),
  cached_input_usd_per_mtok: Type.Optional(Usd),
  output_usd_per_mtok: Type.Optional(Usd),
  output_tokens_per_second: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  time_to_first_token_s: Type.Optional(Type.Number({ minimum: 0, maximum: 1e5 })),
  scores: Type.Optional(
    Type.Record(Type.String({ maxLength: 128 }), Type.Number({ minimum: 0, maximum: 1 }), {
      description: "Own or public benchmark scores, 0..1, from which an ability is fitted.",
    }),
  ),
});

export const SavedModelOverrideSchema = Type.Object(
  { id: IdSchema, override: ModelOverrideSchema, updated_at: TimestampSchema },
  { $id: "SavedModelOverride" },
);

export const ModelsQuerySchema = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 200, description: "Only models with all of these words in their id or name." }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: "At most so many." })),
  is_brief: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "For lists: `scores`, `sources` and `modes` are empty, `ability_rests_on` is null, abilities have three digits and their spreads two. It leaves less than a third of the bytes.",
    }),
  ),
});

export const ModelsAnswerSchema = Type.Object(
  {
    version: Type.String(),
    data: Type.Array(Type.Omit(ModelSchema, [])),
    overrides: Type.Array(Type.Omit(SavedModelOverrideSchema, [])),
    next_cursor: Type.Null(),
  },
  { $id: "ModelsAnswer" },
);

export type Model = Static<typeof ModelSchema>;
export type ModelAbility = Static<typeof ModelAbilitySchema>;
export type ModelOverride = Static<typeof ModelOverrideSchema>;
export type SavedModelOverride = Static<typeof SavedModelOverrideSchema>;
export type ModelsQuery = Static<typeof ModelsQuerySchema>;
export type ModelsAnswer = Static<typeof ModelsAnswerSchema>;
