// Vectors of a published sentence encoder beside those of the folder's own words, so that every baseline gets the best at hand.
import { createPromptReader, encoderIdsOf, readText } from "@signalbox/engine/internals";
import { findPrincipalAxes, projectRows } from "@signalbox/engine/numerics";

import type { PromptEmbedder } from "./prompt-embedder.ts";
import { centreRows, joinColumns, meanRow, normaliseRows } from "./vector.ts";
import { LATENT_SEMANTIC_FEATURES } from "./latent-semantic.ts";
import type { FeatureSource, TextFeatures } from "./text-features.ts";

const DIM = 128;
/** More rows than this do not move the axes. */
const AXES_ROWS_MAX = 4_000;

export interface EncoderFeatures extends FeatureSource {
  /** Embeds many texts ahead, in threads. @param onProgress share done, 0..1 */
  prepare(texts: readonly string[], onProgress?: (done: number) => void): Promise<void>;
}

/** @param vocabulary the uncased WordPiece vocabulary in id order */
export function createEncoderFeatures(
  embedder: PromptEmbedder,
  vocabulary: readonly string[],
): EncoderFeatures {
  const reader = createPromptReader(vocabulary);
  const idsOf = (text: string): Int32Array => encoderIdsOf(reader.read(readText(text).prompt));
  /** @shape texts.length x embedder.width */
  const vectorsOf = (texts: readonly string[]): Float32Array => {
    const out = new Float32Array(texts.length * embedder.width);
    for (const [row, text] of texts.entries()) out.set(embedder.embed(idsOf(text)), row * embedder.width);
    return out;
  };
  const fit = (trainingTexts: readonly string[], seed: number): TextFeatures => {
    const words = LATENT_SEMANTIC_FEATURES.fit(trainingTexts, seed);
    const mean = meanRow(vectorsOf(trainingTexts), embedder.width);
    const size = words.dim + embedder.width;
    const joined = (texts: readonly string[]): Float32Array =>
      normaliseRows(
        joinColumns(
          { features: words.encode(texts), dim: words.dim },
          { features: centreRows(vectorsOf(texts), mean), dim: embedder.width },
        ).features,
        size,
      );
    const step = Math.max(1, Math.ceil(trainingTexts.length / AXES_ROWS_MAX));
    const axes = findPrincipalAxes(joined(trainingTexts.filter((_, i) => i % step === 0)), size, DIM);
    return { dim: DIM, encode: (texts) => normaliseRows(projectRows(joined(texts), size, axes), DIM) };
  };
  return {
    title: `latent semantic analysis joined with bge-small-en-v1.5, ${DIM} principal axes`,
    fit,
    prepare: (texts, onProgress) => embedder.embedAhead(texts.map(idsOf), onProgress),
  };
}
