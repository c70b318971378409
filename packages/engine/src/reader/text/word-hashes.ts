// Hashes of words and stems, and of characters in scripts without blanks. No word is kept.
import { OPEN, WORD, wordClassOf } from "./word-classes.ts";

/** @source Fowler, Noll, Vo: 32-bit FNV-1a */
const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

const mix = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;

interface Span {
  readonly from: number;
  readonly to: number;
}

const SOFT = 1;
/**
 * The bone of each unit: letters that a slip most often adds, drops or swaps are soft, and some consonants are written for
 * others.
 */
const bonesOf = Uint16Array.from({ length: 65_536 }, (_, unit) => unit);
for (const vowel of "aeiouyаеиоуыэюяйёєіїьъαεηιουω'") bonesOf[vowel.charCodeAt(0)] = SOFT;
for (const [written = "", meant = ""] of ["ck", "qk", "zs", "vb"])
  bonesOf[written.charCodeAt(0)] = meant.charCodeAt(0);
const BONES_LEAST = 3;

/** Hash of the first letter of a word and the consonants after it, doubled ones once; 0 where too few are left to tell a word by. */
function hashBones(units: Uint16Array, { from, to }: Span, seed: number): number {
  let [state, count, before] = [BASIS ^ seed, 0, 0];
  for (let at = from; at < to; at += 1) {
    const bone = bonesOf[units[at]!]!;
    if (bone === before || (before !== 0 && bone === SOFT)) continue;
    before = bone === SOFT ? units[at]! : bone;
    state = Math.imul(state ^ before, PRIME);
    count += 1;
  }
  return count < BONES_LEAST ? 0 : mix(state);
}

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
