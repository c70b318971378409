// Leaves out the hashed words that move a reading least, so that the table keeps its size however many requests are learned from.
import { COLUMNS } from "@signalbox/engine/internals";

/** Rows of hashed words that an artefact holds. */
const HASHED_ROWS_MOST = 220_000;

interface Pruned {
  /** @shape rows that stay x COLUMNS */
  readonly weights: Float32Array;
  /** A bit a slot, as `hashingOf` takes it. */
  readonly isKnown: Uint8Array;
}

/** Sums the squared weights of each row, each beside the mean square of its column. */
function movesOf(weights: Float32Array): Float64Array {
  const squares = new Float64Array(COLUMNS);
  weights.forEach((weight, at) => (squares[at % COLUMNS]! += weight * weight));
  const moves = new Float64Array(weights.length / COLUMNS);
  weights.forEach((weight, at) => {
    moves[Math.floor(at / COLUMNS)]! += (weight * weight) / (squares[at % COLUMNS]! || 1);
  });
  return moves;
}

/** @param weights of concepts before `hashAt`, then of hashed words in the order of their slots */
export function pruneRows(
  { weights, isKnown }: Pruned,
  hashAt: number,
  rowsMost: number = HASHED_ROWS_MOST,
): Pruned {
  const moves = movesOf(weights.subarray(hashAt * COLUMNS));
  if (moves.length <= rowsMost) return { weights, isKnown };
  const least = moves.toSorted()[moves.length - rowsMost]!;
  const kept = isKnown.slice();
  const rows: number[] = [];
  let row = 0;
  for (let slot = 0; slot < 8 * isKnown.length; slot += 1) {
    const bit = 1 << (slot & 7);
    if ((isKnown[slot >> 3]! & bit) === 0) continue;
    if (moves[row]! >= least) rows.push(row);
    else kept[slot >> 3]! &= ~bit;
    row += 1;
  }
  const own = new Float32Array((hashAt + rows.length) * COLUMNS);
  own.set(weights.subarray(0, hashAt * COLUMNS));
  rows.forEach((from, to) => {
    own.set(
      weights.subarray((hashAt + from) * COLUMNS, (hashAt + from + 1) * COLUMNS),
      (hashAt + to) * COLUMNS,
    );
  });
  return { weights: own, isKnown: kept };
}
