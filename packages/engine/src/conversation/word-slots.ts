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
