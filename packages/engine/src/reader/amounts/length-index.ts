// The words of `LENGTH_WORDS`, indexed by hash.
import { LENGTH_WORDS } from "./length-words.data.ts";
import type { LengthWords } from "./length-words.data.ts";
import { numberWords } from "./written-number.ts";
import type { NumberWords } from "./written-number.ts";
import { closedGate, hashOf, openGate, SLOTS, slotOf } from "../text/word-slots.ts";

type LengthKind = "text" | "short item" | "long item" | "chapter" | "book";

export interface LengthLanguage {
  readonly isSpaced: boolean;
  readonly isNumberBehind: boolean;
  readonly isVerbLast: boolean;
  readonly numbers: NumberWords;
  readonly leads: ReadonlySet<string>;
  readonly each: ReadonlySet<string>;
  readonly writing: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly fillers: ReadonlySet<string>;
}

interface LengthWord {
  readonly word: string;
  readonly language: LengthLanguage;
  readonly kind: LengthKind;
  /** Tokens of one unit or item. @unit tokens */
  readonly tokens: number;
  /** A word or a character. */
  readonly isSmall: boolean;
  /** Few words of one of them are worth taking: "one word" and "one line" are said of parts of an answer too. */
  readonly countMin: number;
  readonly countMax: number;
}

export interface LengthHit {
  readonly found: LengthWord;
  readonly from: number;
  readonly to: number;
}

/** @unit tokens */
const SENTENCE_TOKENS = 26;
const LINE_TOKENS = 23;
const PARAGRAPH_TOKENS = 100;
const PAGE_TOKENS = 500;
const SHORT_ITEM_TOKENS = 5;
const LONG_ITEM_TOKENS = 22;
const WORDS_MAX = 100_000;
/** More of them are what is spoken of ("14k lines of code"). */
const PARTS_MAX = 200;
/** Fewer may each be long. */
const ITEMS_MIN = 10;
const ITEMS_MAX = 1_000;

const listOf = (words: string): string[] =>
  words
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.replaceAll("_", " "));

function languageOf(words: LengthWords): LengthLanguage {
  const { isSpaced, isNumberBehind, isVerbLast, writing, listing, leads } = words;
  const verbs = new Set(listOf(`${writing} ${listing}`));
  return {
    isSpaced,
    isNumberBehind,
    isVerbLast,
    numbers: numberWords(
      listOf(words.numbers).map((entry) => {
        const [word = "", value = ""] = entry.split(":");
        return [word, Number(value)];
      }),
    ),
    leads: new Set(leads === "" ? [] : [...listOf(leads), ...verbs]),
    each: new Set(listOf(words.each)),
    writing: new Set(listOf(writing)),
    verbs,
    fillers: new Set(listOf(words.fillers)),
  };
}

type Measure = readonly [list: string, kind: LengthKind, tokens: number, countMin: number, countMax: number];

function measuresOf(words: LengthWords): readonly Measure[] {
  return [
    [words.words, "text", words.tokensPerWord, 2, WORDS_MAX],
    [words.characters, "text", words.tokensPerCharacter, 10, WORDS_MAX],
    [words.sentences, "text", SENTENCE_TOKENS, 1, PARTS_MAX],
    [words.paragraphs, "text", PARAGRAPH_TOKENS, 1, PARTS_MAX],
    [words.pages, "text", PAGE_TOKENS, 1, PARTS_MAX],
    [words.lines, "text", LINE_TOKENS, 2, PARTS_MAX],
    [words.shortItems, "short item", SHORT_ITEM_TOKENS, ITEMS_MIN, ITEMS_MAX],
    [words.longItems, "long item", LONG_ITEM_TOKENS, ITEMS_MIN, ITEMS_MAX],
    [words.chapters, "chapter", 0, 0, 0],
    [words.books, "book", 0, 0, 0],
  ];
}

const hashes = new Int32Array(SLOTS);
const entries: LengthWord[][] = Array.from({ length: SLOTS }, () => []);
export const lengthGate = closedGate();

/** A word is found by all of it where words are parted, else by its first sign. */
function addWord(entry: LengthWord): void {
  const word = entry.language.isSpaced ? entry.word : entry.word.charAt(0);
  const hash = hashOf(word);
  openGate(lengthGate, word);
  const slot = slotOf(hashes, hash);
  hashes[slot] = hash;
  entries[slot]?.push(entry);
}

for (const words of LENGTH_WORDS) {
  const language = languageOf(words);
  const isSmall = (list: string): boolean => list === words.words || list === words.characters;
  for (const [list, kind, tokens, countMin, countMax] of measuresOf(words))
    for (const word of listOf(list))
      addWord({ word, language, kind, tokens, countMin, countMax, isSmall: isSmall(list) });
}

/** Adds the words with this hash that begin at `from`. */
export function addHits(
  hits: LengthHit[],
  text: string,
  { hash, from }: { hash: number; from: number },
): void {
  const slot = slotOf(hashes, hash);
  if (hashes[slot] === 0) return;
  for (const found of entries[slot] ?? []) {
    const to = from + found.word.length;
    if (text.startsWith(found.word, from)) hits.push({ found, from, to });
  }
}
