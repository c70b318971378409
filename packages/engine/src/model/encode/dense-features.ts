// The few features beside the token vectors. All are bounded, smooth and cheap, so that a reworded prompt
// moves them little. Their order is part of the artefact format: append, never reorder.
import { SCAN } from "./scan-text.ts";

export const DENSE_FEATURE_COUNT = 36;

/** What the dense features are made of. */
export interface DenseInput {
  /** Counters of `scanText`. */
  readonly scan: Float64Array;
  readonly ids: Int32Array;
  readonly idCount: number;
  /** First id that is an ordinary word; pieces, single characters and specials lie below or are marked. */
  readonly isPiece: Uint8Array;
  readonly unknownId: number;
  readonly toolCount: number;
  readonly turnCount: number;
}

const log = (value: number): number => Math.log1p(value);

interface TokenShape {
  readonly pieces: number;
  readonly unknown: number;
  readonly rare: number;
}

/** Ids of the uncased vocabulary grow with rarity, so that their logarithm tells how common a word is. */
function shapeOfTokens(input: DenseInput): TokenShape {
  let pieces = 0;
  let unknown = 0;
  let rarity = 0;
  for (let index = 0; index < input.idCount; index += 1) {
    const id = input.ids[index] ?? 0;
    pieces += input.isPiece[id] ?? 0;
    if (id === input.unknownId) unknown += 1;
    rarity += Math.max(0, id - 1_000);
  }
  const count = Math.max(1, input.idCount);
  return { pieces: pieces / count, unknown: unknown / count, rare: rarity / count / 10_000 };
}

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

/** Writes DENSE_FEATURE_COUNT features from `at` on; each lies in about -2..3. */
export function writeDenseFeatures(input: DenseInput, out: Float32Array, at: number): void {
  writeLayout(input.scan, out, at);
  writeShares(input.scan, out, at + 18);
  const tokens = shapeOfTokens(input);
  out[at + 30] = tokens.pieces;
  out[at + 31] = tokens.unknown;
  out[at + 32] = tokens.rare;
  out[at + 33] = log(input.toolCount) / 3;
  out[at + 34] = log(Math.max(0, input.turnCount - 1)) / 3;
  out[at + 35] = log(input.idCount) / 4 - 1;
}
