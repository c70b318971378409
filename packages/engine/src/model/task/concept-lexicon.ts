// Finds concepts in folded text: one trie over the words of every language, walked from each start of a word. Time is linear
// in the text, since no walk is longer than the longest entry.
import { foldInto } from "./fold-text.ts";
import { buildMisspeltWords, MISSPELT_LEAST } from "./misspelt-words.ts";
import type { Span } from "./word-bones.ts";
import { isOpenUnit, isWordUnit } from "./word-classes.ts";

/** Entries of one concept: whole words, or stems that end in `*`. */
export interface ConceptEntries {
  readonly concept: number;
  readonly entries: readonly string[];
}

export interface ConceptLexicon {
  readonly conceptCount: number;
  /**
   * Concepts in the first `count` units, each once. A word that begins no entry and is not known otherwise is read as the entry
   * that it is a misspelling of.
   */
  mark(units: Uint16Array, count: number, isKnownWord: KnowsWord): Marked;
}

export type KnowsWord = (units: Uint16Array, word: Span) => boolean;

/** Reused by the next call. */
export interface Marked {
  /** In the order in which they first begin. */
  readonly concepts: Int32Array;
  /** Where each of them first begins. @shape conceptCount, by concept */
  readonly firstAt: Int32Array;
  count: number;
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
  /** Where the ways of a much-branching state stand by their unit, for units of ASCII; 0 where a search is as quick. */
  readonly tableAt: Int32Array;
  /** Next state by unit, a table behind the other. */
  readonly tables: Int32Array;
}

const ENDS = { whole: 1, stem: 2 } as const;
const ASCII = 128;
/** Beyond so many ways on, a table is quicker than a search. */
const SEARCHED_MOST = 5;

/** Tables of the states near the root, which every walk passes. */
function tabulate({ firstWay, nextWay, unitOf, count }: Trie): Pick<Walk, "tableAt" | "tables"> {
  const tableAt = new Int32Array(count);
  let size = ASCII;
  for (let state = 1; state < count; state += 1) {
    let ways = 0;
    for (let way = firstWay[state]!; way !== 0; way = nextWay[way]!) ways += 1;
    if (ways <= SEARCHED_MOST) continue;
    tableAt[state] = size;
    size += ASCII;
  }
  const tables = new Int32Array(size);
  tableAt.forEach((from, state) => {
    if (from === 0) return;
    for (let way = firstWay[state]!; way !== 0; way = nextWay[way]!)
      if (unitOf[way]! < ASCII) tables[from + unitOf[way]!] = way;
  });
  return { tableAt, tables };
}

function layOutWalk(trie: Trie): Walk {
  const { firstWay, nextWay, unitOf, count, whole, stem } = trie;
  const walk: Walk = {
    ...tabulate(trie),
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
function stepFrom({ from, units, to, tableAt, tables }: Walk, state: number, unit: number): number {
  if (unit < ASCII && tableAt[state] !== 0) return tables[tableAt[state]! + unit]!;
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
  const misspelt = buildMisspeltWords(concepts);
  const { whole, stem } = trie;
  const marked: Marked = {
    concepts: new Int32Array(conceptCount),
    firstAt: new Int32Array(conceptCount).fill(-1),
    count: 0,
  };
  const see = (concepts: readonly number[] | undefined, start: number): void => {
    for (const concept of concepts ?? []) {
      if (marked.firstAt[concept]! >= 0) continue;
      marked.firstAt[concept] = start;
      marked.concepts[marked.count] = concept;
      marked.count += 1;
    }
  };
  const walkFrom = (units: Uint16Array, start: number, count: number): boolean => {
    let isFound = false;
    let state = walk.first[units[start]!]!;
    for (let at = start; state !== 0;) {
      const end = walk.ends[state]!;
      at += 1;
      const endsWhole = (end & ENDS.whole) !== 0 && (at === count || !isWordUnit(units[at]!));
      if ((end & ENDS.stem) !== 0) see(stem[state], start);
      if (endsWhole) see(whole[state], start);
      isFound ||= endsWhole || (end & ENDS.stem) !== 0;
      state = at === count ? 0 : stepFrom(walk, state, units[at]!);
    }
    return isFound;
  };
  return {
    conceptCount,
    mark: (units, count, isKnownWord) => {
      for (let at = 0; at < marked.count; at += 1) marked.firstAt[marked.concepts[at]!] = -1;
      marked.count = 0;
      for (let start = 0; start < count;) {
        if (units[start] === 32) {
          start += 1;
          continue;
        }
        const to = isWordUnit(units[start]!) ? wordEnd(units, count, start) : start + 1;
        const isLong = to - start >= MISSPELT_LEAST;
        const isFound = walkFrom(units, start, count);
        if (!isFound && isLong && !isKnownWord(units, { from: start, to }))
          see(misspelt.find(units, { from: start, to }), start);
        start = to;
      }
      return marked;
    },
  };
}

function wordEnd(units: Uint16Array, count: number, from: number): number {
  let to = from + 1;
  while (to < count && isWordUnit(units[to]!)) to += 1;
  return to;
}
