// Amounts that a text asks for: so many words, sentences, pages, or items of a list, each of at most so many words.
// The name of a unit is found first; a number is looked for beside it, within a bounded reach, so that the cost is linear.
import type { LengthHit, LengthLanguage } from "./length-index.ts";
import {
  numberAfter,
  numberBefore,
  digitOf,
  skipGapAfter,
  skipGapBefore,
  wordAfter,
  wordBefore,
} from "./written-number.ts";
import type { Token, WrittenNumber } from "./written-number.ts";

export interface Amount {
  /** @unit tokens */
  readonly tokens: number;
  /** "in", "at most", "write" stand before it, or its language needs none of them. */
  readonly hasLead: boolean;
  /** Counted in items, whose length is a guess. */
  readonly isOfItems: boolean;
  /** A limit of each item, times their number: it says more than the number alone. */
  readonly isOfEach: boolean;
  /** Counted in words or characters. */
  readonly isOfWords: boolean;
}

const COUNTS_MAX = 1_000;
/** Larger numbers of words are asked for, or they tell of a book. */
const UNLED_MAX = 10_000;
/** "8-word", "a 300-word" */
const COMPOUND_MIN = 10;
/** How far before a limit of each item their number is looked for. */
const CONTAINER_WORDS = 14;
const CONTAINER_SIGNS = 40;
const EACH_WORDS = 4;
const EACH_SIGNS = 6;
const ADJECTIVES = new Set(
  "short full brief complete whole kurzen kurze vollen courtes cortas breves korte kısa".split(" "),
);
const RANGES = new Set("to or bis oder à ou a o até tot of do lub до или ile đến hingga hadi".split(" "));
const COUNTERS = "个個の本篇つ条條部";

const textOf = (text: string, { from, to }: Token): string => text.slice(from, to);

interface Counted extends WrittenNumber {
  /** An unknown word stands between the number and its unit. */
  readonly isApart: boolean;
}

function countBefore(text: string, from: number, language: LengthLanguage): Counted | undefined {
  const reader = { words: language.numbers, isSpaced: language.isSpaced };
  const at = !language.isSpaced && COUNTERS.includes(text.charAt(from - 1) || " ") ? from - 1 : from;
  const beside = numberBefore(text, at, reader);
  if (beside !== undefined) return { ...beside, isApart: false };
  if (!language.isSpaced) return undefined;
  const between = wordBefore(text, skipGapBefore(text, from));
  if (between.to - between.from < 3) return undefined;
  const apart = numberBefore(text, between.from, reader);
  return apart && { ...apart, isApart: !ADJECTIVES.has(textOf(text, between)) };
}

function countOf(text: string, { found: { language }, from, to }: LengthHit): Counted | undefined {
  if (!language.isNumberBehind) return countBefore(text, from, language);
  const behind = numberAfter(text, to, language.numbers);
  return behind && { ...behind, isApart: false };
}

/** "200-300", "200 to 300": the number before, where there is one. */
function lowerEnd(text: string, { from }: Token, language: LengthLanguage): WrittenNumber | undefined {
  const end = skipGapBefore(text, from);
  const isDashed = /[-–—~～〜至到]/u.test(text.slice(Math.max(0, from - 2), from));
  const word = wordBefore(text, end);
  const isJoined =
    isDashed || RANGES.has(textOf(text, word)) || "~～〜至到".includes(text.charAt(end - 1) || " ");
  if (!isJoined) return undefined;
  const to = isDashed
    ? skipGapBefore(text, "~～〜至到—".includes(text.charAt(end - 1)) ? end - 1 : end)
    : word.from;
  const low = numberBefore(text, to, { words: language.numbers, isSpaced: true });
  return low !== undefined && digitOf(text.charCodeAt(low.to - 1)) !== undefined ? low : undefined;
}

function hasLeadBefore(text: string, from: number, { leads, isSpaced }: LengthLanguage): boolean {
  if (leads.size === 0) return true;
  if (isSpaced) {
    const word = textOf(text, wordBefore(text, skipGapBefore(text, from)));
    return leads.has(word) || (word === "a" && leads.has("write"));
  }
  const before = text.slice(Math.max(0, from - 5), from).trimEnd();
  return [...leads].some((lead) => before.endsWith(lead));
}

/** Words of the clause before `to`, the nearest first. */
function* wordsBefore(text: string, to: number, count: number): Generator<Token> {
  let at = to;
  for (let seen = 0; seen < count; seen += 1) {
    const word = wordBefore(text, skipGapBefore(text, at));
    if (word.from === word.to) return;
    yield word;
    at = word.from;
  }
}

function isOfEach(text: string, amount: Token, { each, isSpaced }: LengthLanguage): boolean {
  if (isSpaced) {
    for (const word of wordsBefore(text, amount.from, EACH_WORDS))
      if (each.has(textOf(text, word))) return true;
    return each.has(textOf(text, wordAfter(text, skipGapAfter(text, amount.to))));
  }
  const around =
    text.slice(Math.max(0, amount.from - EACH_SIGNS), amount.from) +
    text.slice(amount.to, amount.to + EACH_SIGNS / 2);
  return [...each].some((word) => around.includes(word));
}

/** How many items a limit of each of them is for: the nearest number before it. */
function containersBefore(text: string, from: number, language: LengthLanguage): number | undefined {
  const reader = { words: language.numbers, isSpaced: language.isSpaced };
  const isCount = (value: number): boolean => value >= 2 && value <= COUNTS_MAX && Number.isInteger(value);
  let at = from;
  const reach = language.isSpaced ? CONTAINER_WORDS : CONTAINER_SIGNS;
  for (let seen = 0; seen < reach && at > 0; seen += 1) {
    const number = numberBefore(text, at, reader);
    if (number !== undefined && isCount(number.value)) return number.value;
    const word = wordBefore(text, skipGapBefore(text, at));
    at = Math.max(0, language.isSpaced && word.from < word.to ? word.from : at - 1);
  }
  return undefined;
}

/** "list 100 names": the verb stands near, or the count opens the text. */
function isListed(text: string, from: number, { verbs, isSpaced, isVerbLast }: LengthLanguage): boolean {
  if (isVerbLast || text.slice(0, from).trim() === "") return true;
  if (!isSpaced) return [...verbs].some((verb) => text.slice(Math.max(0, from - 6), from).includes(verb));
  for (const word of wordsBefore(text, from, 4)) if (verbs.has(textOf(text, word))) return true;
  return false;
}

function amountAt(text: string, hit: LengthHit): Amount | undefined {
  const { kind, language, tokens, countMin, countMax } = hit.found;
  const count = countOf(text, hit);
  if (count === undefined) return undefined;
  const isOfItems = kind === "short item" || kind === "long item";
  const low = language.isNumberBehind ? undefined : lowerEnd(text, count, language);
  const whole = { from: Math.min(low?.from ?? count.from, hit.from), to: Math.max(count.to, hit.to) };
  if (isOfItems && !isListed(text, whole.from, language)) return undefined;
  const hasLead = hasLeadBefore(text, whole.from, language) || isCompound(text, count, hit);
  if (!hasLead && ((count.isApart && !isOfItems) || count.value >= UNLED_MAX)) return undefined;
  const value = low === undefined ? count.value : (low.value + count.value) / 2;
  const isEach = isOfEach(text, whole, language);
  if (count.value > countMax || (!isEach && count.value < countMin)) return undefined;
  const items = isEach ? containersBefore(text, whole.from, language) : 1;
  if (items === undefined) return undefined;
  return {
    tokens: items * value * tokens,
    hasLead: isEach || hasLead,
    isOfItems,
    isOfEach: isEach,
    isOfWords: hit.found.isSmall,
  };
}

/** "a 300-word essay", "写一篇500字的文章" */
function isCompound(text: string, count: Counted, { found, from }: LengthHit): boolean {
  if (!found.isSmall || count.value < COMPOUND_MIN) return false;
  return found.language.isSpaced ? text.slice(count.to, from) === "-" : true;
}

/** @param text in lower case */
export function findAmounts(text: string, hits: readonly LengthHit[]): readonly Amount[] {
  const amounts: Amount[] = [];
  for (const hit of hits) {
    const { kind } = hit.found;
    const amount = kind === "chapter" || kind === "book" ? undefined : amountAt(text, hit);
    if (amount !== undefined) amounts.push(amount);
  }
  return amounts;
}

/** The largest speaks for the whole: "500 words in three paragraphs". */
export function largestAmount(amounts: readonly Amount[]): Amount | undefined {
  const hasEach = amounts.some(({ isOfEach }) => isOfEach);
  let largest: Amount | undefined;
  for (const amount of amounts)
    if (hasEach && !amount.isOfEach && !amount.isOfWords) continue;
    else if (amount.tokens > (largest?.tokens ?? 0)) largest = amount;
  return largest;
}
