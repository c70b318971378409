// Puts the sentence encoder's vectors in front of the dense features of a training run, standardised by its training rows.
import { encoderIdsOf, writeStandardised } from "@signalbox/engine/internals";
import type { VectorStandard } from "@signalbox/engine/internals";
import { sharedFloat32 } from "./training-set.ts";
import type { PromptFeatures } from "./training-set.ts";
import type { PromptEmbedder } from "../../features/prompt-embedder.ts";
import { addAt, floatAt } from "../../arrays/value-at.ts";

export interface VectorRows {
  readonly train: Int32Array;
  /** Further rows that need vectors; all others get zeros and must not be looked at. */
  readonly others: Int32Array;
}

export interface JoinedVectors {
  readonly features: PromptFeatures;
  readonly standard: VectorStandard;
}

function idsOfRow({ ids, offsets }: PromptFeatures, row: number): Int32Array {
  const own = Int32Array.from(ids.subarray(offsets[row], offsets[row + 1]));
  return encoderIdsOf({ ids: own, idCount: own.length });
}

/** Mean of each column, and one deviation for all: the encoder's own proportions between columns are kept. */
function standardOf(vectors: readonly Float32Array[], width: number): VectorStandard {
  const mean = new Float64Array(width);
  for (const vector of vectors)
    for (let column = 0; column < width; column += 1)
      addAt(mean, column, floatAt(vector, column) / vectors.length);
  let squares = 0;
  for (const vector of vectors)
    for (let column = 0; column < width; column += 1)
      squares += (floatAt(vector, column) - floatAt(mean, column)) ** 2;
  const deviation = Math.sqrt(squares / Math.max(1, vectors.length * width)) + 1e-6;
  return { mean: Float32Array.from(mean), deviation: new Float32Array(width).fill(deviation) };
}

/** Embeds what is not on disk yet, then joins. @shape features.dense count x (width + denseSize) */
export async function joinVectors(
  features: PromptFeatures,
  rows: VectorRows,
  embedder: PromptEmbedder,
  onProgress: (done: number) => void,
): Promise<JoinedVectors> {
  const wanted = [...rows.train, ...rows.others];
  await embedder.embedAhead(
    wanted.map((row) => idsOfRow(features, row)),
    onProgress,
  );
  const { width } = embedder;
  const standard = standardOf(
    Array.from(rows.train, (row) => embedder.embed(idsOfRow(features, row))),
    width,
  );
  const denseSize = width + features.denseSize;
  const dense = sharedFloat32(features.count * denseSize);
  for (const row of wanted) {
    const at = row * denseSize;
    writeStandardised(standard, embedder.embed(idsOfRow(features, row)), dense.subarray(at, at + width));
    const own = features.dense.subarray(row * features.denseSize, (row + 1) * features.denseSize);
    dense.set(own, at + width);
  }
  return { features: { ...features, dense, denseSize }, standard };
}
