// Bodies of the compatible routes that existing clients call; names and shapes are theirs, not ours.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull } from "./common.ts";
import { ProviderRefSchema } from "./feedback.ts";

export const CompatFeedbackSchema = Type.Object({
  session_id: IdSchema,
  provider: ProviderRefSchema,
  feedback: Type.Object({ accuracy: Type.Number({ minimum: 0, maximum: 1 }) }),
});

export const CompatLatencySchema = Type.Object({
  session_id: IdSchema,
  provider: ProviderRefSchema,
  feedback: Type.Object({ tokens_per_second: Type.Number({ minimum: 0, maximum: 1e6 }) }),
});

/** `session_id` and `feedback` repeat what was reported: some clients declare them. */
export const CompatFeedbackResultSchema = Type.Object({
  success: Type.Boolean(),
  session_id: Type.String(),
  feedback: Type.Object({
    accuracy: Type.Optional(Type.Number()),
    tokens_per_second: Type.Optional(Type.Number()),
  }),
});

export const CompatCreatePreferenceSchema = Type.Object({
  name: Type.Optional(OrNull(Type.String({ maxLength: 200 }))),
});

export const CompatUpdatePreferenceSchema = Type.Object({
  preference_id: IdSchema,
  name: Type.Optional(OrNull(Type.String({ maxLength: 200 }))),
});

export const CompatPreferenceSchema = Type.Object({ preference_id: Type.String() });
export const CompatSuccessSchema = Type.Object({ success: Type.Boolean() });

export const CompatModelsQuerySchema = Type.Object({
  provider: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 2048 }),
      Type.Array(Type.String({ maxLength: 256 }), { maxItems: 64 }),
    ]),
  ),
  openrouter_only: Type.Optional(Type.Boolean()),
});

const CompatModelSchema = Type.Object({
  provider: Type.String(),
  model: Type.String(),
  context_length: OrNull(Type.Number()),
  input_price: OrNull(Type.Number({ description: "USD per 1M tokens." })),
  output_price: OrNull(Type.Number({ description: "USD per 1M tokens." })),
  openrouter_model: OrNull(Type.String()),
});

export const CompatModelsSchema = Type.Object({
  models: Type.Array(CompatModelSchema),
  deprecated_models: Type.Array(CompatModelSchema),
  total: Type.Integer(),
});

export type CompatLatency = Static<typeof CompatLatencySchema>;
export type CompatModels = Static<typeof CompatModelsSchema>;
