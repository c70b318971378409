// Hashes of words, stems and word pairs, and of characters in scripts without blanks. No word is kept.
import { isOpenUnit, isWordUnit } from "./word-classes.ts";

const WORDS_MAX = 90;
const STEM_SHORT = 4;
const STEM_LONG = 6;

/** FNV-1a over a stretch of units. @source Fowler, Noll, Vo: 32-bit FNV-1a */
function hashUnits(
  units: Uint16Array,
  span: { readonly from: number; readonly to: number },
  seed: number,
): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = span.from; at < span.to; at += 1) hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Calls `add` for each hash in the first `count` units. @param salt keeps places apart that mean different things */
export function addHashedWords(
  units: Uint16Array,
  count: number,
  salt: number,
  add: (hash: number) => void,
): void {
  const base = salt * 101;
  let before = 0;
  let words = 0;
  for (let at = 0; at < count && words < WORDS_MAX;) {
    const unit = units[at] ?? 0;
    if (isOpenUnit(unit)) {
      add(hashUnits(units, { from: at, to: Math.min(count, at + 2) }, base + 1));
      add(hashUnits(units, { from: at, to: Math.min(count, at + 3) }, base + 2));
      before = 0;
      at += 1;
      words += 0.5;
      continue;
    }
    if (!isWordUnit(unit)) {
      at += 1;
      continue;
    }
    const from = at;
    while (at < count && isWordUnit(units[at] ?? 0)) at += 1;
    const word = hashUnits(units, { from, to: at }, base + 3);
    add(word);
    if (at - from > STEM_SHORT) add(hashUnits(units, { from, to: from + STEM_SHORT }, base + 4));
    if (at - from > STEM_LONG) add(hashUnits(units, { from, to: from + STEM_LONG }, base + 5));
    if (before !== 0) add((Math.imul(before, 0x01000193) ^ word) >>> 0);
    before = word;
    words += 1;
  }
}
