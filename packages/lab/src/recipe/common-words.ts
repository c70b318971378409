// The common words of a vocabulary with their starting vectors, and which of them stand near each other: what another
// hand might have written in a word's place. Nothing here comes from the paraphrase protocol's list of synonyms.
import type { EncoderStart } from "./read-start.ts";

const COMMON_WORD = /^[a-z]{3,}$/;

export interface CommonWords {
  /** Vocabulary ids, the most common first: they rise as words grow rare. */
  readonly ids: readonly number[];
  /** Unit-length rows. @shape ids.length x width */
  readonly vectors: Float32Array;
  readonly width: number;
}

export function listCommonWords({ vocabulary, tokens, width }: EncoderStart, limit: number): CommonWords {
  const ids = vocabulary.flatMap((word, id) => (COMMON_WORD.test(word) ? [id] : [])).slice(0, limit);
  const vectors = new Float32Array(ids.length * width);
  for (const [row, id] of ids.entries()) {
    let square = 0;
    for (let k = 0; k < width; k += 1) square += tokens[id * width + k]! ** 2;
    const scale = 1 / Math.sqrt(Math.max(square, 1e-12));
    for (let k = 0; k < width; k += 1) vectors[row * width + k] = tokens[id * width + k]! * scale;
  }
  return { ids, vectors, width };
}

export interface Neighbour {
  /** Row among the common words. */
  readonly row: number;
  readonly cosine: number;
}

export interface Nearness {
  /** Least cosine of two words that may stand for each other. */
  readonly cosine: number;
  /** Neighbours of a word at most. */
  readonly count: number;
}

/** Words near the word of `row`, nearest first, never itself. */
export function findNeighbours(
  { ids, vectors, width }: CommonWords,
  row: number,
  nearness: Nearness,
): Neighbour[] {
  const found: Neighbour[] = [];
  for (let other = 0; other < ids.length; other += 1) {
    if (other === row) continue;
    let cosine = 0;
    for (let k = 0; k < width; k += 1) cosine += vectors[row * width + k]! * vectors[other * width + k]!;
    if (cosine >= nearness.cosine) found.push({ row: other, cosine });
  }
  return found.sort((a, b) => b.cosine - a.cosine || a.row - b.row).slice(0, nearness.count);
}
