// The consonants of a word, which most slips of the fingers leave as they are.

/** @source Fowler, Noll, Vo: 32-bit FNV-1a */
export const PRIME = 0x01000193;
export const BASIS = 0x811c9dc5;

export const mix = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;

export interface Span {
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
export function hashBones(units: Uint16Array, { from, to }: Span, seed: number): number {
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
