// Names for what a request asks for, which rules, explanations and the features of unsent conversations share. The order of each
// list is that of the heads in the artefact: append only.
import { Type, type Static } from "typebox";

// Purposes of a call, where an agent makes many of them for one person's task.
export const CallRoleSchema = Type.Enum(["main", "sub_agent", "title", "summary", "check"], {
  description:
    "What an agent makes the call for: `main`, a turn of its conversation; `sub_agent`, a turn of an agent that it sent; " +
    "`title`; `summary` of a long conversation; or `check`, a classifier or a question of safety.",
});

export type CallRole = Static<typeof CallRoleSchema>;
export const CALL_ROLES: readonly CallRole[] = CallRoleSchema.enum;

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

const TIER_COUNT = 5;

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Units = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
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
  asked: Type.Optional(
    Type.Object(
      { from: Units, to: Units },
      {
        description:
          "Which part of the last turn was taken as what is asked, in UTF-16 units of the turn as it was sent. Absent where all of it was, or where that stands elsewhere.",
      },
    ),
  ),
  answer_language: Type.Optional(
    Type.String({
      pattern: "^[a-z]{2,3}$",
      description: "ISO 639 code of the language that the instruction names for the answer.",
    }),
  ),
  source_language: Type.Optional(
    Type.String({
      pattern: "^[a-z]{2,3}$",
      description: "ISO 639-1 code of the text that the answer is made of, where the answer's is named.",
    }),
  ),
});
export type TaskWire = Static<typeof TaskWireSchema>;
