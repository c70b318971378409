// The vectors that every learned method of a run gets, and what must happen before and after they are used.
import { SignalboxError } from "@signalbox/contracts";
import { ENCODER_SHA256 } from "@signalbox/encoder";

import { createEncoderFeatures } from "../features/encoder-features.ts";
import { LATENT_SEMANTIC_FEATURES } from "../features/latent-semantic.ts";
import type { FeatureSource } from "../features/text-features.ts";
import { openPromptEmbedder, VECTORS_DIR } from "../features/prompt-embedder.ts";
import { readStart, startDirOf } from "../train/start/read-start.ts";
import type { ArtefactView, VectorOptions } from "../estimators/stack/artefact-view.ts";

/** `text`: the folder's own words; `encoder`: with a sentence encoder beside them; `artefact`: the artefact's encoder. */
export type FeatureName = "text" | "encoder" | "artefact";

export interface OpenFeatures {
  readonly source: FeatureSource;
  /** Embeds ahead what the run will read. @param onProgress share done, 0..1 */
  prepare(texts: readonly string[], onProgress: (done: number) => void): Promise<void>;
  close(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

async function openEncoder(options: VectorOptions): Promise<OpenFeatures> {
  const weights = { path: options.encoderFile ?? "", sha256: ENCODER_SHA256 };
  const embedder = await openPromptEmbedder({ weights, dir: options.vectorsDir ?? VECTORS_DIR });
  // The vocabulary alone is taken from there; it is the encoder's own and the same for both splits.
  const { vocabulary } = readStart(startDirOf("benchmark"));
  const source = createEncoderFeatures(embedder, vocabulary);
  return {
    source,
    prepare: (texts, onProgress) => source.prepare(texts, onProgress),
    close: () => embedder.close(),
  };
}

function artefactFeatures(view: ArtefactView | undefined): FeatureSource {
  if (view === undefined)
    throw new SignalboxError("bad_request", "Features of the artefact need an artefact folder.");
  return {
    title: `encoder of the artefact ${view.manifest.version}, ${view.featureCount} wide`,
    fit: () => ({ dim: view.featureCount, encode: (texts) => view.featuresOf(texts) }),
  };
}

/** @throws SignalboxError bad_request without the artefact they rest on, invalid_configuration without the weights */
export async function openFeatures(
  wanted: FeatureName | undefined,
  views: readonly ArtefactView[],
  options: VectorOptions,
): Promise<OpenFeatures> {
  if (wanted === "encoder") return openEncoder(options);
  const source = wanted === "artefact" ? artefactFeatures(views[0]) : LATENT_SEMANTIC_FEATURES;
  return { source, prepare: nothing, close: nothing };
}
