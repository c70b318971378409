// Numbers as they stand in a text: digits of any script, "2k", and words, one by one or written as one ("achthundert").
// Read from behind, since what names a unit is found first.

/** Words and parts of words that make a number. */
export interface NumberWords {
  readonly values: ReadonlyMap<string, number>;
  /** How long those are that end in a unit, as bits, by the unit's low byte: most words of a text end in none. @shape 256 */
  readonly lengths: Int32Array;
}

export function numberWords(entries: readonly (readonly [word: string, value: number])[]): NumberWords {
  const lengths = new Int32Array(256);
  for (const [word] of entries) lengths[word.charCodeAt(word.length - 1) & 255]! |= 1 << word.length;
  return { values: new Map(entries), lengths };
}

const lengthsBefore = ({ lengths }: NumberWords, text: string, to: number): number =>
  to === 0 ? 0 : lengths[text.charCodeAt(to - 1) & 255]!;

export interface Token {
  readonly from: number;
  readonly to: number;
}

export interface WrittenNumber extends Token {
  readonly value: number;
}

/** First digits of the scripts that have digits of their own, beside ASCII. */
const ZEROS = [0x6_60, 0x6_f0, 0x9_66, 0xe_50, 0xff_10];
const GAP = " \t\u00a0\u202f-\u2010\u2011\u2013*_\"'’“”«»()（）「」";
const SEPARATOR = ".,'’ \u00a0\u202f";
const THOUSANDS = "k".charCodeAt(0);
const GROUPS_MAX = 3;
const PARTS_MAX = 8;
const PIECE_CHARS_MAX = 14;
const WORD_CHARS_MAX = 40;

const isLetter = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 0xc0 && unit < 0x2000 && digitOf(unit) === undefined) ||
  (unit >= 0x2e_80 && unit < 0xff_00 && !(unit >= 0x30_00 && unit <= 0x30_04));

export function digitOf(unit: number): number | undefined {
  if (unit < 0x6_60) return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : undefined;
  const zero = ZEROS.find((first) => unit >= first && unit <= first + 9);
  return zero === undefined ? undefined : unit - zero;
}

const isDigitAt = (text: string, at: number): boolean =>
  at >= 0 && digitOf(text.charCodeAt(at)) !== undefined;

/** Start of the gap before `to`; at most two marks are one. */
export function skipGapBefore(text: string, to: number): number {
  let at = to;
  while (at > 0 && to - at < 3 && GAP.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

export function skipGapAfter(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < 3 && GAP.includes(text.charAt(at))) at += 1;
  return at;
}

/** The word that ends at `to`; empty where none does. */
export function wordBefore(text: string, to: number): Token {
  let from = to;
  while (from > 0 && to - from < WORD_CHARS_MAX && isLetter(text.charCodeAt(from - 1))) from -= 1;
  return { from, to };
}

export function wordAfter(text: string, from: number): Token {
  let to = from;
  while (to < text.length && to - from < WORD_CHARS_MAX && isLetter(text.charCodeAt(to))) to += 1;
  return { from, to };
}

function digitRunStart(text: string, to: number): number {
  let from = to;
  while (to - from < 7 && isDigitAt(text, from - 1)) from -= 1;
  return from;
}

const numeralOf = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at += 1) value = 10 * value + (digitOf(text.charCodeAt(at)) ?? 0);
  return value;
};

/** "x5", "v2.3" */
const isPartOfName = (text: string, from: number): boolean => {
  const before = text.charCodeAt(from - 1);
  return before >= 97 && before <= 122;
};

/** "12", "2,000", "10 000", "1.5k", "2k" */
function digitsBefore(text: string, to: number): WrittenNumber | undefined {
  const isThousands = text.charCodeAt(to - 1) === THOUSANDS && isDigitAt(text, to - 2);
  const end = isThousands ? to - 1 : to;
  let from = digitRunStart(text, end);
  if (from === end || isPartOfName(text, from)) return undefined;
  let value = numeralOf(text, from, end);
  let scale = 1;
  let group = end;
  for (let groups = 0; groups < GROUPS_MAX && group - from === 3; groups += 1) {
    if (!SEPARATOR.includes(text.charAt(from - 1)) || !isDigitAt(text, from - 2)) break;
    const start = digitRunStart(text, from - 1);
    if (from - 1 - start > 3) break;
    scale *= 1_000;
    value += scale * numeralOf(text, start, from - 1);
    [group, from] = [from - 1, start];
  }
  const isDecimal = scale === 1 && end - from === 1 && ".,".includes(text.charAt(from - 1) || " ");
  if (isDecimal && isDigitAt(text, from - 2)) {
    const start = digitRunStart(text, from - 1);
    value = numeralOf(text, start, from - 1) + value / 10;
    from = start;
  }
  return { from, to, value: value * (isThousands ? 1_000 : 1) };
}

/** The digits that begin at `from`, without groups. */
function digitsAfter(text: string, from: number): WrittenNumber | undefined {
  let to = from;
  while (to - from < 7 && to < text.length && isDigitAt(text, to)) to += 1;
  return to === from ? undefined : { from, to, value: numeralOf(text, from, to) };
}

/**
 * Parts of numbers that end at `to` without gaps between them, last first; a place is looked at one time for each length of a part.
 * @returns where they begin; `to` where there is none
 */
function piecesBefore(text: string, to: number, words: NumberWords, parts: number[]): number {
  let end = to;
  while (parts.length < 2 * PARTS_MAX) {
    const lengths = lengthsBefore(words, text, end);
    let value: number | undefined;
    let length = lengths === 0 ? 0 : Math.min(PIECE_CHARS_MAX, end);
    for (; length > 0; length -= 1) {
      value = (lengths & (1 << length)) === 0 ? undefined : words.values.get(text.slice(end - length, end));
      if (value !== undefined) break;
    }
    if (value === undefined) break;
    parts.push(value);
    end -= length;
  }
  return end;
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

/** The last sign of "12", "12k". */
const mayEndDigits = (unit: number): boolean => unit === THOUSANDS || digitOf(unit) !== undefined;

/** The number that ends at `to`, in a language that parts its words by blanks. */
function spacedNumber(text: string, to: number, words: NumberWords): WrittenNumber | undefined {
  if (lengthsBefore(words, text, to) === 0 && !mayEndDigits(text.charCodeAt(to - 1))) return undefined;
  const parts: number[] = [];
  let from = to;
  for (let end = to; parts.length < PARTS_MAX;) {
    const digits = digitsBefore(text, end);
    if (digits !== undefined) {
      parts.push(digits.value);
      from = digits.from;
      break;
    }
    const word = wordBefore(text, end);
    if (word.from === end) break;
    const found: number[] = [];
    if (piecesOf(text.slice(word.from, end), words, found) !== 0) break;
    parts.push(...found);
    from = word.from;
    end = skipGapBefore(text, word.from);
  }
  const value = valueOf(parts.toReversed());
  return value > 0 ? { from, to, value } : undefined;
}

function piecesOf(word: string, words: NumberWords, parts: number[]): number {
  const whole = words.values.get(word);
  if (whole === undefined) return piecesBefore(word, word.length, words, parts);
  parts.push(whole);
  return 0;
}

/** The number that ends at `to`, where words are not parted. */
function unspacedNumber(text: string, to: number, words: NumberWords): WrittenNumber | undefined {
  const parts: number[] = [];
  const at = piecesBefore(text, to, words, parts);
  const digits = digitsBefore(text, text.charAt(at - 1) === " " ? at - 1 : at);
  if (digits !== undefined) parts.push(digits.value);
  const value = valueOf(parts.toReversed());
  return value > 0 ? { from: digits?.from ?? at, to, value } : undefined;
}

/** The number whose last sign stands before `to`, with or without a gap. */
export function numberBefore(
  text: string,
  to: number,
  { words, isSpaced }: { readonly words: NumberWords; readonly isSpaced: boolean },
): WrittenNumber | undefined {
  const end = skipGapBefore(text, to);
  return isSpaced ? spacedNumber(text, end, words) : unspacedNumber(text, end, words);
}

/** The number that begins behind a noun, a multiple behind its scale: "maneno mia mbili". */
export function numberAfter(text: string, from: number, words: NumberWords): WrittenNumber | undefined {
  const start = skipGapAfter(text, from);
  const digits = digitsAfter(text, start);
  if (digits !== undefined) return digits;
  let [to, total, scale] = [start, 0, 0];
  for (let at = start, count = 0; count < PARTS_MAX; count += 1) {
    const word = wordAfter(text, at);
    const value = words.values.get(text.slice(word.from, word.to));
    if (value === undefined) break;
    if (value >= 100) [total, scale] = [total + value, value];
    else {
      total += scale > 0 && value > 0 && value < 10 ? scale * (value - 1) : value;
      scale = 0;
    }
    to = word.to;
    at = skipGapAfter(text, to);
  }
  return total > 0 ? { from: start, to, value: total } : undefined;
}
