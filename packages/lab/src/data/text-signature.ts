// Near-duplicate detection on text: a normalisation key for equality and a one-permutation MinHash for nearness.
// Shingles that many prompts share (instructions, few-shot examples) say nothing about sameness and are left out.

const SHINGLE_WORDS = 4;
export const SIGNATURE_BINS = 32;
const EMPTY = 0xffffffff;
const DF_SLOTS = 1 << 22;

/** Case, punctuation and spacing do not make another prompt. Letters and digits of every script are kept. */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hashWord(word: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193);
  return h | 0;
}

/** Hashes of all word 4-grams of a normalised text; one hash of the whole when it is shorter. @shape shingles */
export function shingleHashes(normalised: string): Uint32Array {
  const words = normalised.split(" ").map(hashWord);
  const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
  const hashes = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    let h = 17;
    for (let k = i; k < Math.min(words.length, i + SHINGLE_WORDS); k += 1)
      h = (Math.imul(h, 0x9e3779b1) + (words[k] ?? 0)) | 0;
    hashes[i] = mix(h);
  }
  return hashes;
}

/** How many prompts hold a shingle, counted in a hashed table (collisions only make a shingle look more common). */
export class ShingleFrequency {
  readonly #count = new Uint32Array(DF_SLOTS);
  readonly #last = new Int32Array(DF_SLOTS).fill(-1);
  #prompts = 0;

  add(hashes: Uint32Array): void {
    for (const hash of hashes) {
      const slot = hash & (DF_SLOTS - 1);
      if (this.#last[slot] === this.#prompts) continue;
      this.#last[slot] = this.#prompts;
      this.#count[slot] = (this.#count[slot] ?? 0) + 1;
    }
    this.#prompts += 1;
  }

  /** Rare enough to identify a prompt: held by at most 12 prompts or 0.05 % of them. */
  isTelling(hash: number): boolean {
    return (this.#count[hash & (DF_SLOTS - 1)] ?? 0) <= Math.max(12, this.#prompts * 0.0005);
  }
}

/**
 * One-permutation MinHash of the telling shingles. @shape SIGNATURE_BINS
 * Undefined when fewer than three shingles tell: then only equality of the normalised text counts.
 * @source Li, Owen, Zhang: One Permutation Hashing (2012)
 */
export function minHash(hashes: Uint32Array, frequency: ShingleFrequency): Uint32Array | undefined {
  const bins = new Uint32Array(SIGNATURE_BINS).fill(EMPTY);
  let telling = 0;
  for (const hash of hashes) {
    if (!frequency.isTelling(hash)) continue;
    telling += 1;
    const bin = hash % SIGNATURE_BINS;
    if (hash < (bins[bin] ?? EMPTY)) bins[bin] = hash;
  }
  return telling < 3 ? undefined : bins;
}

/** Estimated Jaccard similarity of two signatures; bins empty in both are not counted. @range 0..1 */
export function similarity(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  let used = 0;
  for (let i = 0; i < SIGNATURE_BINS; i += 1) {
    if (a[i] === EMPTY && b[i] === EMPTY) continue;
    used += 1;
    if (a[i] === b[i]) equal += 1;
  }
  return used === 0 ? 0 : equal / used;
}

/** Keys under which near texts meet: any shared non-empty pair of neighbouring bins. */
export function bandKeys(signature: Uint32Array): readonly number[] {
  const keys: number[] = [];
  for (let i = 0; i + 1 < SIGNATURE_BINS; i += 2) {
    const a = signature[i] ?? EMPTY;
    const b = signature[i + 1] ?? EMPTY;
    if (a !== EMPTY || b !== EMPTY) keys.push(mix(Math.imul(a, 31) ^ mix(b + i)) * SIGNATURE_BINS + i);
  }
  return keys;
}
