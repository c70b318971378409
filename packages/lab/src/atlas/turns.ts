// Phrases of short turns by language: assents, what to continue with, thanks, housekeeping,
// and short requests that lean on nothing but the matter. One kind a line: language, kind and its phrases between " | ".
import { SignalboxError } from "@signalbox/contracts";
import { readRows } from "./read-lines.ts";

const PHRASE_KINDS = [
  "yes",
  "go",
  "next",
  "thing",
  "stuck",
  "choice",
  "thanks",
  "bye",
  "hello",
  "chore",
  "own",
] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** "next" phrases name with "{}" the place of a "thing". */
export interface TurnPhrases {
  readonly language: string;
  readonly phrases: Readonly<Record<PhraseKind, readonly string[]>>;
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function readTurnPhrases(file: string): TurnPhrases[] {
  const lines = readRows(file, (line, where) => {
    const [language = "", name = "", phrases = ""] = line.split("\t");
    const kind = PHRASE_KINDS.find((each) => each === name);
    if (kind === undefined)
      throw new SignalboxError(
        "invalid_data",
        `${where} has none of ${PHRASE_KINDS.join(", ")} in its second column.`,
      );
    return { language, kind, phrases: phrases.split(" | ").filter((phrase) => phrase !== "") };
  });
  return [...Map.groupBy(lines, ({ language }) => language)].map(([language, own]) => {
    const of = (kind: PhraseKind): readonly string[] =>
      own.filter((line) => line.kind === kind).flatMap(({ phrases }) => phrases);
    return {
      language,
      phrases: Object.fromEntries(PHRASE_KINDS.map((kind) => [kind, of(kind)])) as TurnPhrases["phrases"],
    };
  });
}
