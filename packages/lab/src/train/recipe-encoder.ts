// The transformer tier's part of the recipe: vectors of a sentence encoder beside the dense features, in place of token vectors.
import { ENCODER_SHA256 } from "@signalbox/encoder";
import type { ArtefactManifest } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import type { VectorStandard } from "@signalbox/engine/internals";
import { withVectors } from "@signalbox/engine/internals";
import { listPromptRows, SPLIT } from "../data/index.ts";
import { joinVectors } from "./members/join-vectors.ts";
import { openPromptEmbedder, VECTORS_DIR } from "../features/prompt-embedder.ts";
import type { PromptEmbedder } from "../features/prompt-embedder.ts";
import { sharedInt32, sharedUint16 } from "./members/training-set.ts";
import type { PromptFeatures } from "./members/training-set.ts";
import type { TensorBag } from "./artefact/tensor-bag.ts";
import type { RecipeRun } from "./prepare-run.ts";

export interface EncoderRequest {
  /** Weights; the installed ones when left out. */
  readonly file?: string | undefined;
  /** Folder that keeps vectors. @default ".cache/embeddings" */
  readonly vectorsDir?: string | undefined;
}

export interface RecipeEncoder {
  readonly sha256: string;
  readonly width: number;
  readonly standard: VectorStandard;
  readonly embedder: PromptEmbedder;
}

/** No tokens: where a vector takes their place, nothing is pooled. */
function withoutTokens(features: PromptFeatures): PromptFeatures {
  return { ...features, offsets: sharedInt32(features.count + 1), ids: sharedUint16(0) };
}

/**
 * The run with a vector in front of the dense features of every prompt that it looks at. The caller closes the embedder.
 * @throws SignalboxError invalid_configuration when weights or runtime are missing or are not the ones named
 */
export async function addEncoder(
  run: RecipeRun,
  request: EncoderRequest,
  onProgress: (done: number) => void,
): Promise<RecipeRun & { readonly encoder: RecipeEncoder }> {
  const weights = { path: request.file ?? "", sha256: ENCODER_SHA256 };
  const embedder = await openPromptEmbedder({ weights, dir: request.vectorsDir ?? VECTORS_DIR });
  const rows = { train: run.set.trainRows, others: listPromptRows(run.split, [SPLIT.dev, SPLIT.test]) };
  const { features, standard } = await joinVectors(run.set.features, rows, embedder, onProgress);
  const { sha256, width } = embedder;
  return {
    ...run,
    set: { ...run.set, features: run.shape.tokenSize === 0 ? withoutTokens(features) : features },
    shape: { ...run.shape, denseSize: features.denseSize },
    encoder: { sha256, width, standard, embedder },
  };
}

export function bagEncoder({ standard, width }: RecipeEncoder, bag: TensorBag): void {
  bag.set("vectorMean", standard.mean, width);
  bag.set("vectorDeviation", standard.deviation, width);
}

/** The model with vectors of its own where the recipe has an encoder. */
export const openWithEncoder =
  (encoder: RecipeEncoder | undefined) =>
  (model: RoutingModel): RoutingModel =>
    encoder === undefined ? model : withVectors(model, (ids) => encoder.embedder.embed(ids));

/** What a finished artefact needs to encode prompts. The caller closes it. */
export async function openForArtefact(
  { encoder }: Pick<ArtefactManifest, "encoder">,
  request: EncoderRequest,
): Promise<{
  readonly complete: (model: RoutingModel) => RoutingModel;
  readonly close: () => Promise<void>;
}> {
  if (encoder === undefined) return { complete: (model) => model, close: async () => undefined };
  const weights = { path: request.file ?? "", sha256: encoder.sha256 };
  const embedder = await openPromptEmbedder({ weights, dir: request.vectorsDir ?? VECTORS_DIR });
  return {
    complete: (model) => withVectors(model, (ids) => embedder.embed(ids)),
    close: () => embedder.close(),
  };
}
