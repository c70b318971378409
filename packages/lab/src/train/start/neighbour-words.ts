// Words that stand near each other in the starting token vectors: what another hand might have written in their place.
// Nothing here comes from the paraphrase protocol's list of synonyms.
import type { EncoderStart } from "./read-start.ts";
import { floatAt, valueAt } from "../../arrays/value-at.ts";

/** Common words alone: vocabulary ids rise as words grow rare. */
const WORDS_MAX = 6_000;
const NEIGHBOURS = 3;
/** Least cosine of two words that may stand for each other. */
const COSINE_MIN = 0.5;
const COMMON_WORD = /^[a-z]{3,}$/;

export interface NeighbourWords {
  /** Nearest first; empty for a word that is not common. */
  of(word: string): readonly string[];
}

interface Table {
  readonly words: readonly string[];
  /** Unit-length rows. @shape words.length x width */
  readonly vectors: Float32Array;
  readonly width: number;
}

function buildTable({ vocabulary, tokens, width }: EncoderStart): Table {
  const ids = vocabulary.flatMap((word, id) => (COMMON_WORD.test(word) ? [id] : [])).slice(0, WORDS_MAX);
  const vectors = new Float32Array(ids.length * width);
  for (const [row, id] of ids.entries()) {
    let square = 0;
    for (let k = 0; k < width; k += 1) square += floatAt(tokens, id * width + k) ** 2;
    const scale = 1 / Math.sqrt(Math.max(square, 1e-12));
    for (let k = 0; k < width; k += 1) vectors[row * width + k] = floatAt(tokens, id * width + k) * scale;
  }
  return { words: ids.map((id) => valueAt(vocabulary, id)), vectors, width };
}

function nearest({ words, vectors, width }: Table, row: number): readonly string[] {
  const found: { readonly word: string; readonly cosine: number }[] = [];
  for (const [other, word] of words.entries()) {
    if (other === row) continue;
    let cosine = 0;
    for (let k = 0; k < width; k += 1)
      cosine += floatAt(vectors, row * width + k) * floatAt(vectors, other * width + k);
    if (cosine >= COSINE_MIN) found.push({ word, cosine });
  }
  return found
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEIGHBOURS)
    .map(({ word }) => word);
}

export function createNeighbourWords(start: EncoderStart): NeighbourWords {
  const table = buildTable(start);
  const rowOf = new Map(table.words.map((word, row) => [word, row]));
  const known = new Map<string, readonly string[]>();
  return {
    of: (word) => {
      const row = rowOf.get(word);
      if (row === undefined) return [];
      const found = known.get(word) ?? nearest(table, row);
      known.set(word, found);
      return found;
    },
  };
}
