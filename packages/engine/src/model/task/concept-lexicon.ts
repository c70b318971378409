// Finds concepts in folded text: one trie over the words of every language, walked from each start of a word. Time is linear
// in the text, since no walk is longer than the longest entry.
import { foldInto } from "./fold-text.ts";
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

/** Concepts that end in a state as a whole word, or as a stem. */
type Ends = (readonly number[] | undefined)[];

/** A trie in flat arrays while it grows: the ways on from a state are a list. */
interface Trie {
  /** First way of a state, and the way after each way; 0 ends a list. */
  readonly firstWay: Int32Array;
  readonly nextWay: Int32Array;
  /** Unit of a way. The state that it leads to has its number. */
  readonly unitOf: Uint16Array;
  /** States, and the last way. */
  count: number;
  readonly whole: Ends;
  readonly stem: Ends;
}

function addWay(trie: Trie, state: number, unit: number): number {
  const { firstWay, nextWay, unitOf } = trie;
  for (let way = firstWay[state]!; way !== 0; way = nextWay[way]!) if (unitOf[way] === unit) return way;
  const way = trie.count;
  trie.count += 1;
  unitOf[way] = unit;
  nextWay[way] = firstWay[state]!;
  firstWay[state] = way;
  return way;
}

function buildTrie(concepts: readonly ConceptEntries[]): Trie {
  const length = concepts.reduce((sum, { entries }) => sum + entries.join("").length, 1);
  const trie: Trie = {
    firstWay: new Int32Array(length),
    nextWay: new Int32Array(length),
    unitOf: new Uint16Array(length),
    count: 1,
    whole: [],
    stem: [],
  };
  // The root has thousands of ways: these are found by their unit.
  const first = new Int32Array(65_536);
  const folded = new Uint16Array(length);
  for (const { concept, entries } of concepts)
    for (const entry of entries) {
      const isStem = entry.endsWith("*");
      let count = foldInto(entry, { from: 0, to: entry.length - Number(isStem) }, folded);
      if (count > 0 && folded[count - 1] === 32) count -= 1;
      if (count === 0) continue;
      let state = first[folded[0]!]!;
      if (state === 0) first[folded[0]!] = state = addWay(trie, 0, folded[0]!);
      for (let at = 1; at < count; at += 1) state = addWay(trie, state, folded[at]!);
      const ends = isStem || isOpenUnit(folded[count - 1]!) ? trie.stem : trie.whole;
      ends[state] = [...(ends[state] ?? []), concept];
    }
  return trie;
}

/** The ways on from each state, one behind the other: a step reads memory that lies together, which hashing would scatter. */
interface Walk {
  /** Next state by the first unit of an entry. */
  readonly first: Int32Array;
  /** Where the ways of a state begin; those of the next state end them. */
  readonly from: Int32Array;
  readonly units: Uint16Array;
  readonly to: Int32Array;
  /** Bits of `ENDS`. */
  readonly ends: Uint8Array;
}

const ENDS = { whole: 1, stem: 2 } as const;

function layOutWalk({ firstWay, nextWay, unitOf, count, whole, stem }: Trie): Walk {
  const walk: Walk = {
    first: new Int32Array(65_536),
    from: new Int32Array(count + 1),
    units: new Uint16Array(count),
    to: new Int32Array(count),
    ends: new Uint8Array(count),
  };
  let at = 0;
  for (let state = 0; state < count; state += 1) {
    walk.from[state] = at;
    walk.ends[state] =
      (whole[state] === undefined ? 0 : ENDS.whole) | (stem[state] === undefined ? 0 : ENDS.stem);
    for (let way = firstWay[state]!; way !== 0; way = nextWay[way]!) {
      if (state === 0) walk.first[unitOf[way]!] = way;
      walk.units[at] = unitOf[way]!;
      walk.to[at] = way;
      at += 1;
    }
  }
  walk.from[count] = at;
  return walk;
}

/** The state after `unit`, or 0 when no entry goes on that way. */
function stepFrom({ from, units, to }: Walk, state: number, unit: number): number {
  const end = from[state + 1]!;
  for (let at = from[state]!; at < end; at += 1) if (units[at] === unit) return to[at]!;
  return 0;
}

export function buildConceptLexicon(
  concepts: readonly ConceptEntries[],
  conceptCount: number,
): ConceptLexicon {
  const trie = buildTrie(concepts);
  const walk = layOutWalk(trie);
  const { whole, stem } = trie;
  return {
    conceptCount,
    mark: (units, count, firstAt) => {
      const see = (concepts: readonly number[] | undefined, start: number): void => {
        for (const concept of concepts ?? []) if (firstAt[concept]! < 0) firstAt[concept] = start;
      };
      let wasWord = false;
      for (let start = 0; start < count; start += 1) {
        const isWord = isWordUnit(units[start]!);
        const begins = !isWord || !wasWord;
        wasWord = isWord;
        if (!begins || units[start] === 32) continue;
        let state = walk.first[units[start]!]!;
        for (let at = start; state !== 0;) {
          const end = walk.ends[state]!;
          at += 1;
          if ((end & ENDS.stem) !== 0) see(stem[state], start);
          if ((end & ENDS.whole) !== 0 && (at === count || !isWordUnit(units[at]!))) see(whole[state], start);
          state = at === count ? 0 : stepFrom(walk, state, units[at]!);
        }
      }
    },
  };
}
