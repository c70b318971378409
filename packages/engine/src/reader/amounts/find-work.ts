// Works that are long by their name: "write a chapter", "escribe una novela".
import type { LengthHit, LengthLanguage } from "./length-index.ts";
import type { DemandedLength } from "./demanded-length.ts";
import { skipGapAfter, skipGapBefore, wordAfter, wordBefore } from "./written-number.ts";

/** An assumption: models end a chapter after 1,000 to 5,000 words, and begin a book with as much as one answer holds. */
const CHAPTER: DemandedLength = { low: 1_200, mean: 2_600, high: 6_000 };
const BOOK: DemandedLength = { low: 2_500, mean: 8_000, high: 30_000 };

const FILLERS_MAX = 5;
const VERB_SIGNS = 12;
/** In English a work's name also begins other nouns ("a book review") and is an adjective ("a novel idea"). */
const FOLLOWING = new Set(
  "about on of in set for that which where with from featuring based called titled and to using as one two three four five six seven eight nine ten please now".split(
    " ",
  ),
);

function isWrittenBefore(text: string, from: number, { writing, fillers }: LengthLanguage): boolean {
  let at = from;
  for (let seen = 0; seen <= FILLERS_MAX; seen += 1) {
    const { from: start, to } = wordBefore(text, skipGapBefore(text, at));
    const word = text.slice(start, to);
    if (writing.has(word)) return true;
    if (!fillers.has(word)) return false;
    at = start;
  }
  return false;
}

/** "写一部长篇小说": the verb stands before a few signs that are fillers. */
function isWrittenSigns(text: string, from: number, { writing, fillers }: LengthLanguage): boolean {
  let at = from;
  for (let seen = 0; seen <= FILLERS_MAX; seen += 1) {
    const before = text.slice(Math.max(0, at - VERB_SIGNS), at).trimEnd();
    if ([...writing].some((verb) => before.endsWith(verb))) return true;
    const filler = [...fillers].find((word) => before.endsWith(word));
    if (filler === undefined) return false;
    at = Math.max(0, at - VERB_SIGNS) + before.length - filler.length;
  }
  return false;
}

function isWrittenBehind(text: string, to: number, { writing }: LengthLanguage): boolean {
  const isBehind = (verb: string): boolean => text.slice(to, to + VERB_SIGNS).includes(verb);
  return [...writing].some(isBehind);
}

function isAskedFor(text: string, { found: { language, word }, from, to }: LengthHit): boolean {
  if (language.isVerbLast) return isWrittenBehind(text, to, language);
  if (!language.isSpaced) return isWrittenSigns(text, from, language);
  if (!isWrittenBefore(text, from, language)) return false;
  const next = wordAfter(text, skipGapAfter(text, to));
  const isEnglish = language.writing.has("write") && word !== "dissertation";
  return !isEnglish || next.from === next.to || FOLLOWING.has(text.slice(next.from, next.to));
}

/** @param text in lower case */
export function findWork(text: string, hits: readonly LengthHit[]): DemandedLength | undefined {
  let found: DemandedLength | undefined;
  for (const hit of hits) {
    const { kind } = hit.found;
    if ((kind !== "chapter" && kind !== "book") || !isAskedFor(text, hit)) continue;
    if (kind === "chapter") return CHAPTER;
    found = BOOK;
  }
  return found;
}
