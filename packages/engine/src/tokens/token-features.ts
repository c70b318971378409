// Counts in one pass what decides how many tokens a text becomes: words by length and letter pairs, digits, signs, space,
// scripts. A tokenizer family is then one weight vector over these counts (token-weights.generated.ts).
// Invariant: the layout below is what the weights were fitted to; a change of layout needs a new fit.

import { createUnitCopy } from "../kernels/copy-units.ts";
import {
  BLANK,
  BREAK,
  CLASSES,
  CONTROL,
  DIGIT,
  HAN,
  LETTER,
  SCRIPT,
  SCRIPTS,
  SIGN,
  SURROGATE,
  WIDE,
} from "./part-tokens.ts";

const WORD_LENGTH_MAX = 16;
const SYMBOLS = 28;
/** Letter pair symbols: 0 is the edge of a word, 1..26 are a..z, 27 is any other Latin letter. */
const EDGE = 0;
const OTHER_LETTER = 27;
const SIGN_CODES = 128;
const SIGN_KINDS = 32;
/** Hash tables must be powers of two. */
const HAN_BUCKETS = 512;
const HAN_PAIR_BUCKETS = 2048;
const WORD_BUCKETS = 4096;
/** Shorter words are nearly always one token. */
const HASHED_WORD_LENGTH_MIN = 4;
const SMALL_GROUPS = 60;

/** First index of each group of counts. */
export const TOKEN_FEATURES = {
  /** Words after a single space, by length 1..16. */
  spacedWord: 0,
  /** Words at any other place, by length. */
  joinedWord: 16,
  capitalised: 32,
  upperWord: 33,
  upperLetter: 34,
  /** Runs of digits, by length 1..4 and longer. */
  digitRun: 35,
  digit: 40,
  digitTriple: 41,
  spacedSign: 42,
  /** Runs of two spaces or more, and their length. */
  gap: 43,
  gapSpace: 44,
  lineBreak: 45,
  moreBreaks: 46,
  signBreak: 47,
  indent: 48,
  indentSpace: 49,
  tabRun: 50,
  tab: 51,
  hanRun: 52,
  wideSign: 53,
  surrogate: 54,
  /** Runs and letters of each other script, two a script. */
  script: SMALL_GROUPS,
  /** First sign of a run, by its code. */
  sign: SMALL_GROUPS + 24,
  /** Each further sign of a run, by the pair. */
  signPair: SMALL_GROUPS + 24 + SIGN_CODES,
  han: SMALL_GROUPS + 24 + SIGN_CODES + SIGN_KINDS * SIGN_KINDS,
  hanPair: SMALL_GROUPS + 24 + SIGN_CODES + SIGN_KINDS * SIGN_KINDS + HAN_BUCKETS,
  pair: SMALL_GROUPS + 24 + SIGN_CODES + SIGN_KINDS * SIGN_KINDS + HAN_BUCKETS + HAN_PAIR_BUCKETS,
  word:
    SMALL_GROUPS +
    24 +
    SIGN_CODES +
    SIGN_KINDS * SIGN_KINDS +
    HAN_BUCKETS +
    HAN_PAIR_BUCKETS +
    SYMBOLS * SYMBOLS,
} as const;
const F = TOKEN_FEATURES;

export const TOKEN_FEATURE_COUNT = F.word + WORD_BUCKETS;

const SPACE = 32;
const NEWLINE = 10;
const TAB = 9;

/** Scratch of a scan: counts by feature, and which of them are not 0. Empty between scans; no scan awaits anything. */
const values = new Int32Array(TOKEN_FEATURE_COUNT);
const touched = new Uint16Array(TOKEN_FEATURE_COUNT);
let touchedCount = 0;

function add(feature: number, amount: number): void {
  const present = values[feature]!;
  if (present === 0) touched[touchedCount++] = feature;
  values[feature] = present + amount;
}

/** Places of the 32 ASCII signs, without gaps. */
function signKind(code: number): number {
  if (code < 48) return code - 33;
  if (code < 65) return code - 43;
  return code < 97 ? code - 69 : code - 95;
}
function countWord(length: number, uppers: number): void {
  if (uppers === 1 && length > 1) add(F.capitalised, 1);
  if (uppers < 2) return;
  add(F.upperWord, 1);
  add(F.upperLetter, uppers);
}

/** A word ends where its letters do, or where a small letter is followed by a capital one. */
function readWord(text: Uint16Array, start: number): number {
  let previous = EDGE;
  let uppers = 0;
  let hash = 0;
  let end = start;
  for (; end < text.length; end++) {
    const code = text[end]!;
    if (CLASSES[code] !== LETTER) break;
    if (code >= 65 && code <= 90) {
      if (end - start !== uppers) break;
      uppers++;
    }
    const symbol = code < 128 ? code & 31 : OTHER_LETTER;
    add(F.pair + previous * SYMBOLS + symbol, 1);
    previous = symbol;
    hash = (Math.imul(hash, 31) + (code | 32)) | 0;
  }
  add(F.pair + previous * SYMBOLS + EDGE, 1);
  const length = end - start;
  const isSpaced = start > 0 && text[start - 1] === SPACE;
  const group = isSpaced ? F.spacedWord : F.joinedWord;
  add(group + (length < WORD_LENGTH_MAX ? length : WORD_LENGTH_MAX) - 1, 1);
  if (length >= HASHED_WORD_LENGTH_MIN) {
    add(F.word + ((Math.imul(hash, 0x9e3779b1) >>> 16) & (WORD_BUCKETS - 1)), 1);
  }
  if (uppers > 0) countWord(length, uppers);
  return end;
}

function runEnd(text: Uint16Array, start: number, wanted: number): number {
  let end = start + 1;
  while (end < text.length && CLASSES[text[end]!] === wanted) end++;
  return end;
}

function readDigits(text: Uint16Array, start: number): number {
  const end = runEnd(text, start, DIGIT);
  const length = end - start;
  add(F.digitRun + Math.min(length, 5) - 1, 1);
  add(F.digit, length);
  add(F.digitTriple, Math.ceil(length / 3));
  return end;
}

function readSigns(text: Uint16Array, start: number): number {
  let previous = text[start]!;
  add(F.sign + previous, 1);
  if (start > 0 && text[start - 1] === SPACE) add(F.spacedSign, 1);
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text[end]!;
    if (CLASSES[code] !== SIGN) break;
    add(F.signPair + signKind(previous) * SIGN_KINDS + signKind(code), 1);
    previous = code;
  }
  if (text[end] === NEWLINE) add(F.signBreak, 1);
  return end;
}

function readSpaces(text: Uint16Array, start: number): number {
  const end = runEnd(text, start, BLANK);
  const length = end - start;
  if (length === 1) return end;
  const isIndent = start === 0 || text[start - 1] === NEWLINE;
  add(isIndent ? F.indent : F.gap, 1);
  add(isIndent ? F.indentSpace : F.gapSpace, length);
  return end;
}

function readBreaks(text: Uint16Array, start: number): number {
  const end = runEnd(text, start, BREAK);
  add(F.lineBreak, 1);
  add(F.moreBreaks, end - start - 1);
  return end;
}

function readHan(text: Uint16Array, start: number): number {
  const end = runEnd(text, start, HAN);
  add(F.hanRun, 1);
  let previous = 0;
  for (let index = start; index < end; index++) {
    const code = text[index]!;
    add(F.han + (((code * 40_503) >>> 4) & (HAN_BUCKETS - 1)), 1);
    const pair = Math.imul(previous * 0x10000 + code, 0x9e3779b1) >>> 16;
    if (previous !== 0) add(F.hanPair + (pair & (HAN_PAIR_BUCKETS - 1)), 1);
    previous = code;
  }
  return end;
}

/** Letters of another script count by run and by letter; marks of no block count one by one in the last slot. */
function readScript(text: Uint16Array, start: number): number {
  const kind = CLASSES[text[start]!]!;
  const place = kind < SCRIPT ? SCRIPTS.length : kind - SCRIPT;
  const end = kind < SCRIPT ? start + 1 : runEnd(text, start, kind);
  add(F.script + 2 * place, 1);
  add(F.script + 2 * place + 1, end - start);
  return end;
}

function readSingle(text: Uint16Array, start: number): number {
  const kind = CLASSES[text[start]!]!;
  if (kind === WIDE) add(F.wideSign, 1);
  else if (kind === SURROGATE) add(F.surrogate, 1);
  return start + 1;
}

function readControls(text: Uint16Array, start: number): number {
  const end = runEnd(text, start, CONTROL);
  if (text[start]! !== TAB) return end;
  add(F.tabRun, 1);
  add(F.tab, end - start);
  return end;
}

type ReadRun = (text: Uint16Array, start: number) => number;

/** Reader of each class up to SURROGATE; every later class is a script. */
const READERS: readonly ReadRun[] = [
  readScript,
  readControls,
  readSpaces,
  readBreaks,
  readSigns,
  readDigits,
  readWord,
  readHan,
  readSingle,
  readSingle,
];

function scan(text: Uint16Array): void {
  let index = 0;
  while (index < text.length) {
    const kind = CLASSES[text[index]!]!;
    if (kind === LETTER) index = readWord(text, index);
    else index = (READERS[kind] ?? readScript)(text, index);
  }
}

const unitsOf = createUnitCopy(8_192);

/**
 * Counts over all pieces together; a piece's edge is the edge of a word.
 * @param take called once for each feature that is not 0
 */
export function scanTokenFeatures(
  pieces: readonly string[],
  take: (feature: number, amount: number) => void,
): void {
  for (const piece of pieces) scan(unitsOf(piece).subarray(0, piece.length));
  const count = touchedCount;
  touchedCount = 0;
  for (let i = 0; i < count; i++) {
    const feature = touched[i]!;
    const amount = values[feature]!;
    values[feature] = 0;
    take(feature, amount);
  }
}

/** The features of a text that are not 0. */
interface SparseTokenCounts {
  readonly features: Uint16Array;
  readonly amounts: Float64Array;
}

/** As a row of a fit. */
export function countTokenFeatures(pieces: readonly string[]): SparseTokenCounts {
  const [features, amounts]: [number[], number[]] = [[], []];
  scanTokenFeatures(pieces, (feature, amount) => {
    features.push(feature);
    amounts.push(amount);
  });
  return { features: Uint16Array.from(features), amounts: Float64Array.from(amounts) };
}
