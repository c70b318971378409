// Leaves out the rows of hashed words that move next to nothing: a smaller table is read faster, since more of it stays in the cache.
import { COLUMNS, HASH_SLOTS } from "@signalbox/engine/internals";

/** Of hashed words, so many rows are kept: those with the largest weights. */
const ROWS_MOST = 140_000;

export interface PrunedRows {
  /** Rows before `hashAt`, then those that were kept. @shape rows x COLUMNS */
  readonly weights: Float32Array;
  /** A bit a slot. @shape HASH_SLOTS / 8 */
  readonly isKnown: Uint8Array;
}

/** Rows of hashed words lie in the order of their slots. */
export function pruneRows(
  { weights, isKnown }: PrunedRows,
  hashAt: number,
  rowsMost: number = ROWS_MOST,
): PrunedRows {
  const rowCount = weights.length / COLUMNS - hashAt;
  if (rowCount <= rowsMost) return { weights, isKnown };
  const sizes = Float32Array.from({ length: rowCount }, (_, row) => {
    const from = (hashAt + row) * COLUMNS;
    let sum = 0;
    for (let at = from; at < from + COLUMNS; at += 1) sum += weights[at]! ** 2;
    return sum;
  });
  const least = sizes.toSorted()[rowCount - rowsMost]!;
  const kept = new Float32Array((hashAt + rowsMost) * COLUMNS);
  kept.set(weights.subarray(0, hashAt * COLUMNS));
  const known = new Uint8Array(isKnown.length);
  let [row, count] = [0, 0];
  for (let slot = 0; slot < HASH_SLOTS; slot += 1) {
    const bit = 1 << (slot & 7);
    if ((isKnown[slot >> 3]! & bit) === 0) continue;
    if (sizes[row]! >= least && count < rowsMost) {
      const from = (hashAt + row) * COLUMNS;
      kept.set(weights.subarray(from, from + COLUMNS), (hashAt + count) * COLUMNS);
      known[slot >> 3]! |= bit;
      count += 1;
    }
    row += 1;
  }
  return { weights: kept, isKnown: known };
}
