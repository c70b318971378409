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

/** The first letter of a word and the consonants after it, doubled ones once, unit by unit. */
export interface Bones {
  state: number;
  count: number;
  before: number;
}

export function startBones(bones: Bones, seed: number): void {
  bones.state = BASIS ^ seed;
  bones.count = 0;
  bones.before = 0;
}

export function addUnit(bones: Bones, unit: number): void {
  const bone = bonesOf[unit]!;
  if (bone === bones.before || (bones.before !== 0 && bone === SOFT)) return;
  const read = bone === SOFT ? unit : bone;
  bones.state = Math.imul(bones.state ^ read, PRIME);
  bones.before = read;
  bones.count += 1;
}

/** 0 where too few are left to tell a word by. */
export const hashOf = ({ state, count }: Bones): number => (count < BONES_LEAST ? 0 : mix(state));

const whole: Bones = { state: 0, count: 0, before: 0 };

export function hashBones(units: Uint16Array, { from, to }: Span, seed: number): number {
  startBones(whole, seed);
  for (let at = from; at < to; at += 1) addUnit(whole, units[at]!);
  return hashOf(whole);
}
