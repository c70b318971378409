// Two protocols by which other hosts ask for typed decisions: Decisions, as OpenAI defines it, and System One. Names and
// shapes are theirs; of the questions that they know, this service answers which model or which tier a conversation needs.
import { Type, type Static, type TSchema } from "typebox";

import { SELECT_LIMITS } from "../select/limits.ts";

export const PROTOCOL_LIMITS = {
  questionsMax: 128,
  /** As many as a decision has room for; the protocols allow 255. */
  choicesMax: SELECT_LIMITS.candidatesMax,
  levelsMax: 10,
  labelCharsMax: SELECT_LIMITS.labelCharsMax,
  nameCharsMax: 256,
  textCharsMax: 16_384,
  /** Sets of models that one call may ask about: each is a decision of its own. */
  candidateSetsMax: 8,
} as const;

const { questionsMax, choicesMax, levelsMax, labelCharsMax, nameCharsMax, textCharsMax } = PROTOCOL_LIMITS;

const OrLeftOut = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const Text = (description: string) => Type.String({ maxLength: textCharsMax, description });
const Label = (description: string) => Type.String({ minLength: 1, maxLength: labelCharsMax, description });
const Probability = Type.Number({ minimum: 0, maximum: 1 });
const ModelName = Type.String({
  maxLength: nameCharsMax,
  description: "Any name: the account's default preference decides how models are chosen.",
});

const INSTRUCTIONS = "Not read: what is answered is fixed.";
const DESCRIPTION = "Read only where the label is not a model: it may name one, alone or first.";

const InputPartSchema = Type.Object(
  {
    type: Type.Enum(["input_text", "input_image"]),
    text: OrLeftOut(Type.String()),
    image_url: OrLeftOut(Type.Unknown({ description: "Not fetched; models known not to see are rejected." })),
  },
  { additionalProperties: true },
);

const InputMessageSchema = Type.Object(
  {
    type: OrLeftOut(Type.Literal("message")),
    role: OrLeftOut(Type.String({ maxLength: nameCharsMax })),
    content: Type.Union([
      Type.String(),
      Type.Array(InputPartSchema, { minItems: 1, maxItems: SELECT_LIMITS.partsMax }),
    ]),
  },
  { additionalProperties: true },
);

const DecisionsQuestionSchema = Type.Object(
  {
    type: Type.Enum(["choice", "predicate", "score"], {
      description: "Only `choice` is answered; the others are a 422.",
    }),
    name: OrLeftOut(Type.String({ maxLength: nameCharsMax, description: "Echoed in the answer." })),
    instructions: Type.Optional(Text(INSTRUCTIONS)),
    choices: Type.Optional(
      Type.Array(
        Type.Object({
          value: Type.Union([Label("A model, or a tier."), Type.Boolean()]),
          description: OrLeftOut(Text(DESCRIPTION)),
        }),
        { minItems: 2, maxItems: choicesMax },
      ),
    ),
    levels: Type.Optional(Type.Array(Type.Unknown(), { maxItems: levelsMax })),
  },
  { additionalProperties: true },
);

export const DecisionsRequestSchema = Type.Object(
  {
    model: ModelName,
    input: Type.Union([
      Type.String({ minLength: 1 }),
      Type.Array(InputMessageSchema, { minItems: 1, maxItems: SELECT_LIMITS.messagesMax }),
    ]),
    questions: Type.Array(DecisionsQuestionSchema, { minItems: 1, maxItems: questionsMax }),
    safety_identifier: OrLeftOut(Type.String({ maxLength: nameCharsMax, description: "Not read." })),
  },
  { $id: "DecisionsRequest", additionalProperties: true },
);

export const DecisionsResponseSchema = Type.Object(
  {
    model: Type.String(),
    answers: Type.Array(
      Type.Object({
        type: Type.Literal("choice"),
        name: Type.Union([Type.String(), Type.Null()]),
        choice: Type.String(),
        probabilities: Type.Array(Type.Object({ value: Type.String(), probability: Probability })),
        confidence: Probability,
      }),
    ),
    usage: Type.Object({
      input_tokens: Type.Integer(),
      input_tokens_details: Type.Object({
        cached_tokens: Type.Integer(),
        cache_write_tokens: Type.Integer(),
      }),
      output_tokens: Type.Integer(),
      output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
      total_tokens: Type.Integer(),
    }),
  },
  { $id: "DecisionsResponse" },
);

const SystemOneQuestionSchema = Type.Object(
  {
    type: Type.Enum(["choice", "noul", "score"], {
      description: "Only `choice` is answered; the others are a 422.",
    }),
    instructions: Type.Optional(Type.Unknown({ description: INSTRUCTIONS })),
    criteria: Type.Optional(
      Type.Union([
        Type.Record(Type.String(), Type.Unknown(), {
          maxProperties: choicesMax,
          description: `Labels and their descriptions. A label is a model or a tier, of at most ${labelCharsMax} characters.`,
        }),
        Type.Array(Type.Unknown(), { maxItems: levelsMax, description: "The levels of a score." }),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: true },
);

export const SystemOneRequestSchema = Type.Object(
  {
    model: Type.Optional(ModelName),
    state: Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Array(Type.Unknown(), { minItems: 1, maxItems: SELECT_LIMITS.messagesMax }),
        Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
      ],
      { description: "The conversation: a text, messages with `role` and `content`, or any other value." },
    ),
    questions: Type.Record(Type.String(), SystemOneQuestionSchema, {
      minProperties: 1,
      maxProperties: questionsMax,
      description: `By name, of at most ${nameCharsMax} characters.`,
    }),
  },
  { $id: "SystemOneRequest", additionalProperties: true },
);

export const SystemOneResponseSchema = Type.Object(
  {
    model: Type.String(),
    answers: Type.Record(
      Type.String(),
      Type.Object({
        type: Type.Literal("choice"),
        choice: Type.String(),
        confidence: Probability,
        probabilities: Type.Record(Type.String(), Probability),
      }),
    ),
    usage: Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer() }),
  },
  { $id: "SystemOneResponse" },
);

/** A fault as clients of these protocols read it; `errors` are ours, one for each faulty place. */
export const ProtocolErrorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String(),
      type: Type.String({ description: "Such as `invalid_request_error` or `rate_limit_error`." }),
      param: Type.Union([Type.String(), Type.Null()], { description: "The first faulty place." }),
      code: Type.String({ description: "As in the table of errors." }),
      errors: Type.Optional(
        Type.Array(Type.Object({ location: Type.String(), message: Type.String(), fix: Type.String() })),
      ),
    }),
  },
  { $id: "ProtocolError" },
);

export type DecisionsRequest = Static<typeof DecisionsRequestSchema>;
export type DecisionsResponse = Static<typeof DecisionsResponseSchema>;
export type SystemOneRequest = Static<typeof SystemOneRequestSchema>;
export type SystemOneResponse = Static<typeof SystemOneResponseSchema>;
export type ProtocolError = Static<typeof ProtocolErrorSchema>;
