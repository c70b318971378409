// Hashes of words and stems, and of characters in scripts without blanks. No word is kept.
import { BASIS, hashBones, mix, PRIME } from "./word-bones.ts";
import type { Span } from "./word-bones.ts";
import { isOpenUnit, isWordUnit } from "./word-classes.ts";

/** Which pieces of the words are hashed. */
export interface HashForm {
  /** Words after which a place is left. */
  readonly wordsMost: number;
  /** Lengths of the stems of longer words, in units, ascending. */
  readonly stems: readonly number[];
  /** Lengths of the pieces of scripts without blanks, ascending. */
  readonly pieces: readonly number[];
  /** Whether each word also counts by its consonants alone, which most slips of the fingers leave as they are. */
  readonly hasBones: boolean;
}

/** FNV-1a over the first units of a stretch, once for each length. @source Fowler, Noll, Vo: 32-bit FNV-1a */
function addPieces(units: Uint16Array, span: Span, { lengths, seed, add }: Pieces): void {
  let hash = 0;
  let at = span.from;
  for (let index = 0; index < lengths.length; index += 1) {
    const to = span.from + lengths[index]!;
    if (to > span.to) return;
    hash = BASIS ^ (seed + index);
    for (at = span.from; at < to; at += 1) hash = Math.imul(hash ^ units[at]!, PRIME);
    add(mix(hash));
  }
}

interface Pieces {
  readonly lengths: readonly number[];
  readonly seed: number;
  readonly add: (hash: number) => void;
}

/** Of whole words of the first block. */
export const WORD_SEED = 3;

export function hashWord(units: Uint16Array, { from, to }: Span, seed: number): number {
  let hash = BASIS ^ seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ units[at]!, PRIME);
  return mix(hash);
}

/** Calls `add` for each hash in the first `count` units. @param salt keeps places apart that mean different things */
export function addHashedWords(
  units: Uint16Array,
  count: number,
  {
    form,
    salt,
    add,
  }: { readonly form: HashForm; readonly salt: number; readonly add: (hash: number) => void },
): void {
  const base = salt * 101;
  const open: Pieces = { lengths: form.pieces, seed: base + 1, add };
  const stems: Pieces = { lengths: form.stems, seed: base + 4, add };
  let words = 0;
  for (let at = 0; at < count && words < form.wordsMost;) {
    const unit = units[at]!;
    if (isOpenUnit(unit)) {
      addPieces(units, { from: at, to: count }, open);
      at += 1;
      words += 0.5;
      continue;
    }
    if (!isWordUnit(unit)) {
      at += 1;
      continue;
    }
    const from = at;
    while (at < count && isWordUnit(units[at]!)) at += 1;
    add(hashWord(units, { from, to: at }, base + WORD_SEED));
    const bones = form.hasBones ? hashBones(units, { from, to: at }, base + 7) : 0;
    if (bones !== 0) add(bones);
    addPieces(units, { from, to: at - 1 }, stems);
    words += 1;
  }
}
