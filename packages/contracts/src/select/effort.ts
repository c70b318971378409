// How much to think before the answer, in the forms that callers write it: of a candidate, of its attributes or of a request.
import { Type, type Static } from "typebox";

import { SELECT_LIMITS } from "./limits.ts";

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const Effort = Type.Union(
  [
    Type.Literal("none"),
    Type.Literal("minimal"),
    Type.Literal("low"),
    Type.Literal("medium"),
    Type.Literal("high"),
    Type.Literal("xhigh"),
    Type.Literal("max"),
    Type.Literal("thinking"),
  ],
  { description: "How much to think before the answer; absent = the provider's default." },
);

const Budget = Type.Integer({
  minimum: 0,
  maximum: SELECT_LIMITS.tokensMax,
  description: "The most hidden tokens of an answer.",
});

export const effortMembers = {
  reasoning_effort: Nullable(Effort),
  thinking: Nullable(
    Type.Union(
      [
        Type.Boolean(),
        Type.Object(
          {
            type: Nullable(
              Type.Union([Type.Literal("enabled"), Type.Literal("adaptive"), Type.Literal("disabled")]),
            ),
            budget_tokens: Nullable(Budget),
          },
          { additionalProperties: true },
        ),
      ],
      { description: "Thinking on or off, and the most that may be thought." },
    ),
  ),
  reasoning: Nullable(
    Type.Object(
      { effort: Nullable(Effort), max_tokens: Nullable(Budget) },
      { additionalProperties: true, description: "The form of gateways that speak for many providers." },
    ),
  ),
};

/** Efforts that compete as entries of their own. */
export const EffortsSchema = Type.Union(
  [Type.Literal("auto"), Type.Array(Effort, { minItems: 1, maxItems: 8 })],
  {
    description:
      "Efforts of the model that compete, each as a candidate of its own; `auto` is every one that it has. Efforts that it does " +
      "not have are left out. The answer names the effort to call it with in `reasoning_effort`.",
  },
);

const EffortSchema = Type.Object(effortMembers);
export type EffortWire = Static<typeof EffortSchema>;
