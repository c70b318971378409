// How hashed words become rows of the weights: which places are hashed, and which hashes were learned from. The others are skipped.
import type { Zone } from "../conversation/task-text.ts";
import { hashRoomOf } from "../text/word-hashes.ts";
import type { HashForm } from "../text/word-hashes.ts";

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
  stems: [4, 5, 7],
  pieces: [1, 2, 3],
  hasBones: true,
  hasPairs: true,
};
const MATTER: HashForm = { wordsMost: 110, stems: [6], pieces: [2], hasBones: false, hasPairs: false };

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

const maskOf = (block: number): number => (1 << HASH_BLOCKS[block]!.bits) - 1;

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

/** Row of a slot, or -1 where nothing was learned of it. */
export function rowOfSlot({ known }: TaskHashing, slot: number): number {
  const at = (slot >> 5) << 1;
  const bits = known[at]!;
  const bit = 1 << (slot & 31);
  return (bits & bit) === 0 ? -1 : known[at + 1]! + countOnes(bits & (bit - 1));
}

/** Entries of a block that one segment can have. */
const FOUND_MAX = 2_048;
/** Open addressing over the rows of a segment: they are few, so it stays in the nearest cache, where a byte for every row would not. */
const SEEN_PLACES = 2 * FOUND_MAX;

/** Collects the rows that a block of one text falls on, each once. */
export interface Found {
  /** @param hashes of words of this block, at most as many as its form has room for */
  readonly seeAll: (hashes: Int32Array, count: number) => void;
  /** The rows that were seen since the last call; reused by the next one. */
  readonly take: () => { readonly rows: Int32Array; readonly count: number };
}

export function createFound(hashing: TaskHashing, block: number): Found {
  const { known } = hashing;
  const [mask, from] = [maskOf(block), SLOTS_FROM[block]!];
  const slots = new Int32Array(hashRoomOf(HASH_BLOCKS[block]!.form) + 1);
  const [rows, places] = [new Int32Array(FOUND_MAX), new Int32Array(FOUND_MAX)];
  const seen = new Int32Array(SEEN_PLACES).fill(-1);
  let count = 0;
  const see = (row: number): void => {
    if (count === FOUND_MAX) return;
    let place = row % SEEN_PLACES;
    for (; seen[place] !== -1; place = (place + 1) % SEEN_PLACES) if (seen[place] === row) return;
    seen[place] = row;
    places[count] = place;
    rows[count] = row;
    count += 1;
  };
  return {
    seeAll: (hashes, hashCount) => {
      // Nobody can foresee whether a slot is known: without a branch on it several are looked up at a time.
      let knownCount = 0;
      for (let at = 0; at < hashCount; at += 1) {
        const slot = from + (hashes[at]! & mask);
        slots[knownCount] = slot;
        knownCount += (known[(slot >> 5) << 1]! >>> (slot & 31)) & 1;
      }
      for (let at = 0; at < knownCount; at += 1) see(rowOfSlot(hashing, slots[at]!));
    },
    take: () => {
      const taken = { rows, count };
      for (let at = 0; at < count; at += 1) seen[places[at]!] = -1;
      count = 0;
      return taken;
    },
  };
}
