// How good an answer was. Idempotent by session and label: the same report twice counts once, a new value corrects the old.
import { Type, type Static } from "typebox";

import { IdSchema, OrNull, TimestampSchema } from "./common.ts";

const Label = Type.String({ minLength: 1, maxLength: 513 });

const Tokens = Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 }));

const FeedbackUsageSchema = Type.Object(
  {
    input_tokens: Tokens,
    output_tokens: Tokens,
    prompt_tokens: Tokens,
    completion_tokens: Tokens,
    usd: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
    seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e6,
        description: "From the call of the model to its whole answer.",
      }),
    ),
    first_token_seconds: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1e6, description: "To the first piece of a streamed answer." }),
    ),
    baseline_model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "The model that the caller would have called.",
      }),
    ),
    baseline_usd: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e6,
        description: "Dollars that the same tokens would have cost with `baseline_model`; absent = unknown.",
      }),
    ),
  },
  {
    additionalProperties: true,
    description: "Our own members, or the `usage` of a provider's answer as it is.",
  },
);

export const ProviderRefSchema = Type.Object({
  provider: Type.Optional(OrNull(Type.String({ maxLength: 256 }))),
  model: Type.String({ minLength: 1, maxLength: 256 }),
});

export const FeedbackSchema = Type.Object(
  {
    session_id: IdSchema,
    label: Type.Optional(Label),
    provider: Type.Optional(ProviderRefSchema),
    value: Type.Optional(
      Type.Union(
        [Type.Number({ minimum: 0, maximum: 1 }), Type.Literal("up"), Type.Literal("down"), Type.Boolean()],
        {
          description:
            "0 bad .. 1 good, a thumb, or true for good. Needed unless only `usage` or `withdraw` is sent.",
        },
      ),
    ),
    comment: Type.Optional(
      OrNull(
        Type.String({
          description:
            "Accepted and not kept: the service learns from `value`, and texts of people stay with you.",
        }),
      ),
    ),
    usage: Type.Optional(FeedbackUsageSchema),
    scope: Type.Optional(
      Type.Union([Type.Literal("decision"), Type.Literal("chain")], {
        description: "`chain` credits every decision of the session's chain. Default `decision`.",
      }),
    ),
    withdraw: Type.Optional(Type.Boolean({ description: "Take the earlier report back." })),
  },
  { $id: "Feedback" },
);

export const FeedbackResultSchema = Type.Object(
  {
    session_id: Type.String(),
    label: Type.String(),
    value: OrNull(Type.Number()),
    status: Type.Union([
      Type.Literal("recorded"),
      Type.Literal("unchanged"),
      Type.Literal("corrected"),
      Type.Literal("withdrawn"),
    ]),
    decisions: Type.Integer({ description: "How many decisions the report was credited to." }),
  },
  { $id: "FeedbackResult" },
);

const EvidenceSchema = Type.Object(
  {
    id: Type.String({ description: "Of the key or the custom router; `dashboard` for reports of people." }),
    kind: Type.Union([Type.Literal("reports"), Type.Literal("file")]),
    name: Type.String(),
    rows: Type.Integer({
      description: "Reports that are kept, or rows of the file; 0 for a router without kept rows.",
    }),
    models: Type.Integer({ description: "Models that they judge." }),
    first_at: TimestampSchema,
    last_at: TimestampSchema,
    kept_days: OrNull(
      Type.Integer(),
      "Days after which a report goes with its decision, and the rows of a file; null: until erased.",
    ),
  },
  { $id: "Evidence" },
);

export const EvidenceListSchema = Type.Object({
  data: Type.Array(EvidenceSchema, { description: "The newest first, at most 1,000 keys and 1,000 files." }),
});

export const EvidenceErasedSchema = Type.Object({
  erased: Type.Integer({ description: "Reports or rows that this call erased." }),
  remaining: Type.Integer({ description: "A call ends after some seconds: repeat it until this is 0." }),
});

export type Evidence = Static<typeof EvidenceSchema>;
export type EvidenceErased = Static<typeof EvidenceErasedSchema>;
export type FeedbackReport = Static<typeof FeedbackSchema>;
export type FeedbackUsage = Static<typeof FeedbackUsageSchema>;
export type FeedbackResult = Static<typeof FeedbackResultSchema>;
