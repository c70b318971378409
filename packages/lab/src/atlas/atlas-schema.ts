// The form of the atlas's lines; a fault names the file and line.
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Validator } from "typebox/compile";
import type { Static, TProperties, TSchema } from "typebox";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";

const Id = Type.String({ pattern: "^[a-z]{2}-[0-9]{4,5}$" });

const AtlasRequestSchema = Type.Object({
  id: Id,
  lang: Type.String({ pattern: "^[a-z]{2,3}$" }),
  text: Type.Optional(Type.String({ minLength: 1 })),
  messages: Type.Optional(
    Type.Array(
      Type.Object({
        role: Type.Union([
          Type.Literal("system"),
          Type.Literal("user"),
          Type.Literal("assistant"),
          Type.Literal("tool"),
        ]),
        content: Type.Optional(Type.String()),
      }),
      { minItems: 1 },
    ),
  ),
  matter: Type.Optional(Type.Array(Type.String({ pattern: "^[a-z]{2}(-[a-z]+)?-[0-9]+$" }))),
  tools: Type.Optional(Type.Array(Type.String())),
  features: Type.Optional(Type.Array(Type.String())),
});
export type AtlasRequest = Static<typeof AtlasRequestSchema>;

const AtlasLabelSchema = Type.Object(
  {
    id: Id,
    op: Type.Enum([...OPERATIONS]),
    field: Type.Enum([...TASK_FIELDS]),
    tier: Type.Integer({ minimum: 1, maximum: 5 }),
    /** An 80 % range of visible tokens. */
    tokens: Type.Tuple([Type.Number({ minimum: 1 }), Type.Number({ minimum: 1 })]),
  },
  { additionalProperties: false },
);
export type AtlasLabel = Static<typeof AtlasLabelSchema>;

const AtlasSystemSchema = Type.Object(
  {
    id: Type.String({ pattern: "^sys-[a-z]{2}-[0-9]{3}$" }),
    lang: Type.String({ pattern: "^[a-z]{2}$" }),
    /** It tells by itself what is to be done with whatever the user's turn holds. */
    isTask: Type.Boolean(),
    text: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);
export type AtlasSystem = Static<typeof AtlasSystemSchema>;

const requests = Compile(AtlasRequestSchema);
const labels = Compile(AtlasLabelSchema);
const systems = Compile(AtlasSystemSchema);

function check<T extends TSchema>(
  schema: Validator<TProperties, T>,
  line: unknown,
  where: string,
): Static<T> {
  if (schema.Check(line)) return line;
  const first = [...schema.Errors(line)][0];
  throw new SignalboxError(
    "invalid_data",
    `${where}: ${first?.instancePath ?? ""} ${first?.message ?? "is wrong"}.`,
  );
}

/** @throws SignalboxError invalid_data with the place of the first fault */
export function parseAtlasRequest(line: unknown, where: string): AtlasRequest {
  const request = check(requests, line, where);
  if ((request.text === undefined) === (request.messages === undefined))
    throw new SignalboxError("invalid_data", `${where}: give either "text" or "messages".`);
  return request;
}

/** @throws SignalboxError invalid_data with the place of the first fault */
export function parseAtlasSystem(line: unknown, where: string): AtlasSystem {
  return check(systems, line, where);
}

/** @throws SignalboxError invalid_data with the place of the first fault */
export function parseAtlasLabel(line: unknown, where: string): AtlasLabel {
  const label = check(labels, line, where);
  if (label.tokens[0] > label.tokens[1])
    throw new SignalboxError("invalid_data", `${where}: the range of tokens runs backwards.`);
  return label;
}
