// Words found by a rolling hash: open addressing, a power of two far above the number of words, so that nearly every look ends at
// its first slot.

export const SLOTS = 4096;

export const step = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) | 0;

export function hashOf(word: string): number {
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) hash = step(hash, word.charCodeAt(index));
  return hash;
}

/** The hash's slot, or the free one where it would stand. The empty word's hash, 0, marks a free slot. @shape hashes SLOTS */
export function slotOf(hashes: Int32Array, hash: number): number {
  let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

/**
 * Table that settles most words before anything is hashed: the lengths of the words looked for, by their first and last unit. Words
 * of ASCII are apart from all others.
 * @shape 2048 bits of lengths
 */
type WordGate = Int32Array;

export const closedGate = (): WordGate => new Int32Array(2048);

const pairOf = (first: number, last: number): number =>
  (first < 128 ? 0 : 1024) | ((first & 31) << 5) | (last & 31);

export function openGate(gate: WordGate, word: string): void {
  gate[pairOf(word.charCodeAt(0), word.charCodeAt(word.length - 1))]! |= 1 << (word.length & 31);
}

/** The lengths of the words looked for that begin and end so, as bits. */
export const lengthsAt = (gate: WordGate, first: number, last: number): number => gate[pairOf(first, last)]!;
