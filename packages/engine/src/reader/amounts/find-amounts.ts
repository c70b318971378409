// Amounts that a text asks for: so many words, sentences, pages, or items of a list, each of at most so many words. The word for
// what is counted is found first; a number is looked for before it, within a bounded reach, so that the cost is linear.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { isOpenUnit, isWordUnit } from "../text/word-classes.ts";
import { buildWordIndex } from "../text/word-index.ts";
import { AMOUNT_MARKS, DEMAND_ROLES, MEASURES, NUMBER_WORDS } from "./amount-words.data.ts";

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

type Mark = keyof typeof AMOUNT_MARKS;
export type DemandRole = keyof typeof DEMAND_ROLES;

/** A word's roles as bits, in the order of their names. */
interface AmountWord {
  roles: number;
  measure?: { readonly of: (typeof MEASURES)[number]; readonly tokens: number };
}

export interface AmountHit {
  readonly role: AmountWord;
  readonly from: number;
  readonly to: number;
}

/** A text with the words that speak of lengths in it. */
export interface AmountText {
  readonly text: string;
  readonly hits: readonly AmountHit[];
  /** Words around amounts; looked for when a number stands before a unit. */
  readonly marks: () => readonly AmountHit[];
}

const listOf = (words: string): string[] => words.split(" ");
const bitsOf = <Name extends string>(lists: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.keys(lists).map((name, at) => [name, 1 << at])) as Record<Name, number>;
const MARK = bitsOf(AMOUNT_MARKS);
export const DEMAND = bitsOf(DEMAND_ROLES);

function writeUnits(text: string, out: Uint16Array): number {
  for (let at = 0; at < text.length; at += 1) out[at] = text.charCodeAt(at);
  return text.length;
}

function indexWords(lists: Readonly<Record<string, string>>, measures: typeof MEASURES) {
  const byWord = new Map<string, AmountWord>();
  const entryOf = (written: string): AmountWord => {
    const word = written.replaceAll("_", " ");
    const entry = byWord.get(word) ?? { roles: 0 };
    byWord.set(word, entry);
    return entry;
  };
  for (const [at, words] of Object.values(lists).entries())
    for (const word of listOf(words)) entryOf(word).roles |= 1 << at;
  for (const of of measures)
    for (const [tokens, words] of of.words)
      for (const word of listOf(words)) entryOf(word).measure ??= { of, tokens };
  return buildWordIndex(
    [...byWord].map(([word, role]) => ({ word, role })),
    writeUnits,
  );
}
const index = indexWords(DEMAND_ROLES, MEASURES);
const markIndex = indexWords(AMOUNT_MARKS, []);

const unitsOf = createUnitCopy(4_096);

/** @param text in lower case */
export function readAmountText(text: string): AmountText {
  let marks: readonly AmountHit[] | undefined;
  return {
    text,
    hits: index.find(unitsOf(text), text.length),
    marks: () => (marks ??= markIndex.find(unitsOf(text), text.length)),
  };
}

const numbers = new Map(
  listOf(NUMBER_WORDS).map((entry): [string, number] => {
    const [word = "", value = ""] = entry.split(":");
    return [word, Number(value)];
  }),
);
const PIECE_UNITS = Math.max(...[...numbers.keys()].map((word) => word.length));
const PARTS_MOST = 8;
const GAP = " \t\u00a0\u202f-\u2010\u2011*_\"'“”«»()（）「」";
const DIGIT_UNITS = 14;
/** "12", "2,000", "10 000", "1.5", "2k", but no part of "x5" or "v2.3". */
const DIGITS = /(?<![a-z\d.,])(?:(\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,2})|(\d{1,7}(?:[.,]\d)?))(k?)$/u;

const OTHER_DIGIT = /[٠-٩۰-۹०-९]/gu;
const digitOf = (digit: string): number => (digit.charCodeAt(0) - (digit >= "०" ? 6 : 0)) & 15;

interface WrittenNumber {
  readonly from: number;
  readonly value: number;
}

/** Start of the gap before `to`; at most three marks are one. */
function gapBefore(text: string, to: number): number {
  let at = to;
  while (at > 0 && to - at < 3 && GAP.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function digitsBefore(text: string, to: number): WrittenNumber | undefined {
  const before = text
    .slice(Math.max(0, to - DIGIT_UNITS), to)
    .replaceAll(OTHER_DIGIT, (digit) => String(digitOf(digit)));
  const found = DIGITS.exec(before);
  if (found === null) return undefined;
  const [whole, grouped, plain = "", thousands] = found;
  const value =
    grouped === undefined ? Number(plain.replace(",", ".")) : Number(grouped.replaceAll(/\D/g, ""));
  return { from: to - whole.length, value: thousands === "k" ? 1_000 * value : value };
}

/** Scales multiply what stands before them, all else adds up: "three hundred and five", "二千五百", "quatre-vingts". */
function valueOf(parts: readonly number[]): number {
  let [total, current, last] = [0, 0, 0];
  for (const part of parts) {
    const isSmall = last > 0 && last < 10;
    if (part >= 1_000 && part % 1_000 === 0) {
      total += part * (current === 0 ? 1 : current);
      current = 0;
    } else if (part === 100 && current > 0 && current < 100) current *= 100;
    else current += isSmall && (part === 10 || part === 20) ? last * (part - 1) : part;
    last = part;
  }
  return total + current;
}

/** A word begins here, or a sign that is one by itself. */
const isStart = (text: string, at: number): boolean =>
  at === 0 || isOpenUnit(text.charCodeAt(at)) || !isWordUnit(text.charCodeAt(at - 1));

/** The number whose last sign stands before `to`, with or without a gap: digits, or words one by one or written as one. */
function numberBefore(text: string, to: number): WrittenNumber | undefined {
  const parts: number[] = [];
  let [whole, from] = [0, to];
  for (let at = gapBefore(text, to); parts.length < PARTS_MOST;) {
    const digits = digitsBefore(text, at);
    if (digits !== undefined) {
      parts.push(digits.value);
      [whole, from] = [parts.length, digits.from];
      break;
    }
    let length = Math.min(PIECE_UNITS, at);
    while (length > 0 && !numbers.has(text.slice(at - length, at))) length -= 1;
    if (length === 0) break;
    parts.push(numbers.get(text.slice(at - length, at))!);
    at -= length;
    if (!isStart(text, at)) continue;
    [whole, from] = [parts.length, at];
    at = gapBefore(text, at);
  }
  const value = valueOf(parts.slice(0, whole).toReversed());
  return value > 0 ? { from, value } : undefined;
}

interface Counted extends WrittenNumber {
  /** An unknown word stands between the number and its unit. */
  readonly isApart: boolean;
}

const WORD_BEFORE = /(?<![\p{L}\d])\p{L}{3,20}$/u;
const ADJECTIVES = new Set(
  listOf("short full brief complete whole kurzen kurze vollen courtes cortas breves korte"),
);

function countBefore(text: string, to: number): Counted | undefined {
  const beside = numberBefore(text, to);
  if (beside !== undefined) return { ...beside, isApart: false };
  const end = gapBefore(text, to);
  const between = WORD_BEFORE.exec(text.slice(Math.max(0, end - 21), end))?.[0];
  const apart = between === undefined ? undefined : numberBefore(text, end - between.length);
  return apart && { ...apart, isApart: !ADJECTIVES.has(between!) };
}

/** "200-300", "200 to 300": the number before, where there is one. */
function lowerEnd(text: string, from: number): WrittenNumber | undefined {
  const joint = /(?:[-–—~至到]| (?:to|or|bis|oder|à|ou|a|o|até|tot|do|до|или|den)) ?$/u.exec(
    text.slice(Math.max(0, from - 8), from),
  );
  return joint === null ? undefined : digitsBefore(text, from - joint[0].length);
}

/** How far around a limit of each item its "each" may stand, and how far before it their number. @unit UTF-16 units */
const [EACH_UNITS, CONTAINER_UNITS, LIST_UNITS] = [25, 90, 30] as const;
const COUNTS_MOST = 1_000;
/** Larger numbers of words are asked for, or they tell of a book. */
const UNLED_MOST = 10_000;
/** "8-word", "a 300-word" */
const COMPOUND_LEAST = 10;
/** Scripts of languages whose verbs stand last, so that nothing leads their amounts. */
const LEADLESS = /[\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\uac00-\ud7a3]|kelime|cümle|isim/u;

/** The nearest number before a limit of each item says how many there are. */
function containersBefore(text: string, from: number): number | undefined {
  for (let at = from; at > Math.max(0, from - CONTAINER_UNITS); at -= 1) {
    if (at < text.length && isWordUnit(text.charCodeAt(at))) continue;
    const value = numberBefore(text, at)?.value;
    if (value !== undefined && value >= 2 && value <= COUNTS_MOST && Number.isInteger(value)) return value;
  }
  return undefined;
}

function amountAt({ text, marks }: AmountText, hit: AmountHit): Amount | undefined {
  const has = (mark: Mark, isAt: (hit: AmountHit) => boolean): boolean =>
    marks().some((one) => (one.role.roles & MARK[mark]) !== 0 && isAt(one));
  const { of, tokens } = hit.role.measure!;
  const count = countBefore(text, hit.from);
  if (count === undefined) return undefined;
  const low = lowerEnd(text, count.from);
  const from = low?.from ?? count.from;
  const isOfItems = of.isItem === true;
  const isLeadless = LEADLESS.test(text.slice(hit.from, hit.to));
  const isOpening = text.slice(0, from).trim() === "";
  const isNear = (reach: number) => (one: AmountHit) => one.to <= from && one.to >= from - reach;
  if (isOfItems && !isLeadless && !isOpening && !has("lists", isNear(LIST_UNITS))) return undefined;
  const end = gapBefore(text, from);
  const isCompound =
    of.isSmall === true &&
    count.value >= COMPOUND_LEAST &&
    (text.charAt(hit.from - 1) === "-" || isOpenUnit(text.charCodeAt(hit.from)));
  const hasLead = isLeadless || isCompound || has("lead", ({ to }) => to === end);
  if (!hasLead && ((count.isApart && !isOfItems) || count.value >= UNLED_MOST)) return undefined;
  const isEach = (one: AmountHit): boolean =>
    isNear(EACH_UNITS)(one) || (one.from >= hit.to && one.from <= hit.to + 2);
  const isOfEach = !isOfItems && has("each", isEach);
  if (count.value > of.most || (!isOfEach && count.value < of.least)) return undefined;
  const items = isOfEach ? containersBefore(text, from) : 1;
  if (items === undefined) return undefined;
  const value = low === undefined ? count.value : (low.value + count.value) / 2;
  const isOfWords = of.isSmall === true;
  return { tokens: items * value * tokens, hasLead: isOfEach || hasLead, isOfItems, isOfEach, isOfWords };
}

export function findAmounts(read: AmountText): readonly Amount[] {
  return read.hits.flatMap((hit) => (hit.role.measure === undefined ? [] : (amountAt(read, hit) ?? [])));
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
