// Weights in one byte each, with a scale for each column. Rows of concepts and layout have a scale of their own beside it; hashed words,
// which are many, have that of their kind.
import { COLUMNS } from "@signalbox/engine/internals";

const LARGEST = 127;

interface PackedWeights {
  /** A weight is its byte times the scales of its row and its column. @shape rows x COLUMNS */
  readonly packed: Int8Array;
  /** @shape COLUMNS */
  readonly scale: Float32Array;
  /** Scale of each row before `hashAt`; those from there on have 1. @shape hashAt */
  readonly rowScale: Float32Array;
}

/** @param weights @shape rows x COLUMNS */
export function packWeights(weights: Float32Array, hashAt: number): PackedWeights {
  const largest = new Float32Array(COLUMNS);
  weights.subarray(hashAt * COLUMNS).forEach((weight, at) => {
    largest[at % COLUMNS] = Math.max(largest[at % COLUMNS]!, Math.abs(weight));
  });
  const scale = largest.map((most) => (most || 1) / LARGEST);
  const stepOf = (at: number): number => scale[at % COLUMNS]!;
  const rowScale = Float32Array.from({ length: hashAt }, (_, row) => {
    let most = 0;
    for (let at = row * COLUMNS; at < (row + 1) * COLUMNS; at += 1)
      most = Math.max(most, Math.abs(weights[at]!) / stepOf(at));
    return (most || 1) / LARGEST;
  });
  const packed = Int8Array.from(weights, (weight, at) =>
    Math.round(weight / stepOf(at) / (rowScale[Math.floor(at / COLUMNS)] ?? 1)),
  );
  return { packed, scale, rowScale };
}
