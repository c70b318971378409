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
/** Of a word that a letter is missing from. */
export const MISSPELT_LEAST = UNITS_LEAST - 1;
const UNITS_MOST = 24;
/** From this length on a word may have two slips. */
const TWO_SLIPS_FROM = 7;
/** Words of the same consonants that are compared. */
const COMPARED_MOST = 8;
const SEED = 11;
const NONE: readonly number[] = [];
const NO_SPELLING: readonly Spelling[] = [];

/** Its units stand in an array that all spellings share: an array for each would make up most of the time that loading takes. */
interface Spelling {
  readonly shared: Uint16Array;
  readonly from: number;
  readonly length: number;
  /** Further letters may follow. */
  readonly isStem: boolean;
  readonly concepts: readonly number[];
}

const rows = [0, 1, 2].map(() => new Uint8Array(UNITS_MOST + 2));

/**
 * Slips that turn a word into `spelling`; where further letters may follow a stem, those of the start that is nearest to it.
 * @param limit from which on any number may be returned, as soon as it is sure
 * @source Damerau (1964), Levenshtein (1966): letters added, dropped, changed, and neighbours swapped
 */
function countSlips(units: Uint16Array, { from, to }: Span, spelling: Spelling, limit: number): number {
  const { shared, from: start, length } = spelling;
  const missing = length - (to - from);
  if (missing >= limit || (!spelling.isStem && -missing >= limit)) return limit;
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
    else if (spelling.isStem) least = Math.min(least, row[length]!);
    // Each row follows from the two above it, and no slip is ever taken back.
    if (leastInRow >= limit && leastAbove >= limit) return Math.min(least, limit);
    leastAbove = leastInRow;
    const spare = before;
    before = above;
    above = row;
    row = spare;
  }
  return spelling.isStem ? least : above[length]!;
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

/** Each word of the lexicon that is long enough, once, with all concepts that it stands for. */
function collectSpellings(concepts: readonly ConceptEntries[]): readonly Spelling[] {
  const conceptsOf = collectConcepts(concepts);
  let room = 0;
  for (const entry of conceptsOf.keys()) room += entry.length;
  const shared = new Uint16Array(room);
  const folded = new Uint16Array(1_024);
  const spellings: Spelling[] = [];
  let from = 0;
  for (const [entry, own] of conceptsOf) {
    const isStem = entry.endsWith("*");
    const to = Math.min(entry.length - Number(isStem), folded.length);
    const length = foldInto(entry, { from: 0, to }, folded);
    if (length < UNITS_LEAST || length > UNITS_MOST || !areWordUnits(folded, length)) continue;
    for (let at = 0; at < length; at += 1) shared[from + at] = folded[at]!;
    spellings.push({ shared, from, length, isStem, concepts: own });
    from += length;
  }
  return spellings;
}

export function buildMisspeltWords(concepts: readonly ConceptEntries[]): MisspeltWords {
  const [wholes, stems] = [new Map<number, Spelling[]>(), new Map<number, Spelling[]>()];
  for (const spelling of collectSpellings(concepts)) {
    const { shared, from, length } = spelling;
    const bones = hashBones(shared, { from, to: from + length }, SEED);
    const byBones = spelling.isStem ? stems : wholes;
    if (bones === 0) continue;
    const alike = byBones.get(bones);
    if (alike === undefined) byBones.set(bones, [spelling]);
    else if (alike.length < COMPARED_MOST) alike.push(spelling);
  }
  const bones: Bones = { state: 0, count: 0, before: 0 };
  return {
    find: (units, word) => {
      const length = word.to - word.from;
      if (length < MISSPELT_LEAST || length > UNITS_MOST) return NONE;
      let least = length >= TWO_SLIPS_FROM ? 3 : 2;
      let found = NONE;
      const compare = (alike: readonly Spelling[], to: number): void => {
        for (const spelling of alike) {
          const slips = countSlips(units, { from: word.from, to }, spelling, least);
          if (slips < least) [least, found] = [slips, spelling.concepts];
        }
      };
      startBones(bones, SEED);
      for (let at = word.from; at < word.to; at += 1) {
        addUnit(bones, units[at]!);
        const hash = hashOf(bones);
        if (hash !== 0) compare(stems.get(hash) ?? NO_SPELLING, at + 1);
      }
      compare(wholes.get(hashOf(bones)) ?? NO_SPELLING, word.to);
      return found;
    },
  };
}
