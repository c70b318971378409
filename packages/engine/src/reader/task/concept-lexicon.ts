// Finds concepts in folded text: one trie over the words of every language, walked from each start of a word. Time is linear
// in the text, since no walk is longer than the longest entry.
import { foldInto } from "../text/fold-text.ts";
import { isOpenUnit, isWordUnit } from "../text/word-classes.ts";
import { addEntry, growTrie, layOutTrie, markState, MARKS, stepFrom } from "../text/flat-trie.ts";
import type { FlatTrie, GrowingTrie } from "../text/flat-trie.ts";

/** Entries of one concept: whole words, or stems that end in `*`. */
export interface ConceptEntries {
  readonly concept: number;
  readonly entries: readonly string[];
}

export interface ConceptLexicon {
  readonly conceptCount: number;
  /** Concepts in the first `count` units, each once. */
  mark(units: Uint16Array, count: number): Marked;
}

/** Reused by the next call. */
export interface Marked {
  /** In the order in which they first begin. */
  readonly concepts: Int32Array;
  /** Index at which each of them first begins. @shape conceptCount, by concept */
  readonly firstAt: Int32Array;
  count: number;
}

/** Words of the lexicon as a trie, and the concepts of those that end in a state. */
interface Entries {
  readonly trie: FlatTrie;
  /** Index of the concepts of a state; 0 where no entry ends. */
  readonly listAt: Int32Array;
  /** A list behind the other: how many stems and how many whole words end here, then the concepts of both. */
  readonly lists: Int32Array;
}

/** Marks of states in which an entry ends. */
const WHOLE = MARKS.first;
const STEM = MARKS.second;

/** The states where the entries end, one after the other. */
interface Endings {
  readonly states: number[];
  readonly concepts: number[];
  readonly marks: number[];
}

function collectEntries(concepts: readonly ConceptEntries[]): Entries {
  let length = 1;
  for (const { entries } of concepts) for (const entry of entries) length += entry.length;
  const growing = growTrie(1, length);
  const endings: Endings = { states: [], concepts: [], marks: [] };
  const folded = new Uint16Array(length);
  for (const { concept, entries } of concepts)
    for (const entry of entries) {
      const isStem = entry.endsWith("*");
      let count = foldInto(entry, folded) - Number(isStem);
      if (count > 0 && folded[count - 1] === 32) count -= 1;
      if (count === 0) continue;
      endings.states.push(addEntry(growing, 0, folded, count));
      endings.concepts.push(concept);
      endings.marks.push(isStem || isOpenUnit(folded[count - 1]!) ? STEM : WHOLE);
    }
  return listEndings(growing, endings);
}

/** The lists lie in the order of the states, which is that of a walk. */
function listEndings(growing: GrowingTrie, { states, concepts, marks }: Endings): Entries {
  const { trie, placeOf } = layOutTrie(growing);
  const listAt = new Int32Array(growing.count);
  const stems = new Int32Array(growing.count);
  const wholes = new Int32Array(growing.count);
  for (let at = 0; at < states.length; at += 1) {
    const place = placeOf[states[at]!]!;
    const counts = marks[at] === STEM ? stems : wholes;
    counts[place]! += 1;
    markState(trie, place, marks[at]!);
  }
  let size = 1;
  for (let place = 0; place < growing.count; place += 1) {
    const count = stems[place]! + wholes[place]!;
    if (count > 0) listAt[place] = size;
    if (count > 0) size += 2 + count;
  }
  const lists = new Int32Array(size);
  const filled = new Int32Array(growing.count);
  for (const mark of [STEM, WHOLE])
    for (let at = 0; at < states.length; at += 1) {
      if (marks[at] !== mark) continue;
      const place = placeOf[states[at]!]!;
      const list = listAt[place]!;
      lists[list] = stems[place]!;
      lists[list + 1] = wholes[place]!;
      lists[list + 2 + filled[place]!] = concepts[at]!;
      filled[place]! += 1;
    }
  return { trie, listAt, lists };
}

function createMarked(conceptCount: number): Marked {
  return {
    concepts: new Int32Array(conceptCount),
    firstAt: new Int32Array(conceptCount).fill(-1),
    count: 0,
  };
}

function see(marked: Marked, concept: number, start: number): void {
  if (marked.firstAt[concept]! >= 0) return;
  marked.firstAt[concept] = start;
  marked.concepts[marked.count] = concept;
  marked.count += 1;
}

/** Sees what ends in a state: stems, and whole words where one ends here. */
function seeEnding(marked: Marked, { listAt, lists }: Entries, state: number, end: SeenEnd): void {
  const at = listAt[state]!;
  const [stems, wholes] = [lists[at]!, lists[at + 1]!];
  const to = at + 2 + stems + (end.endsWord ? wholes : 0);
  for (let place = at + 2; place < to; place += 1) see(marked, lists[place]!, end.start);
}

interface SeenEnd {
  readonly start: number;
  readonly endsWord: boolean;
}

export function buildConceptLexicon(
  concepts: readonly ConceptEntries[],
  conceptCount: number,
): ConceptLexicon {
  const collected = collectEntries(concepts);
  const { trie } = collected;
  const { nodes } = trie;
  const starts = trie.roots[0]!;
  const marked = createMarked(conceptCount);
  const walkFrom = (units: Uint16Array, start: number, count: number): void => {
    let at = start;
    for (let state = starts[units[start]!]!; state !== 0;) {
      at += 1;
      const marks = nodes[state]! & (WHOLE | STEM);
      if (marks !== 0) {
        const endsWord = at === count || !isWordUnit(units[at]!);
        if (endsWord || (marks & STEM) !== 0) seeEnding(marked, collected, state, { start, endsWord });
      }
      state = at === count ? 0 : stepFrom(trie, state, units[at]!);
    }
  };
  return {
    conceptCount,
    mark: (units, count) => {
      for (let at = 0; at < marked.count; at += 1) marked.firstAt[marked.concepts[at]!] = -1;
      marked.count = 0;
      for (let start = 0; start < count;) {
        if (units[start] === 32) {
          start += 1;
          continue;
        }
        walkFrom(units, start, count);
        start = isWordUnit(units[start]!) ? wordEnd(units, count, start) : start + 1;
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
