// The outer form of a prompt: counts and shares that word features cannot see. All are bounded, smooth and cheap, so that a
// reworded prompt moves them little. Their order is part of the artefact format: append, never reorder.
import type { PromptInput } from "../conversation/prompt-input.ts";
import { SCAN, SCAN_SIZE, scanText } from "./scan-text.ts";

/** Layout, shares of scripts and marks, then tools and turns. */
export const OUTER_FORM_COUNT = 32;
const SHARES_AT = 18;

/** The beginning and the end of a long text are read. @unit UTF-16 units */
const HEAD_UNITS = 2_400;
const TAIL_UNITS = 1_200;

function capText(text: string): string {
  if (text.length <= HEAD_UNITS + TAIL_UNITS) return text;
  return `${text.slice(0, HEAD_UNITS)}\n${text.slice(-TAIL_UNITS)}`;
}

const log = (value: number): number => Math.log1p(value);

function writeLayout(scan: Float64Array, out: Float32Array, at: number): void {
  const get = (counter: number): number => scan[counter] ?? 0;
  out[at] = log(get(SCAN.chars)) / 4 - 1.4;
  out[at + 1] = log(get(SCAN.words)) / 4 - 1;
  out[at + 2] = log(get(SCAN.lines)) / 3;
  out[at + 3] = get(SCAN.letters) / Math.max(1, get(SCAN.words)) / 5 - 0.8;
  out[at + 4] = log(get(SCAN.longestLine)) / 4 - 1;
  out[at + 5] = log(get(SCAN.options)) / 2;
  out[at + 6] = get(SCAN.options) > 1 ? 1 : 0;
  out[at + 7] = log(get(SCAN.blanks));
  out[at + 8] = log(get(SCAN.questionMarks)) / 2;
  out[at + 9] = log(get(SCAN.colons)) / 2;
  out[at + 10] = log(get(SCAN.numbers)) / 3;
  out[at + 11] = log(get(SCAN.longestNumber)) / 2;
  out[at + 12] = log(get(SCAN.operators)) / 3;
  out[at + 13] = log(get(SCAN.latexMarks)) / 3;
  out[at + 14] = log(get(SCAN.brackets)) / 3;
  out[at + 15] = log(get(SCAN.semicolons)) / 2;
  out[at + 16] = log(get(SCAN.pipes)) / 2;
  out[at + 17] = log(get(SCAN.quotes)) / 3;
}

function writeShares(scan: Float64Array, out: Float32Array, at: number): void {
  const share = (counter: number): number => (scan[counter] ?? 0) / Math.max(1, scan[SCAN.chars] ?? 0);
  out[at] = 4 * share(SCAN.digits);
  out[at + 1] = 4 * share(SCAN.capitals);
  out[at + 2] = 4 * share(SCAN.punctuation);
  out[at + 3] = share(SCAN.letters);
  out[at + 4] = 4 * share(SCAN.accented);
  out[at + 5] = share(SCAN.cyrillic) + share(SCAN.greek);
  out[at + 6] = share(SCAN.arabic);
  out[at + 7] = share(SCAN.indic);
  out[at + 8] = share(SCAN.han);
  out[at + 9] = share(SCAN.kana);
  out[at + 10] = share(SCAN.hangul);
  out[at + 11] = share(SCAN.otherUnits) + share(SCAN.mathSymbols);
}

/** Writes OUTER_FORM_COUNT features from `at` on; each lies in about -2..3. */
type FormWriter = (prompt: PromptInput, out: Float32Array, at: number) => void;

export function createFormWriter(): FormWriter {
  const scan = new Float64Array(SCAN_SIZE);
  return ({ text, toolCount, turnCount }, out, at) => {
    scanText(capText(text), scan);
    writeLayout(scan, out, at);
    writeShares(scan, out, at + SHARES_AT);
    out[at + 30] = log(toolCount) / 3;
    out[at + 31] = log(Math.max(0, turnCount - 1)) / 3;
  };
}
