// Finds concepts in folded text: one trie over the words of every language, walked from each start of a word. Time is linear
// in the text, since no walk is longer than the longest entry.
import { foldText } from "./fold-text.ts";
import { isOpenUnit, isWordUnit } from "./word-classes.ts";

/** Entries of one concept: whole words, or stems that end in `*`. */
export interface ConceptEntries {
  readonly concept: number;
  readonly entries: readonly string[];
}

export interface ConceptLexicon {
  readonly conceptCount: number;
  /** Writes where each concept first begins in the first `count` units into `firstAt`, and leaves the others as they are. */
  mark(units: Uint16Array, count: number, firstAt: Int32Array): void;
}

/** Open-addressed table from (state, unit) to the next state. */
class Transitions {
  #keys = new Float64Array(1 << 12).fill(-1);
  #values = new Int32Array(1 << 12);
  #size = 0;

  get(state: number, unit: number): number {
    const mask = this.#keys.length - 1;
    const key = state * 65_536 + unit;
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0;
    for (slot &= mask; ; slot = (slot + 1) & mask) {
      const there = this.#keys[slot];
      if (there === key) return this.#values[slot] ?? 0;
      if (there === -1) return 0;
    }
  }

  set(state: number, unit: number, next: number): void {
    if (this.#size * 3 > this.#keys.length) this.#grow();
    this.#place(state * 65_536 + unit, next);
    this.#size += 1;
  }

  #place(key: number, value: number): void {
    const mask = this.#keys.length - 1;
    const state = Math.floor(key / 65_536);
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(key % 65_536, 0x85ebca6b)) >>> 0;
    for (slot &= mask; this.#keys[slot] !== -1; slot = (slot + 1) & mask);
    this.#keys[slot] = key;
    this.#values[slot] = value;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(keys.length * 2).fill(-1);
    this.#values = new Int32Array(keys.length * 2);
    keys.forEach((key, slot) => {
      if (key !== -1) this.#place(key, values[slot] ?? 0);
    });
  }
}

interface Trie {
  readonly next: Transitions;
  /** Concepts that end in a state as a whole word, or as a stem. */
  readonly whole: (readonly number[] | undefined)[];
  readonly stem: (readonly number[] | undefined)[];
}

function buildTrie(concepts: readonly ConceptEntries[]): Trie {
  const trie: Trie = { next: new Transitions(), whole: [undefined], stem: [undefined] };
  for (const { concept, entries } of concepts)
    for (const entry of entries) {
      const isStem = entry.endsWith("*");
      const folded = foldText(isStem ? entry.slice(0, -1) : entry);
      if (folded === "") continue;
      let state = 0;
      for (let at = 0; at < folded.length; at += 1) {
        const unit = folded.charCodeAt(at);
        let next = trie.next.get(state, unit);
        if (next === 0) {
          next = trie.whole.push(undefined) - 1;
          trie.stem.push(undefined);
          trie.next.set(state, unit, next);
        }
        state = next;
      }
      const isOpen = isOpenUnit(folded.charCodeAt(folded.length - 1));
      const ends = isStem || isOpen ? trie.stem : trie.whole;
      ends[state] = [...(ends[state] ?? []), concept];
    }
  return trie;
}

export function buildConceptLexicon(
  concepts: readonly ConceptEntries[],
  conceptCount: number,
): ConceptLexicon {
  const { next, whole, stem } = buildTrie(concepts);
  return {
    conceptCount,
    mark: (units, count, firstAt) => {
      const see = (concepts: readonly number[] | undefined, start: number): void => {
        if (concepts === undefined) return;
        for (const concept of concepts) if ((firstAt[concept] ?? 0) < 0) firstAt[concept] = start;
      };
      let wasWord = false;
      for (let start = 0; start < count; start += 1) {
        const isWord = isWordUnit(units[start] ?? 0);
        const begins = !isWord || !wasWord;
        wasWord = isWord;
        if (!begins || units[start] === 32) continue;
        let state = 0;
        for (let at = start; at < count; at += 1) {
          state = next.get(state, units[at] ?? 0);
          if (state === 0) break;
          see(stem[state], start);
          if (whole[state] !== undefined && (at + 1 === count || !isWordUnit(units[at + 1] ?? 32)))
            see(whole[state], start);
        }
      }
    },
  };
}
