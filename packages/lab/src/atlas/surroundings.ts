// Texts that people write around a request: greetings, stories, personas, house rules, frames of exams, quotations, go-aheads,
// and facts that change what a question asks for. They are for composing rows; each was written by one of three writers, so that
// a whole writer can be kept back.
import { basename, join } from "node:path";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Static } from "typebox";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";
import { listFiles, readLines } from "./read-lines.ts";

// The form of the lines of `atlas/surroundings`.
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
type Surrounding = Static<typeof SurroundingSchema>;

const surroundings = Compile(SurroundingSchema);

/** @throws SignalboxError invalid_data with the place of the fault */
function parseSurrounding(line: unknown, where: string): Surrounding {
  if (!surroundings.Check(line))
    throw new SignalboxError("invalid_data", `${where} is no surrounding; see atlas/GUIDE.md for its form.`);
  if (line.kind === "exam_frame" && line.text.split(ASK_PLACE).length !== 2)
    throw new SignalboxError("invalid_data", `${where}: write ${ASK_PLACE} once, where the request stands.`);
  return line;
}

export interface SurroundingOfLanguage {
  readonly language: string;
  readonly surrounding: Surrounding;
}

function readFileOf(language: string, file: string): SurroundingOfLanguage[] {
  const ids = new Set<string>();
  return readLines(file, (line, where) => {
    const surrounding = parseSurrounding(line, where);
    if (!surrounding.id.startsWith(`${language}-`) || ids.has(surrounding.id))
      throw new SignalboxError("invalid_data", `${where}: give an id of "${language}" that no line has.`);
    ids.add(surrounding.id);
    return { language, surrounding };
  });
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function listSurroundings(atlasDir: string): readonly SurroundingOfLanguage[] {
  return listFiles(join(atlasDir, "surroundings"), ".jsonl").flatMap((file) =>
    readFileOf(basename(file, ".jsonl"), file),
  );
}
