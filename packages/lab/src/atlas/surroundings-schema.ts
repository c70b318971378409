// The form of the lines of `atlas/surroundings`.
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Static } from "typebox";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";

export const SURROUNDING_KINDS = [
  "greeting",
  "story",
  "thanks",
  "goodbye",
  "persona",
  "house_rules",
  "quotation",
] as const;
export const WRITERS = ["a", "b", "c"] as const;

/** Place of the request in the frame of an exam. */
export const ASK_PLACE = "{ask}";

const SHARED = {
  id: Type.String({ pattern: "^[a-z]{2}-s-[0-9]{4}$" }),
  /** Whose voice it is: a polite office worker, a hurried developer, or somebody very old or very young. */
  writer: Type.Enum([...WRITERS]),
};
const Text = Type.String({ minLength: 1 });
const STRICT = { additionalProperties: false };

const SurroundingSchema = Type.Union([
  Type.Object({ ...SHARED, kind: Type.Enum([...SURROUNDING_KINDS]), text: Text }, STRICT),
  Type.Object({ ...SHARED, kind: Type.Literal("exam_frame"), text: Text }, STRICT),
  /** A go-ahead has the operation, tier and length of what was offered before. */
  Type.Object({ ...SHARED, kind: Type.Literal("assent"), text: Text, carries: Type.Literal(true) }, STRICT),
  /** The labels are those of the fact and the ask together. */
  Type.Object(
    {
      ...SHARED,
      kind: Type.Literal("fact"),
      fact: Text,
      ask: Text,
      field: Type.Enum([...TASK_FIELDS]),
      operation: Type.Enum([...OPERATIONS]),
      tier: Type.Integer({ minimum: 1, maximum: 5 }),
    },
    STRICT,
  ),
]);
export type Surrounding = Static<typeof SurroundingSchema>;

const surroundings = Compile(SurroundingSchema);

/** @throws SignalboxError invalid_data with the place of the fault */
export function parseSurrounding(line: unknown, where: string): Surrounding {
  if (!surroundings.Check(line))
    throw new SignalboxError("invalid_data", `${where} is no surrounding; see atlas/GUIDE.md for its form.`);
  if (line.kind === "exam_frame" && line.text.split(ASK_PLACE).length !== 2)
    throw new SignalboxError("invalid_data", `${where}: write ${ASK_PLACE} once, where the request stands.`);
  return line;
}
