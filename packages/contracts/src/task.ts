// What a request asks for, in names that rules, explanations and the features of unsent conversations share. The order of each
// list is that of the heads in the artefact: append only.
import { Type, type Static } from "typebox";

export const OPERATIONS = [
  "converse",
  "answer",
  "extract",
  "classify",
  "summarise",
  "translate",
  "rewrite",
  "title",
  "write",
  "write_code",
  "change_code",
  "review",
  "debug",
  "solve",
  "plan",
  "act",
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const TASK_FIELDS = [
  "software",
  "data",
  "infrastructure",
  "mathematics",
  "science",
  "medicine",
  "law",
  "finance",
  "business",
  "humanities",
  "society",
  "creative",
  "everyday",
] as const;
export type TaskField = (typeof TASK_FIELDS)[number];

export const TIER_COUNT = 5;

/** How a number of characters is said in pages. */
export const CHARACTERS_A_PAGE = 3_000;

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Tokens = Type.Number({ minimum: 0, maximum: 1_000_000 });

export const TaskWireSchema = Type.Object({
  operation: Type.Enum([...OPERATIONS], { description: "What is to be done." }),
  operation_chance: Share,
  field: Type.Enum([...TASK_FIELDS], { description: "What the matter is about." }),
  field_chance: Share,
  tiers: Type.Array(Share, {
    minItems: TIER_COUNT,
    maxItems: TIER_COUNT,
    description:
      "Chance that each class of models is the weakest that does it well: small, mid, strong, frontier, frontier with long thought.",
  }),
  tokens: Type.Object(
    { low: Tokens, median: Tokens, high: Tokens },
    { description: "Visible tokens of a good answer, with the 80 % interval." },
  ),
  matter_characters: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "Characters of the text that it is to be done with, beside the instruction. Absent where there is none.",
    }),
  ),
});
export type TaskWire = Static<typeof TaskWireSchema>;
