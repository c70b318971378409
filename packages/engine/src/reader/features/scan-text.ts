// One pass over the text that counts what word vectors cannot see: length, layout, digits, scripts, options.
// Only counts leave this file; the text itself is kept nowhere.
import { createUnitCopy } from "../../kernels/copy-units.ts";

/** Counters of one scan, by position in a Float64Array; see `SCAN`. */
export const SCAN = {
  chars: 0,
  words: 1,
  lines: 2,
  letters: 3,
  capitals: 4,
  digits: 5,
  numbers: 6,
  longestNumber: 7,
  questionMarks: 8,
  operators: 9,
  latexMarks: 10,
  brackets: 11,
  quotes: 12,
  punctuation: 13,
  blanks: 14,
  options: 15,
  longestLine: 16,
  pipes: 17,
  semicolons: 18,
  accented: 19,
  cyrillic: 20,
  arabic: 21,
  indic: 22,
  han: 23,
  kana: 24,
  hangul: 25,
  otherUnits: 26,
  mathSymbols: 27,
  greek: 28,
  colons: 29,
} as const;
export const SCAN_SIZE = 30;

const OPERATORS = "=+*/^<>%~";
const LATEX = "\\$_";
const BRACKETS = "{}[]()";
const QUOTES = "\"'`";

/** Counter of each ASCII unit that has one of its own, else -1. */
const ASCII_COUNTER = Int8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (OPERATORS.includes(character)) return SCAN.operators;
  if (LATEX.includes(character)) return SCAN.latexMarks;
  if (BRACKETS.includes(character)) return SCAN.brackets;
  if (QUOTES.includes(character)) return SCAN.quotes;
  if (character === "?") return SCAN.questionMarks;
  if (character === "|") return SCAN.pipes;
  if (character === ";") return SCAN.semicolons;
  if (character === ":") return SCAN.colons;
  return unit > 32 && unit < 127 ? SCAN.punctuation : -1;
});

/** Upper bounds of Unicode blocks and the counter of each; the first bound above a unit decides. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x0250, SCAN.accented],
  [0x0370, SCAN.otherUnits],
  [0x0400, SCAN.greek],
  [0x0530, SCAN.cyrillic],
  [0x0600, SCAN.otherUnits],
  [0x0780, SCAN.arabic],
  [0x0900, SCAN.otherUnits],
  [0x0e00, SCAN.indic],
  [0x1100, SCAN.otherUnits],
  [0x1200, SCAN.hangul],
  [0x1e00, SCAN.otherUnits],
  [0x2000, SCAN.accented],
  [0x2070, SCAN.punctuation],
  [0x2c00, SCAN.mathSymbols],
  [0x3040, SCAN.punctuation],
  [0x3100, SCAN.kana],
  [0x3400, SCAN.otherUnits],
  [0xa000, SCAN.han],
  [0xac00, SCAN.otherUnits],
  [0xd7b0, SCAN.hangul],
  [0xffff, SCAN.otherUnits],
];

function blockCounter(unit: number): number {
  for (const [below, counter] of BLOCKS) if (unit < below) return counter;
  return SCAN.otherUnits;
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** "A." or "(A)" or "A)" at the start of a line: one more option of a choice. */
function isOption(units: Uint16Array, at: number): boolean {
  const first = units[at]!;
  const start = first === 40 ? at + 1 : at;
  const [letter, mark] = [units[start]!, units[start + 1]!];
  return letter >= 65 && letter <= 80 && (mark === 41 || mark === 46 || (mark === 58 && first !== 40));
}

/** Zeros stand behind the units: they end a word and a number. */
function scanWord(units: Uint16Array, from: number, into: Float64Array): number {
  let at = from;
  let capitals = 0;
  for (; ; at += 1) {
    const unit = units[at]!;
    if (unit >= 65 && unit <= 90) capitals += 1;
    else if (unit < 97 || unit > 122) break;
  }
  add(into, SCAN.words, 1);
  add(into, SCAN.letters, at - from);
  add(into, SCAN.capitals, capitals);
  return at;
}

function scanNumber(units: Uint16Array, from: number, into: Float64Array): number {
  let at = from;
  while (isDigit(units[at]!)) at += 1;
  add(into, SCAN.numbers, 1);
  add(into, SCAN.digits, at - from);
  into[SCAN.longestNumber] = Math.max(into[SCAN.longestNumber] ?? 0, at - from);
  return at;
}

function add(into: Float64Array, counter: number, amount: number): void {
  into[counter] = (into[counter] ?? 0) + amount;
}

function endLine(into: Float64Array, length: number): void {
  add(into, SCAN.lines, 1);
  into[SCAN.longestLine] = Math.max(into[SCAN.longestLine] ?? 0, length);
}

const unitsOf = createUnitCopy(8_192);

/** Counts `text` into `into`, which is cleared first. @shape into SCAN_SIZE */
export function scanText(text: string, into: Float64Array): Float64Array {
  const units = unitsOf(text);
  into.fill(0);
  into[SCAN.chars] = text.length;
  let lineStart = 0;
  let at = 0;
  while (at < text.length) {
    const unit = units[at]!;
    if (at === lineStart && isOption(units, at)) add(into, SCAN.options, 1);
    if ((unit | 32) >= 97 && (unit | 32) <= 122) at = scanWord(units, at, into);
    else if (isDigit(unit)) at = scanNumber(units, at, into);
    else {
      if (unit === 10) {
        endLine(into, at - lineStart);
        lineStart = at + 1;
      } else if (unit >= 128) add(into, blockCounter(unit), 1);
      else {
        const counter = ASCII_COUNTER[unit] ?? -1;
        if (counter >= 0) add(into, counter, 1);
        if (unit === 95 && units[at + 1] === 95 && units[at + 2] === 95) add(into, SCAN.blanks, 1);
      }
      at += 1;
    }
  }
  endLine(into, text.length - lineStart);
  return into;
}
