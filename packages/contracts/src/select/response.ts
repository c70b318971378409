// The wire answer of POST /model-select. A success body never has an `error` key: one client raises on it.
import { Type, type Static } from "typebox";

import { ExplanationSchema } from "../decisions/explanation.ts";

const WarningSchema = Type.Object({
  location: Type.String(),
  message: Type.String(),
  fix: Type.String(),
});

export const SelectResponseSchema = Type.Object(
  {
    llm_label: Type.String({ description: "Label of the model to call, echoed byte for byte." }),
    providers: Type.Array(
      Type.Object({
        provider: Type.Union([Type.String(), Type.Null()]),
        model: Type.Union([Type.String(), Type.Null()]),
      }),
      { minItems: 1, maxItems: 1 },
    ),
    session_id: Type.String({ format: "uuid" }),
    ranking: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          "With `include: ['ranking']`: labels of the eligible candidates in the order to try them; the first is `llm_label`.",
      }),
    ),
    mode: Type.Optional(
      Type.String({
        description:
          "How much the recommended model is to think: only there when the request or the name states an effort, since an effort for " +
          "all candidates is brought to each model's nearest mode.",
      }),
    ),
    reasoning_effort: Type.Optional(
      Type.String({
        description:
          "The same under the name that calls have: the effort to call the recommended model with.",
      }),
    ),
    degraded: Type.Optional(
      Type.Literal(true, {
        description:
          "Only there when the decision rests on less than usual: no candidate met every wish and this is the least bad, " +
          "or a part of the service could not be asked. The explanation says which.",
      }),
    ),
    warnings: Type.Optional(
      Type.Array(WarningSchema, {
        description:
          "With `include: ['warnings']` or `['explanation']`: what of the request was not read, or looks misspelt.",
      }),
    ),
    explanation: Type.Optional(ExplanationSchema),
  },
  { $id: "SelectResponse", description: "Model selection response." },
);

export type SelectResponse = Static<typeof SelectResponseSchema>;
