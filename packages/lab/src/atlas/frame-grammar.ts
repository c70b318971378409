// The words that templates are made of, by language: sentences that point at a request or say how to answer it, personas and
// threats, and names of labels, tags, keys and fields. One production a line of `atlas/frames`: its kind, a tab, its words, with
// choices as [[one|other]].
import { basename, join } from "node:path";
import type { Random } from "@signalbox/engine/numerics";
import { SignalboxError } from "@signalbox/contracts";
import { listFiles, readRows } from "./drills.ts";

export const FRAME_WORDS = [
  "pointer",
  "form",
  "persona",
  "name",
  "reply",
  "context",
  "sample",
  "field",
  "value",
  "tag",
  "reply_tag",
  "meta_tag",
  "key",
  "other_key",
] as const;
export type FrameWords = (typeof FRAME_WORDS)[number];

export interface FrameGrammar {
  readonly languages: readonly string[];
  /** A production of the language, its choices made; of English where the language has none of that kind. */
  readonly draw: (kind: FrameWords, language: string, random: Random) => string;
  /** Every other production and choice: what is learned from one half is judged on the words of the other. */
  readonly half: (side: 0 | 1) => FrameGrammar;
}

/** Productions that hold in any language. */
const SHARED = "shared";
const FALLBACK = "en";
const CHOICE = /\[\[((?:(?!\]\]).)*)\]\]/g;

const isKind = (kind: string): kind is FrameWords => (FRAME_WORDS as readonly string[]).includes(kind);

function readProductions(file: string): ReadonlyMap<FrameWords, readonly string[]> {
  const rows = readRows(file, (line, where) => {
    const [kind = "", words = ""] = line.split("\t");
    if (!isKind(kind) || words === "")
      throw new SignalboxError(
        "invalid_data",
        `${where}: write a kind of ${FRAME_WORDS.join(", ")}, a tab, and its words.`,
      );
    return { kind, words };
  });
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, own]) => [kind, own.map(({ words }) => words)]));
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function readFrameGrammar(atlasDir: string): FrameGrammar {
  const files = listFiles(join(atlasDir, "frames"), ".tsv");
  const byLanguage = new Map(files.map((file) => [basename(file, ".tsv"), readProductions(file)]));
  const find = (kind: FrameWords, language: string): readonly string[] =>
    [language, SHARED, FALLBACK]
      .map((name) => byLanguage.get(name)?.get(kind))
      .find((own) => own !== undefined) ?? [""];
  const withSide = (side?: 0 | 1): FrameGrammar => {
    const choose = (list: readonly string[], random: Random): string => {
      const own = side === undefined || list.length < 2 ? list : list.filter((_, at) => at % 2 === side);
      return own[Math.floor(random() * own.length)] ?? "";
    };
    return {
      languages: [...byLanguage.keys()].filter((language) => language !== SHARED),
      draw: (kind, language, random) =>
        choose(find(kind, language), random).replaceAll(CHOICE, (_, choices: string) =>
          choose(choices.split("|"), random),
        ),
      half: withSide,
    };
  };
  return withSide();
}
