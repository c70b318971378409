// Finds the word that a misspelt one stands for: words whose consonants are the same are compared letter by letter. The time is
// bounded by the length of a word, since few words share their consonants.
import type { ConceptEntries } from "./concept-lexicon.ts";
import { foldInto } from "../text/fold-text.ts";
import { isWordUnit } from "../text/word-classes.ts";
import { addUnit, hashBones, hashOf, startBones } from "../text/word-bones.ts";
import type { Bones, Span } from "../text/word-bones.ts";

interface MisspeltWords {
  /** Concepts of the words that this one may stand for. */
  find(units: Uint16Array, word: Span): readonly number[];
}

/** A shorter word is too near to others, and people type no longer ones. */
const UNITS_LEAST = 5;
/** Length of a word that a letter is missing from. */
export const MISSPELT_LEAST = UNITS_LEAST - 1;
const UNITS_MOST = 24;
/** From this length on a word may have two slips. */
const TWO_SLIPS_FROM = 7;
/** Words of the same consonants that are compared. */
const COMPARED_MOST = 8;
const SEED = 11;
const NONE: readonly number[] = [];

/** Each once, by number: objects would take most of the time that loading takes, and several times the memory. */
interface Spellings {
  count: number;
  /** Units of all of them, one behind the other. */
  readonly units: Uint16Array;
  readonly from: Int32Array;
  readonly length: Uint8Array;
  /** 1 where further letters may follow. */
  readonly isStem: Uint8Array;
  /** Place of its concepts among the lists. */
  readonly listAt: Int32Array;
  /** How many concepts, then those. */
  readonly lists: Int32Array;
}

/** Spellings of the same consonants, in the order of the lexicon: the first by place, each further one by the one before it. */
interface Alike {
  /** 0 where a place is free. */
  readonly hashes: Int32Array;
  /** Number and 1; 0 ends them. */
  readonly first: Int32Array;
  readonly next: Int32Array;
}

interface Spelled {
  readonly spellings: Spellings;
  number: number;
}

const rows = [0, 1, 2].map(() => new Uint8Array(UNITS_MOST + 2));

/**
 * Slips that turn a word into `spelling`; where further letters may follow a stem, those of the start that is nearest to it.
 * @param limit from which on any number may be returned, as soon as it is sure
 * @source Damerau (1964), Levenshtein (1966): letters added, dropped, changed, and neighbours swapped
 */
function countSlips(units: Uint16Array, { from, to }: Span, spelling: Spelled, limit: number): number {
  const { spellings, number } = spelling;
  const shared = spellings.units;
  const start = spellings.from[number]!;
  const length = spellings.length[number]!;
  const isStem = spellings.isStem[number] === 1;
  const missing = length - (to - from);
  if (missing >= limit || (!isStem && -missing >= limit)) return limit;
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= length; column += 1) above[column] = column;
  let least = length;
  let leastAbove = 0;
  for (let line = 1; line <= to - from; line += 1) {
    const unit = units[from + line - 1]!;
    // A cell so far from the diagonal that its letters alone make `limit` slips leads to nothing below it.
    const first = Math.max(1, line - limit + 1);
    const last = Math.min(length, line + limit - 1);
    if (first > length) break;
    row[first - 1] = first === 1 ? line : limit;
    let leastInRow = row[first - 1]!;
    for (let column = first; column <= last; column += 1) {
      const other = shared[start + column - 1]!;
      let slips = above[column - 1]! + Number(unit !== other);
      slips = Math.min(slips, above[column]! + 1, row[column - 1]! + 1);
      const isSwapped =
        line > 1 && column > 1 && unit === shared[start + column - 2] && units[from + line - 2] === other;
      if (isSwapped) slips = Math.min(slips, before[column - 2]! + 1);
      row[column] = slips;
      if (slips < leastInRow) leastInRow = slips;
    }
    if (last < length) row[last + 1] = limit;
    else if (isStem) least = Math.min(least, row[length]!);
    // Each row follows from the two above it, and no slip is ever taken back.
    if (leastInRow >= limit && leastAbove >= limit) return Math.min(least, limit);
    leastAbove = leastInRow;
    const spare = before;
    before = above;
    above = row;
    row = spare;
  }
  return isStem ? least : above[length]!;
}

/** The concepts of each entry that is long enough to be misspelt, in the order of the lexicon. */
function collectConcepts(concepts: readonly ConceptEntries[]): ReadonlyMap<string, readonly number[]> {
  const conceptsOf = new Map<string, readonly number[]>();
  for (const { concept, entries } of concepts) {
    // Most entries stand for one concept, and all of its entries share the list.
    const alone = [concept];
    for (const entry of entries) {
      // Folding drops units and never adds one.
      if (entry.length < UNITS_LEAST) continue;
      const own = conceptsOf.get(entry);
      if (own === undefined) conceptsOf.set(entry, alone);
      else if (!own.includes(concept)) conceptsOf.set(entry, [...own, concept]);
    }
  }
  return conceptsOf;
}

function areWordUnits(units: Uint16Array, count: number): boolean {
  for (let at = 0; at < count; at += 1) if (!isWordUnit(units[at]!)) return false;
  return true;
}

/** Lists of concepts, those of one concept once. @returns where the list of each entry stands, in their order */
function layOutLists(
  conceptsOf: ReadonlyMap<string, readonly number[]>,
): [lists: Int32Array, at: Int32Array] {
  const lists: number[] = [];
  const placeOf = new Map<readonly number[], number>();
  const at = Int32Array.from(conceptsOf.values(), (concepts) => {
    const known = placeOf.get(concepts);
    if (known !== undefined) return known;
    const place = lists.length;
    placeOf.set(concepts, place);
    lists.push(concepts.length, ...concepts);
    return place;
  });
  return [Int32Array.from(lists), at];
}

/** Each word of the lexicon that is long enough, once, with all concepts that it stands for. */
function collectSpellings(concepts: readonly ConceptEntries[]): Spellings {
  const conceptsOf = collectConcepts(concepts);
  const [lists, listOfEntry] = layOutLists(conceptsOf);
  let room = 0;
  for (const entry of conceptsOf.keys()) room += entry.length;
  const most = conceptsOf.size;
  const spellings: Spellings = {
    count: 0,
    units: new Uint16Array(room),
    from: new Int32Array(most),
    length: new Uint8Array(most),
    isStem: new Uint8Array(most),
    listAt: new Int32Array(most),
    lists,
  };
  const folded = new Uint16Array(1_024);
  let from = 0;
  let entryAt = -1;
  for (const entry of conceptsOf.keys()) {
    entryAt += 1;
    const isStem = entry.endsWith("*");
    const to = Math.min(entry.length - Number(isStem), folded.length);
    const length = foldInto(entry.slice(0, to), folded);
    if (length < UNITS_LEAST || length > UNITS_MOST || !areWordUnits(folded, length)) continue;
    for (let at = 0; at < length; at += 1) spellings.units[from + at] = folded[at]!;
    const number = spellings.count;
    spellings.from[number] = from;
    spellings.length[number] = length;
    spellings.isStem[number] = Number(isStem);
    spellings.listAt[number] = listOfEntry[entryAt]!;
    spellings.count += 1;
    from += length;
  }
  return spellings;
}

/** The place of a hash, or the free one where it would stand. */
function placeOf(hashes: Int32Array, hash: number): number {
  const mask = hashes.length - 1;
  let place = hash & mask;
  while (hashes[place] !== 0 && hashes[place] !== (hash | 0)) place = (place + 1) & mask;
  return place;
}

/** @param stems whether those that further letters may follow, or the others */
function groupAlike(spellings: Spellings, stems: number): Alike {
  const { count, units, from, length, isStem } = spellings;
  const grouped = isStem.subarray(0, count).filter((one) => one === stems).length;
  const size = 2 ** Math.ceil(Math.log2(2 * grouped + 2));
  const alike = {
    hashes: new Int32Array(size),
    first: new Int32Array(size),
    next: new Int32Array(count + 1),
  };
  for (let number = 0; number < count; number += 1) {
    if (isStem[number] !== stems) continue;
    const bones = hashBones(units, { from: from[number]!, to: from[number]! + length[number]! }, SEED);
    if (bones === 0) continue;
    const place = placeOf(alike.hashes, bones);
    alike.hashes[place] = bones;
    if (alike.first[place] === 0) alike.first[place] = number + 1;
    else append(alike.next, alike.first[place]!, number + 1);
  }
  return alike;
}

function append(next: Int32Array, first: number, added: number): void {
  let last = first;
  for (let count = 1; count < COMPARED_MOST; count += 1) {
    if (next[last] === 0) {
      next[last] = added;
      return;
    }
    last = next[last]!;
  }
}

export function buildMisspeltWords(concepts: readonly ConceptEntries[]): MisspeltWords {
  const spellings = collectSpellings(concepts);
  const { lists, listAt } = spellings;
  const [wholes, stems] = [groupAlike(spellings, 0), groupAlike(spellings, 1)];
  const bones: Bones = { state: 0, count: 0, before: 0 };
  const spelled: Spelled = { spellings, number: 0 };
  const span = { from: 0, to: 0 };
  let least = 0;
  let found = -1;
  const compare = (units: Uint16Array, alike: Alike, hash: number): void => {
    const { hashes, first, next } = alike;
    for (let one = first[placeOf(hashes, hash)]!; one !== 0; one = next[one]!) {
      spelled.number = one - 1;
      const slips = countSlips(units, span, spelled, least);
      if (slips < least) [least, found] = [slips, one - 1];
    }
  };
  return {
    find: (units, word) => {
      const length = word.to - word.from;
      if (length < MISSPELT_LEAST || length > UNITS_MOST) return NONE;
      least = length >= TWO_SLIPS_FROM ? 3 : 2;
      found = -1;
      span.from = word.from;
      startBones(bones, SEED);
      for (let at = word.from; at < word.to; at += 1) {
        addUnit(bones, units[at]!);
        const hash = hashOf(bones);
        span.to = at + 1;
        if (hash !== 0) compare(units, stems, hash);
      }
      const hash = hashOf(bones);
      if (hash !== 0) compare(units, wholes, hash);
      if (found < 0) return NONE;
      const list = listAt[found]!;
      return Array.from(lists.subarray(list + 1, list + 1 + lists[list]!));
    },
  };
}
