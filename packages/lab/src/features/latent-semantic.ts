// Latent semantic analysis: hashed words and word pairs, tf-idf, truncated SVD by subspace iteration.
// Needs nothing but the training texts, so that baselines run in any folder.
// @source Halko, Martinsson, Tropp (2011), randomised subspace iteration
import { drawNormal, orthonormaliseRows, shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { centreRows, normaliseRows } from "./vector.ts";

// The source of the vectors of prompts. Pluggable, so that every baseline can get the best encoder at hand.

/** A fitted encoder of texts. */
export interface TextFeatures {
  readonly dim: number;
  /** Unit-length rows. @shape texts.length x dim */
  encode(texts: readonly string[]): Float32Array;
}

export interface FeatureSource {
  /** For reports: which encoder, of which width. */
  readonly title: string;
  /** Sources that learn from texts do so from these alone; the others ignore them. */
  fit(trainingTexts: readonly string[], seed: number): TextFeatures;
}

// Hashed counts of words, word pairs and a few shapes of a text. Head and tail are read; the middle of a long text is not.
interface TermCounts {
  /** Distinct hashed terms. */
  readonly slots: Uint32Array;
  /** How often each occurs. @shape slots.length */
  readonly counts: Uint16Array;
}

const SLOTS = 1 << 20;
const HEAD_CHARACTERS = 1_000;
const TAIL_CHARACTERS = 2_500;
const TERM = /\p{L}+|\p{N}|[^\p{L}\p{N}\s]/gu;

function hash(term: string, start: number): number {
  let h = start;
  for (let i = 0; i < term.length; i += 1) h = Math.imul(h ^ term.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 15)) & (SLOTS - 1);
}

function cut(text: string): string {
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return text;
  return `${text.slice(0, HEAD_CHARACTERS)} ${text.slice(-TAIL_CHARACTERS)}`;
}

export function countTerms(text: string): TermCounts {
  const counts = new Map<number, number>();
  let previous = "";
  const add = (slot: number): void => {
    counts.set(slot, Math.min(65_535, (counts.get(slot) ?? 0) + 1));
  };
  for (const [term] of cut(text).toLowerCase().matchAll(TERM)) {
    add(hash(term, 0x811c9dc5));
    add(hash(`${previous} ${term}`, 0x2b5a1d37));
    previous = term;
  }
  add(hash(`length ${Math.round(2 * Math.log2(text.length + 1))}`, 0x51ed270b));
  return { slots: Uint32Array.from(counts.keys()), counts: Uint16Array.from(counts.values()) };
}

const DIM = 128;
const ITERATIONS = 3;
const FIT_TEXTS_MAX = 6_000;
const COLUMNS_MAX = 20_000;
/** Single precision: what is left of a dependent column is rounding. */
const SQUARE_MIN = 1e-10;

interface Weighting {
  /** Term slot -> column, for the terms kept. */
  readonly column: ReadonlyMap<number, number>;
  /** @shape columns */
  readonly idf: Float32Array;
}

function chooseTerms(documents: readonly TermCounts[]): Weighting {
  const documentCount = new Map<number, number>();
  for (const { slots } of documents)
    for (const slot of slots) documentCount.set(slot, (documentCount.get(slot) ?? 0) + 1);
  const kept = [...documentCount]
    .filter(([, count]) => count >= 2 || documents.length < 50)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, COLUMNS_MAX);
  return {
    column: new Map(kept.map(([slot], i) => [slot, i])),
    idf: Float32Array.from(kept, ([, count]) => Math.log((documents.length + 1) / (count + 1)) + 0.05),
  };
}

interface SparseRow {
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

/** Unit-length tf-idf row. */
function weigh({ slots, counts }: TermCounts, { column, idf }: Weighting): SparseRow {
  const columns: number[] = [];
  const values: number[] = [];
  for (const [i, slot] of slots.entries()) {
    const at = column.get(slot);
    if (at === undefined) continue;
    columns.push(at);
    values.push((1 + Math.log(counts[i]!)) * idf[at]!);
  }
  return {
    columns: Int32Array.from(columns),
    values: normaliseRows(Float32Array.from(values), Math.max(1, values.length)),
  };
}

/** out += row x basis. @shape out: DIM */
function project(row: SparseRow, basis: Float32Array, out: Float32Array): void {
  for (let i = 0; i < row.columns.length; i += 1) {
    const start = row.columns[i]! * DIM;
    const value = row.values[i]!;
    for (let d = 0; d < DIM; d += 1) out[d] = out[d]! + value * basis[start + d]!;
  }
}

/** Makes the DIM columns of a matrix orthonormal; dependent columns become zero. */
function orthonormaliseColumns(matrix: Float32Array): void {
  const rows = matrix.length / DIM;
  // Columns are laid side by side first: walking them with a stride would miss the cache on every step.
  const columns = new Float32Array(matrix.length);
  for (let d = 0; d < DIM; d += 1)
    for (let i = 0; i < rows; i += 1) columns[d * rows + i] = matrix[i * DIM + d]!;
  orthonormaliseRows(columns, rows, SQUARE_MIN);
  for (let d = 0; d < DIM; d += 1)
    for (let i = 0; i < rows; i += 1) matrix[i * DIM + d] = columns[d * rows + i]!;
}

/** Right singular subspace of the tf-idf matrix. @shape columns x DIM */
function fitBasis(rows: readonly SparseRow[], columns: number, seed: number): Float32Array {
  const random = splitmix32(seed);
  let basis = Float32Array.from({ length: columns * DIM }, () => drawNormal(random));
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const next = new Float32Array(columns * DIM);
    const projected = new Float32Array(DIM);
    for (const row of rows) {
      projected.fill(0);
      project(row, basis, projected);
      for (let i = 0; i < row.columns.length; i += 1) {
        const start = row.columns[i]! * DIM;
        for (let d = 0; d < DIM; d += 1) next[start + d] = next[start + d]! + row.values[i]! * projected[d]!;
      }
    }
    orthonormaliseColumns(next);
    basis = next;
  }
  return basis;
}

function sampleTexts(texts: readonly string[], seed: number): readonly string[] {
  if (texts.length <= FIT_TEXTS_MAX) return texts;
  const order = shuffle(
    Int32Array.from(texts, (_, i) => i),
    splitmix32(seed),
  );
  return Array.from(order.subarray(0, FIT_TEXTS_MAX), (i) => texts[i]!);
}

function fitLatentSemantics(trainingTexts: readonly string[], seed: number): TextFeatures {
  const documents = sampleTexts(trainingTexts, seed).map(countTerms);
  const weighting = chooseTerms(documents);
  const rows = documents.map((document) => weigh(document, weighting));
  const basis = fitBasis(rows, weighting.idf.length, seed);
  const encodeRaw = (text: string, out: Float32Array): void =>
    project(weigh(countTerms(text), weighting), basis, out);
  const centre = new Float32Array(DIM);
  for (const row of rows) project(row, basis, centre);
  const mean = centre.map((value) => value / Math.max(1, rows.length));
  return {
    dim: DIM,
    encode: (texts) => {
      const out = new Float32Array(texts.length * DIM);
      for (const [i, text] of texts.entries()) encodeRaw(text, out.subarray(i * DIM, (i + 1) * DIM));
      return centreRows(out, mean);
    },
  };
}

export const LATENT_SEMANTIC_FEATURES: FeatureSource = {
  title: `latent semantic analysis of words and word pairs, ${DIM} wide`,
  fit: fitLatentSemantics,
};
