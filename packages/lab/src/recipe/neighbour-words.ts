// Words that may take each other's place when a training prompt is reworded.
import { findNeighbours, listCommonWords } from "./common-words.ts";
import type { Nearness } from "./common-words.ts";
import type { EncoderStart } from "./read-start.ts";

const WORDS_MAX = 6_000;
const NEAR: Nearness = { cosine: 0.5, count: 3 };

export interface NeighbourWords {
  /** Nearest first; empty for a word that is not common. */
  of(word: string): readonly string[];
}

export function createNeighbourWords(start: EncoderStart): NeighbourWords {
  const words = listCommonWords(start, WORDS_MAX);
  const rowOf = new Map(words.ids.map((id, row) => [start.vocabulary[id]!, row]));
  const known = new Map<string, readonly string[]>();
  return {
    of: (word) => {
      const row = rowOf.get(word);
      if (row === undefined) return [];
      const found =
        known.get(word) ??
        findNeighbours(words, row, NEAR).map((near) => start.vocabulary[words.ids[near.row]!]!);
      known.set(word, found);
      return found;
    },
  };
}
