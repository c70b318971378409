// The attributes of a candidate: those that a decision understands have bounds, all others are free for rules of preferences.
// A wrong value of an understood attribute is refused: a context length of "lots" would route wrongly in silence.
import { Type } from "typebox";

import { effortMembers } from "./effort.ts";
import { SELECT_LIMITS } from "./limits.ts";

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
export const AttributesSchema = Type.Unsafe<Record<string, unknown>>(Understood);
