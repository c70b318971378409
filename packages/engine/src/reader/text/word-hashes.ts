// Hashes of words and stems, and of characters in scripts without blanks. No word is kept.
import { BASIS, hashBones, mix, PRIME } from "./word-bones.ts";
import type { Span } from "./word-bones.ts";
import { OPEN, WORD, wordClassOf } from "./word-classes.ts";

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
  /** Whether each two words in a row also count together: "give me" and "give up" ask for different things. */
  readonly hasPairs: boolean;
}

function hashWord(units: Uint16Array, { from, to }: Span, seed: number): number {
  let hash = BASIS ^ seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ units[at]!, PRIME);
  return mix(hash);
}

/** Which words are hashed, and how. */
interface HashedWords {
  readonly form: HashForm;
  /** Keeps places apart that mean different things. */
  readonly salt: number;
}

/**
 * A word has its own hash, those with the word before it, of its bones and of its stems; a unit of an open script those of its
 * pieces.
 */
const HASHES_OF_WORD = 7;

/** Room for the hashes of a text. */
export const hashRoomOf = ({ wordsMost }: HashForm): number => (wordsMost + 1) * HASHES_OF_WORD;

/** FNV-1a over the first units of a stretch, once for each length. @source Fowler, Noll, Vo: 32-bit FNV-1a */
function addPieces(units: Uint16Array, { from, to }: Span, pieces: Pieces, out: Hashes): void {
  const { lengths, seed } = pieces;
  for (let index = 0; index < lengths.length; index += 1) {
    const end = from + lengths[index]!;
    if (end > to) return;
    let hash = BASIS ^ (seed + index);
    for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ units[at]!, PRIME);
    out.hashes[out.count] = mix(hash);
    out.count += 1;
  }
}

interface Pieces {
  readonly lengths: readonly number[];
  readonly seed: number;
}

/** Written from the front. */
export interface Hashes {
  /** @shape hashRoomOf(form) */
  readonly hashes: Int32Array;
  count: number;
}

/** Writes the hashes of the first `count` units into `out`, over what was there. */
export function hashWords(units: Uint16Array, count: number, { form, salt }: HashedWords, out: Hashes): void {
  const base = salt * 101;
  const open: Pieces = { lengths: form.pieces, seed: base + 1 };
  const stems: Pieces = { lengths: form.stems, seed: base + 4 };
  out.count = 0;
  let words = 0;
  let before = 0;
  for (let at = 0; at < count && words < form.wordsMost;) {
    const kind = wordClassOf(units[at]!);
    if (kind === OPEN) {
      addPieces(units, { from: at, to: count }, open, out);
      at += 1;
      words += 0.5;
      continue;
    }
    if (kind !== WORD) {
      at += 1;
      continue;
    }
    const from = at;
    while (at < count && wordClassOf(units[at]!) === WORD) at += 1;
    const own = hashWord(units, { from, to: at }, base + 3);
    out.hashes[out.count] = own;
    out.count += 1;
    if (form.hasPairs && before !== 0) out.hashes[out.count] = mix(Math.imul(before, PRIME) ^ own);
    if (form.hasPairs && before !== 0) out.count += 1;
    before = own;
    const bones = form.hasBones ? hashBones(units, { from, to: at }, base + 7) : 0;
    if (bones !== 0) out.hashes[out.count] = bones;
    if (bones !== 0) out.count += 1;
    addPieces(units, { from, to: at - 1 }, stems, out);
    words += 1;
  }
}
