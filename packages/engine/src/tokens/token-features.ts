// Counts in one pass what decides how many tokens a text becomes: words by length and letter pairs, digits, signs, space,
// scripts. A tokenizer family is then one weight vector over these counts (token-weights.generated.ts).
// Invariant: the layout below is what the weights were fitted to; a change of layout needs a new fit.

const WORD_LENGTH_MAX = 16;
const SYMBOLS = 28;
/** Letter pair symbols: 0 is the edge of a word, 1..26 are a..z, 27 is any other Latin letter. */
const EDGE = 0;
const OTHER_LETTER = 27;
const HAN_BUCKETS = 512;
const SIGN_COUNT = 128;

/** First index of each group of counts. */
export const TOKEN_FEATURES = {
  /** Words after a single space, by length 1..16. */
  spacedWord: 0,
  /** Words at any other place, by length. */
  joinedWord: WORD_LENGTH_MAX,
  capitalised: 2 * WORD_LENGTH_MAX,
  upperWord: 2 * WORD_LENGTH_MAX + 1,
  upperLetter: 2 * WORD_LENGTH_MAX + 2,
  /** Runs of digits, by length 1..4 and longer. */
  digitRun: 2 * WORD_LENGTH_MAX + 3,
  digit: 2 * WORD_LENGTH_MAX + 8,
  digitTriple: 2 * WORD_LENGTH_MAX + 9,
  /** Further signs of a run: the same again, another one. */
  sameSign: 2 * WORD_LENGTH_MAX + 10,
  nextSign: 2 * WORD_LENGTH_MAX + 11,
  spacedSign: 2 * WORD_LENGTH_MAX + 12,
  /** Runs of two spaces or more, and their length. */
  gap: 2 * WORD_LENGTH_MAX + 13,
  gapSpace: 2 * WORD_LENGTH_MAX + 14,
  lineBreak: 2 * WORD_LENGTH_MAX + 15,
  moreBreaks: 2 * WORD_LENGTH_MAX + 16,
  signBreak: 2 * WORD_LENGTH_MAX + 17,
  indent: 2 * WORD_LENGTH_MAX + 18,
  indentSpace: 2 * WORD_LENGTH_MAX + 19,
  tab: 2 * WORD_LENGTH_MAX + 20,
  hanRun: 2 * WORD_LENGTH_MAX + 21,
  wideSign: 2 * WORD_LENGTH_MAX + 22,
  surrogate: 2 * WORD_LENGTH_MAX + 23,
  /** Runs and letters of each other script, two a script. */
  script: 2 * WORD_LENGTH_MAX + 24,
  sign: 2 * WORD_LENGTH_MAX + 48,
  han: 2 * WORD_LENGTH_MAX + 48 + SIGN_COUNT,
  pair: 2 * WORD_LENGTH_MAX + 48 + SIGN_COUNT + HAN_BUCKETS,
} as const;
const F = TOKEN_FEATURES;

export const TOKEN_FEATURE_COUNT = F.pair + SYMBOLS * SYMBOLS;

const SPACE = 32;
const NEWLINE = 10;
const TAB = 9;

/** Classes of code units; a script's class is SCRIPT plus its place in SCRIPTS. */
const UNKNOWN = 0;
const CONTROL = 1;
const BLANK = 2;
const BREAK = 3;
const SIGN = 4;
const DIGIT = 5;
const LETTER = 6;
const HAN = 7;
const WIDE = 8;
const SURROGATE = 9;
const SCRIPT = 10;

/** Blocks of other scripts and signs: [first, last]. */
const SCRIPTS: readonly (readonly [number, number])[] = [
  [0x0370, 0x03ff],
  [0x0400, 0x052f],
  [0x0590, 0x05ff],
  [0x0600, 0x06ff],
  [0x0900, 0x0dff],
  [0x0e00, 0x0eff],
  [0x3040, 0x309f],
  [0x30a0, 0x30ff],
  [0xac00, 0xd7af],
  [0x2010, 0x206f],
  [0x2500, 0x25ff],
];

/** Class of every UTF-16 code unit. */
function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  classes
    .fill(CONTROL, 0, SPACE)
    .fill(SIGN, SPACE + 1, 127)
    .fill(CONTROL, 127, 128);
  classes[SPACE] = BLANK;
  classes[NEWLINE] = BREAK;
  classes.fill(DIGIT, 48, 58).fill(LETTER, 65, 91).fill(LETTER, 97, 123);
  classes.fill(LETTER, 0xc0, 0x250).fill(LETTER, 0x1e00, 0x1f00);
  classes[0xd7] = UNKNOWN;
  classes[0xf7] = UNKNOWN;
  classes.fill(HAN, 0x4e00, 0xa000).fill(HAN, 0x3400, 0x4dc0);
  classes.fill(WIDE, 0x3000, 0x3040).fill(WIDE, 0xff00, 0xfff0).fill(SURROGATE, 0xd800, 0xe000);
  for (const [place, [first, last]] of SCRIPTS.entries()) classes.fill(SCRIPT + place, first, last + 1);
  return classes;
}

const CLASSES = buildClasses();

function classAt(text: string, index: number): number {
  return CLASSES[text.charCodeAt(index)] ?? UNKNOWN;
}

function add(counts: Float64Array, feature: number, amount: number): void {
  counts[feature] = (counts[feature] ?? 0) + amount;
}

function countWord(counts: Float64Array, length: number, uppers: number): void {
  if (uppers === 1 && length > 1) add(counts, F.capitalised, 1);
  if (uppers < 2) return;
  add(counts, F.upperWord, 1);
  add(counts, F.upperLetter, uppers);
}

/** A word ends where its letters do, or where a small letter is followed by a capital one. */
function readWord(text: string, start: number, counts: Float64Array): number {
  let previous = EDGE;
  let uppers = 0;
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (CLASSES[code] !== LETTER) break;
    if (code >= 65 && code <= 90) {
      if (end - start !== uppers) break;
      uppers++;
    }
    const symbol = code < 128 ? code & 31 : OTHER_LETTER;
    add(counts, F.pair + previous * SYMBOLS + symbol, 1);
    previous = symbol;
  }
  add(counts, F.pair + previous * SYMBOLS + EDGE, 1);
  const length = end - start;
  const isSpaced = start > 0 && text.charCodeAt(start - 1) === SPACE;
  const group = isSpaced ? F.spacedWord : F.joinedWord;
  add(counts, group + (length < WORD_LENGTH_MAX ? length : WORD_LENGTH_MAX) - 1, 1);
  if (uppers > 0) countWord(counts, length, uppers);
  return end;
}

function runEnd(text: string, start: number, wanted: number): number {
  let end = start + 1;
  while (end < text.length && classAt(text, end) === wanted) end++;
  return end;
}

function readDigits(text: string, start: number, counts: Float64Array): number {
  const end = runEnd(text, start, DIGIT);
  const length = end - start;
  add(counts, F.digitRun + Math.min(length, 5) - 1, 1);
  add(counts, F.digit, length);
  add(counts, F.digitTriple, Math.ceil(length / 3));
  return end;
}

function readSigns(text: string, start: number, counts: Float64Array): number {
  let previous = text.charCodeAt(start);
  add(counts, F.sign + previous, 1);
  if (start > 0 && text.charCodeAt(start - 1) === SPACE) add(counts, F.spacedSign, 1);
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (CLASSES[code] !== SIGN) break;
    add(counts, code === previous ? F.sameSign : F.nextSign, 1);
    previous = code;
  }
  if (end < text.length && text.charCodeAt(end) === NEWLINE) add(counts, F.signBreak, 1);
  return end;
}

function readSpaces(text: string, start: number, counts: Float64Array): number {
  const end = runEnd(text, start, BLANK);
  const length = end - start;
  if (length === 1) return end;
  const isIndent = start === 0 || text.charCodeAt(start - 1) === NEWLINE;
  add(counts, isIndent ? F.indent : F.gap, 1);
  add(counts, isIndent ? F.indentSpace : F.gapSpace, length);
  return end;
}

function readBreaks(text: string, start: number, counts: Float64Array): number {
  const end = runEnd(text, start, BREAK);
  add(counts, F.lineBreak, 1);
  add(counts, F.moreBreaks, end - start - 1);
  return end;
}

function readHan(text: string, start: number, counts: Float64Array): number {
  const end = runEnd(text, start, HAN);
  add(counts, F.hanRun, 1);
  for (let index = start; index < end; index++) {
    add(counts, F.han + (((text.charCodeAt(index) * 40_503) >>> 4) & (HAN_BUCKETS - 1)), 1);
  }
  return end;
}

/** Letters of another script count by run and by letter; marks of no block count one by one in the last slot. */
function readScript(text: string, start: number, counts: Float64Array): number {
  const kind = classAt(text, start);
  const place = kind < SCRIPT ? SCRIPTS.length : kind - SCRIPT;
  const end = kind < SCRIPT ? start + 1 : runEnd(text, start, kind);
  add(counts, F.script + 2 * place, 1);
  add(counts, F.script + 2 * place + 1, end - start);
  return end;
}

function readSingle(text: string, start: number, counts: Float64Array): number {
  const kind = classAt(text, start);
  if (kind === WIDE) add(counts, F.wideSign, 1);
  else if (kind === SURROGATE) add(counts, F.surrogate, 1);
  else if (text.charCodeAt(start) === TAB) add(counts, F.tab, 1);
  return start + 1;
}

type ReadRun = (text: string, start: number, counts: Float64Array) => number;

/** Reader of each class up to SURROGATE; every later class is a script. */
const READERS: readonly ReadRun[] = [
  readScript,
  readSingle,
  readSpaces,
  readBreaks,
  readSigns,
  readDigits,
  readWord,
  readHan,
  readSingle,
  readSingle,
];

/** Adds the counts of the text to `counts`. @shape TOKEN_FEATURE_COUNT */
export function countTokenFeatures(text: string, counts: Float64Array): void {
  let index = 0;
  while (index < text.length) {
    const kind = classAt(text, index);
    if (kind === LETTER) index = readWord(text, index, counts);
    else index = (READERS[kind] ?? readScript)(text, index, counts);
  }
}
