// How many tokens a text is, by tokenizer family: a scan of the text and one dot product, microseconds a kilobyte.
// docs/models.md has the measured error.
import type { TokenizerFamily } from "@signalbox/contracts";
import { scanTokenFeatures, TOKEN_FEATURE_COUNT, TOKEN_FEATURES } from "./token-features.ts";
import { TOKEN_WEIGHT_UNITS, TOKEN_WEIGHTS } from "./token-weights.generated.ts";

/**
 * Longer texts are sampled in even windows of this total length, so that the cost of a decision stays flat. On mixed
 * conversations of 50,000 characters the sample is 1.2 % off the whole scan (median; 4 % at the 95th percentile).
 * @unit UTF-16 code units
 */
export const TOKEN_SCAN_CHARS_MAX = 8_192;
const WINDOWS = 32;

/** Stand-in for families without a public tokenizer: its counts are in the middle of all. */
const STAND_IN: TokenizerFamily = "llama3";

/** The vendor: about 30 % more tokens for the same text, from Opus 4.7 on. */
export const NEW_CLAUDE_RATIO = 1.3;

/**
 * Families whose models bill more than the published tokenizer that the weights were fitted to. Claude 3 and 3.5 billed 1.13
 * times the count of the Claude 2 tokenizer over 1,335 requests in English and JSON; later tokenizers are not published.
 */
export const BILLED_PER_REFERENCE_TOKEN: Readonly<Partial<Record<TokenizerFamily, number>>> = {
  claude: 1.13,
  "claude-4.7": 1.13 * NEW_CLAUDE_RATIO,
};

/** Families whose counts follow those of another one. */
const COUNTED_AS: Readonly<Partial<Record<TokenizerFamily, TokenizerFamily>>> = { "claude-4.7": "claude" };

export type TokenCounter = (family: TokenizerFamily) => number;

const FAMILIES = Object.entries(TOKEN_WEIGHTS);
const WIDTH = FAMILIES.length;
const placeOf = new Map<string, number>(FAMILIES.map(([family], place) => [family, place]));
const standInPlace = placeOf.get(STAND_IN) ?? 0;

/** Weights of all families by feature, so that one look at the memory serves them all. @shape TOKEN_FEATURE_COUNT x WIDTH */
const weights = new Int32Array(TOKEN_FEATURE_COUNT * WIDTH);
for (const [place, [, own]] of FAMILIES.entries())
  for (const [feature, weight] of own.entries()) weights[feature * WIDTH + place] = weight;

/**
 * Sums of texts, by family, before what a family bills. Whole numbers: the order in which texts are added does not show. @shape
 * WIDTH
 */
export type TokenSums = Float64Array;

export const createTokenSums = (): TokenSums => new Float64Array(WIDTH);

const placeFor = (family: TokenizerFamily): number =>
  placeOf.get(COUNTED_AS[family] ?? family) ?? standInPlace;

const sumOf = (sums: TokenSums, family: TokenizerFamily): number => sums[placeFor(family)] ?? 0;

function billedTokens(sum: number, family: TokenizerFamily, scale: number): number {
  const tokens = (sum * (BILLED_PER_REFERENCE_TOKEN[family] ?? 1)) / TOKEN_WEIGHT_UNITS;
  return Math.max(1, Math.round(tokens * scale));
}

const WINDOW_UNITS = TOKEN_SCAN_CHARS_MAX / WINDOWS;

/** Even windows of a text. @param units of all windows together */
function windowsOf(text: string, units: number): readonly string[] {
  const count = Math.max(2, Math.round(units / WINDOW_UNITS));
  const step = (text.length - WINDOW_UNITS) / (count - 1);
  return Array.from({ length: count }, (_, window) => {
    const start = Math.floor(window * step);
    return text.slice(start, start + WINDOW_UNITS);
  });
}

/** The part of the text that is scanned: all of it, or even windows of a long one. */
const piecesOf = (text: string): readonly string[] =>
  text.length <= TOKEN_SCAN_CHARS_MAX ? [text] : windowsOf(text, TOKEN_SCAN_CHARS_MAX);

function addPieces(pieces: readonly string[], sums: TokenSums): void {
  scanTokenFeatures(pieces, (feature, amount) => {
    const from = feature * WIDTH;
    for (let place = 0; place < WIDTH; place += 1) sums[place]! += amount * weights[from + place]!;
  });
}

/** Scans once; the counter then answers for any family. Use it where one text meets many models. */
export function createTokenCounter(text: string): TokenCounter {
  if (text.length === 0) return () => 0;
  const sums = createTokenSums();
  addPieces(piecesOf(text), sums);
  const scale = Math.max(1, text.length / TOKEN_SCAN_CHARS_MAX);
  return (family) => billedTokens(sumOf(sums, family), family, scale);
}

/**
 * Length up to which each of many texts that follow each other is counted whole; beyond it, an eighth is. @unit UTF-16 code units
 */
const WHOLE_UNITS = 768;
const SAMPLED_SHARE = 1 / 8;

const lineBreak = [...Array(WIDTH).keys()].map(
  (place) => weights[TOKEN_FEATURES.lineBreak * WIDTH + place] ?? 0,
);

/** Adds texts to those before them, each with the break that parts it from the next one. */
export function addTexts(texts: readonly string[], sums: TokenSums): void {
  const short = texts.filter(({ length }) => length <= WHOLE_UNITS);
  addPieces(short, sums);
  for (const text of texts) {
    if (text.length <= WHOLE_UNITS) continue;
    const own = createTokenSums();
    const windows = windowsOf(text, WHOLE_UNITS + (text.length - WHOLE_UNITS) * SAMPLED_SHARE);
    addPieces(windows, own);
    const scale = text.length / (windows.length * WINDOW_UNITS);
    for (let place = 0; place < WIDTH; place += 1) sums[place]! += Math.round(own[place]! * scale);
  }
  for (let place = 0; place < WIDTH; place += 1) sums[place]! += texts.length * lineBreak[place]!;
}

export const countSums = (sums: TokenSums, family: TokenizerFamily): number =>
  billedTokens(sumOf(sums, family), family, 1);

/** Whole tokens, at least 1 for a text that is not empty. Special tokens and message frames are not counted. */
export function estimateTokens(text: string, family: TokenizerFamily): number {
  if (text.length === 0) return 0;
  const place = placeFor(family);
  let sum = 0;
  scanTokenFeatures(piecesOf(text), (feature, amount) => {
    sum += amount * weights[feature * WIDTH + place]!;
  });
  return billedTokens(sum, family, Math.max(1, text.length / TOKEN_SCAN_CHARS_MAX));
}
