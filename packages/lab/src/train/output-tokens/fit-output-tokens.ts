// Expected visible output tokens: log(1 + tokens) = w . features + offset of the model, by alternating ridge and means.
// Sources whose answers are cut to a letter tell nothing about how long an answer is, and are left out.
import { dot } from "@signalbox/engine/internals";
import { fitRidge } from "@signalbox/engine/numerics";
import type { EncodedRows } from "../heads/encode-rows.ts";
import { addAt, floatAt, wholeAt } from "../../arrays/value-at.ts";

/** Recorded answers: prompt row, model, tokens. */
export interface TokenRecords {
  readonly rows: Int32Array;
  readonly models: Int32Array;
  readonly tokens: Float32Array;
}

export interface OutputTokenFit {
  /** @shape featureCount + 1 */
  readonly head: Float32Array;
  /** Offset of each model; NaN when nothing was recorded of it. */
  readonly offsets: Float32Array;
  readonly residualSd: number;
}

const ROUNDS = 3;
const PENALTY = 30;
const INTERCEPT_PENALTY = 1e-6;
/** A model's offset is shrunk as if that many records had shown none. */
const OFFSET_PRIOR = 30;

/** Mean target per prompt once the models' offsets are taken off. */
function targetsByPrompt(
  records: TokenRecords,
  offsets: Float64Array,
): Map<number, { sum: number; count: number }> {
  const means = new Map<number, { sum: number; count: number }>();
  records.rows.forEach((row, index) => {
    const entry = means.get(row) ?? { sum: 0, count: 0 };
    entry.sum +=
      Math.log1p(floatAt(records.tokens, index)) - floatAt(offsets, wholeAt(records.models, index));
    entry.count += 1;
    means.set(row, entry);
  });
  return means;
}

function predict(encoded: EncodedRows, head: Float32Array, row: number): number {
  const { features, featureCount } = encoded;
  return dot(head, 0, features, row * featureCount, featureCount) + floatAt(head, featureCount);
}

function refreshOffsets(
  encoded: EncodedRows,
  records: TokenRecords,
  head: Float32Array,
  modelCount: number,
): { readonly offsets: Float64Array; readonly counts: Float64Array } {
  const sums = new Float64Array(modelCount);
  const counts = new Float64Array(modelCount);
  records.rows.forEach((row, index) => {
    const model = wholeAt(records.models, index);
    addAt(sums, model, Math.log1p(floatAt(records.tokens, index)) - predict(encoded, head, row));
    addAt(counts, model, 1);
  });
  return { offsets: sums.map((sum, model) => sum / (floatAt(counts, model) + OFFSET_PRIOR)), counts };
}

export function fitOutputTokens(
  encoded: EncodedRows,
  records: TokenRecords,
  modelCount: number,
): OutputTokenFit {
  const { features, featureCount } = encoded;
  let offsets: Float64Array = new Float64Array(modelCount);
  let counts: Float64Array = new Float64Array(modelCount);
  let head = new Float32Array(featureCount + 1);
  for (let round = 0; round < ROUNDS && records.rows.length > 0; round += 1) {
    const means = targetsByPrompt(records, offsets);
    const entries = [...means.values()];
    head = Float32Array.from(
      fitRidge({
        inputs: features,
        stride: featureCount,
        width: featureCount,
        rows: [...means.keys()],
        targets: entries.map((entry) => entry.sum / entry.count),
        weights: entries.map((entry) => Math.min(4, entry.count)),
        penalty: PENALTY,
        interceptPenalty: INTERCEPT_PENALTY,
      }),
    );
    ({ offsets, counts } = refreshOffsets(encoded, records, head, modelCount));
  }
  let squares = 0;
  records.rows.forEach((row, index) => {
    const expected = predict(encoded, head, row) + floatAt(offsets, wholeAt(records.models, index));
    squares += (Math.log1p(floatAt(records.tokens, index)) - expected) ** 2;
  });
  return {
    head,
    offsets: Float32Array.from(offsets, (offset, model) =>
      floatAt(counts, model) > 0 ? offset : Number.NaN,
    ),
    residualSd: Math.sqrt(squares / Math.max(1, records.rows.length)),
  };
}
