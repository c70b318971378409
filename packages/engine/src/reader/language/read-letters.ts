// One pass over the beginning of a text: letters by script, and the Latin words as hashed groups of letters.
// Words that stand in code are passed over: names, paths and keywords are English whatever the request is in.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { NAMED_LANGUAGES, namedByLetter, namedByScript } from "./script-languages.ts";

/** @unit UTF-16 units */
const UNITS_READ = 1_000;
/** Who pastes a text in another language says first what to do with it. */
const LETTERS_READ = 75;
const GRAMS_MAX = 400;
/** A longer word is encoded data. */
const WORD_LETTERS_MAX = 40;
export const GRAM_BUCKETS = 2_048;
const BUCKET_SHIFT = 32 - Math.log2(GRAM_BUCKETS);

/** Letters of a text; the arrays are reused by the next call. */
export interface Letters {
  /** Weight of the letters by what their script stands for, Latin ones first. @shape NAMED_LANGUAGES.length */
  readonly byScript: Int32Array;
  /** Letters that tell a language by themselves. @shape NAMED_LANGUAGES.length */
  readonly telling: Int32Array;
  /** Buckets of the groups of letters. @shape GRAMS_MAX, gramCount of them filled */
  readonly grams: Uint16Array;
  gramCount: number;
  /** Latin words that do not stand in code, and those that do. */
  wordCount: number;
  codeWordCount: number;
  /** Weight of the letters of all other scripts. */
  otherWeight: number;
}

const LATIN_END = 0x1f00;
/** Lower case of each Latin letter and of the marks that combine with one; 0 for all else. */
const LOWER = Uint16Array.from({ length: LATIN_END }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[\p{Script=Latin}\u0300-\u036f]/u.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

const letters: Letters = {
  byScript: new Int32Array(NAMED_LANGUAGES.length),
  telling: new Int32Array(NAMED_LANGUAGES.length),
  grams: new Uint16Array(GRAMS_MAX),
  gramCount: 0,
  wordCount: 0,
  codeWordCount: 0,
  otherWeight: 0,
};

const latinAt = (units: Uint16Array, at: number): number => {
  const unit = units[at]!;
  return unit < LATIN_END ? LOWER[unit]! : 0;
};

const flags = (marks: string): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, unit) => Number(marks.includes(String.fromCharCode(unit))));
/** ASCII characters that join a word to code when it stands right before it, or right behind it. */
const CODE_BEFORE = flags("0123456789_@#$\\/<.=&%-");
const CODE_BEHIND = flags("0123456789_@$\\/(={[<");

const FULL_STOP = 46;
const hasFlag = (of: Uint8Array, unit: number): boolean => unit < 128 && of[unit] === 1;

/** A letter with a mark is rare enough to tell much by itself. */
const ACCENTED_FROM = 0x80;

const bucketOf = (hash: number): number => Math.imul(hash, 0x9e37_79b1) >>> BUCKET_SHIFT;

/** True where the word from `from` to `to` is joined to code. */
function isJoined(units: Uint16Array, from: number, to: number): boolean {
  if (from > 0 && hasFlag(CODE_BEFORE, units[from - 1]!)) return true;
  const behind = units[to]!;
  return hasFlag(CODE_BEHIND, behind) || (behind === FULL_STOP && latinAt(units, to + 1) > 0);
}

/** A word with a capital behind its first letter is a name, a keyword or an abbreviation. @returns where the word ends */
function readWord(units: Uint16Array, from: number, end: number): number {
  const { grams } = letters;
  let count = letters.gramCount;
  let at = from;
  let word = 0;
  let before = 0;
  let last = 0;
  let isNatural = true;
  for (let letter = latinAt(units, at); letter > 0; letter = at < end ? latinAt(units, at) : 0) {
    grams[count++] = bucketOf((before << 20) ^ (last << 10) ^ letter);
    if (letter >= ACCENTED_FROM) grams[count++] = bucketOf(letter);
    else if (last > 0 && units[at] !== letter) isNatural = false;
    word = Math.imul(word ^ letter, 0x0100_0193);
    before = last;
    last = letter;
    at += 1;
  }
  grams[count++] = bucketOf((before << 20) ^ (last << 10));
  grams[count++] = bucketOf(word);
  if (!isNatural || at - from > WORD_LETTERS_MAX || isJoined(units, from, at)) {
    letters.codeWordCount += 1;
    return at;
  }
  letters.gramCount = count;
  letters.byScript[0]! += at - from;
  letters.wordCount += 1;
  return at;
}

/** Chinese, Japanese and Korean signs say as much as several letters. */
const SIGNS_FROM = 0x2e80;
const SIGN_WEIGHT = 2;
const HARD_SIGN = 0x044a;
/** Behind these alone Russian has a hard sign; Bulgarian has it as a vowel. */
const SOFT_VOWELS: ReadonlySet<number> = new Set(Array.from("еёюя", (vowel) => vowel.charCodeAt(0)));

function readLetter(units: Uint16Array, at: number, previous: number): number {
  const unit = units[at]!;
  const named = unit < ACCENTED_FROM ? 0 : namedByScript(unit);
  if (named === 0) return 0;
  // A letter alone is a symbol.
  const weight = unit >= SIGNS_FROM ? SIGN_WEIGHT : Number(named === previous);
  letters.byScript[named]! += weight;
  letters.otherWeight += weight;
  if (unit !== HARD_SIGN || !SOFT_VOWELS.has(units[at + 1]!)) letters.telling[namedByLetter(unit)]! += 1;
  return named;
}

function clear(): void {
  letters.byScript.fill(0);
  letters.telling.fill(0);
  letters.wordCount = 0;
  letters.codeWordCount = 0;
  letters.otherWeight = 0;
  // Every text has this one: its weights say how frequent each language is.
  letters.grams[0] = bucketOf(0);
  letters.gramCount = 1;
}

/** Units behind a word that tell whether it is joined to code. @unit UTF-16 units */
const LOOK_AHEAD = 2;
const unitsOf = createUnitCopy(UNITS_READ + LOOK_AHEAD);

/** Reads at most UNITS_READ units of `text`, and as few as hold LETTERS_READ letters. */
export function readLetters(text: string): Letters {
  clear();
  const units = unitsOf(text.slice(0, UNITS_READ + LOOK_AHEAD));
  const end = Math.min(text.length, UNITS_READ);
  let at = 0;
  let named = 0;
  while (at < end && letters.byScript[0]! + letters.otherWeight < LETTERS_READ) {
    if (latinAt(units, at) > 0) {
      at = readWord(units, at, end);
      named = 0;
    } else {
      named = readLetter(units, at, named);
      at += 1;
    }
  }
  return letters;
}
