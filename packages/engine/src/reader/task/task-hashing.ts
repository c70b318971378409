// How hashed words become rows of the weights: which places are hashed, and which hashes were learned from. The others are skipped.
import type { Zone } from "../conversation/task-text.ts";
import { WORDS_MOST } from "../text/text-scan.ts";
import type { HashForm, TextScan } from "../text/text-scan.ts";

interface HashBlock {
  readonly zones: readonly Zone[];
  /** Folded units of each zone that are looked at. */
  readonly unitsMost: number;
  readonly form: HashForm;
  /**
   * Its slots are 2 to the power of it: several times as many as there are words to know, so that few of the others fall on one of
   * theirs and are read as it.
   */
  readonly bits: number;
}

/** Hashed words are many and each is rare: one counts less than a concept. @source as a prior variance of .1 */
export const HASH_VALUE = 0.316;

export interface TaskHashing {
  /**
   * By 32 slots: which of them something was learned of, a bit each, and how many rows those before them have. A table of rows
   * by slot would be sixteen times as large, and few of its look-ups would find their line in the cache.
   */
  readonly known: Int32Array;
  readonly rowCount: number;
  /** Rows from here on are of words that stand in what is carried along. */
  readonly matterAt: number;
}

const ASKED: HashForm = {
  wordsMost: 90,
  stems: 0x754,
  pieces: 0x321,
  hasBones: true,
  hasPairs: true,
};
const MATTER: HashForm = {
  wordsMost: WORDS_MOST,
  stems: 0x6,
  pieces: 0x2,
  hasBones: false,
  hasPairs: false,
};

/** Places that instruct, the head of the system prompt, and what is carried along: the same word tells something else in each. */
export const HASH_BLOCKS: readonly HashBlock[] = [
  { zones: ["opening", "closing", "middle"], unitsMost: 4_096, form: ASKED, bits: 21 },
  { zones: ["system"], unitsMost: 300, form: ASKED, bits: 18 },
  { zones: ["carried"], unitsMost: 900, form: MATTER, bits: 18 },
];

const MATTER_BLOCK = HASH_BLOCKS.findIndex(({ form }) => form === MATTER);

/** First slot of each block, and behind them the count of all. */
export const SLOTS_FROM: readonly number[] = Array.from({ length: HASH_BLOCKS.length + 1 }, (_, block) =>
  HASH_BLOCKS.slice(0, block).reduce((sum, { bits }) => sum + 2 ** bits, 0),
);

/** Slots of all blocks. */
export const HASH_SLOTS = SLOTS_FROM.at(-1)!;

/** Ones among the bits of a number. @source Warren, Hacker's Delight, 5-1 */
function countOnes(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** @param isKnown a bit a slot, as the artefact holds it. @shape HASH_SLOTS / 8 */
export function hashingOf(isKnown: Uint8Array): TaskHashing {
  const known = new Int32Array(HASH_SLOTS / 16);
  const matterFrom = SLOTS_FROM[MATTER_BLOCK]!;
  let rowCount = 0;
  let matterAt = 0;
  for (let slot = 0; slot < HASH_SLOTS; slot += 32) {
    const byte = slot >> 3;
    const [a, b, c, d] = [isKnown[byte]!, isKnown[byte + 1]!, isKnown[byte + 2]!, isKnown[byte + 3]!];
    const bits = a | (b << 8) | (c << 16) | (d << 24);
    known[slot >> 4] = bits;
    known[(slot >> 4) + 1] = rowCount;
    rowCount += countOnes(bits);
    if (slot < matterFrom) matterAt = rowCount;
  }
  return { known, rowCount, matterAt };
}

/** Entries that one segment can have, and places for them: open addressing. */
const [ROWS_MOST, SEEN_PLACES] = [2_048, 4_096];
/** @unit bytes */
export const BYTES_OF_HASHING = 4 * (HASH_SLOTS / 16 + SEEN_PLACES + 2 * ROWS_MOST) + 64;

/** Places the rows of a hashing in the memory of a scan. */
export function placeHashing({ memory }: TextScan, { known }: TaskHashing): void {
  const knownAt = memory.reserve(4 * known.length);
  memory.ints(knownAt, known.length).set(known);
  const [seen, rows] = [memory.reserve(4 * SEEN_PLACES), memory.reserve(8 * ROWS_MOST)];
  memory.kernels.setHashing(knownAt, seen, rows);
}

/** Sees the rows that the words of the first `count` folded units fall on in a block; `kernels.addSeen` takes each once. */
export function seeWords(scan: TextScan, count: number, block: number): void {
  const { unitsMost, form, bits } = HASH_BLOCKS[block]!;
  const hashes = scan.hash(Math.min(count, unitsMost), { form, salt: block });
  scan.memory.kernels.seeHashes(scan.hashesAt, hashes, SLOTS_FROM[block]!, (1 << bits) - 1);
}
