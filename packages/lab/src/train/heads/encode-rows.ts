// Features and loadings of many prompts, through the very loaders that serve.
import { loadNetwork, loadStaticEncoder } from "@signalbox/engine/internals";
import type { EncoderShape, NetworkShape } from "@signalbox/engine/internals";
import type { PromptFeatures } from "../members/training-set.ts";
import type { TensorBag } from "../artefact/tensor-bag.ts";
import { wholeAt } from "../../arrays/value-at.ts";

export type EnsembleShape = EncoderShape & NetworkShape;

/** Matrices by prompt row of the training set. */
export interface EncodedRows {
  readonly featureCount: number;
  /** @shape prompts x featureCount */
  readonly features: Float32Array;
  readonly loadingCount: number;
  /** @shape prompts x loadingCount */
  readonly loadings: Float32Array;
}

export function encodeRows(bag: TensorBag, shape: EnsembleShape, prompts: PromptFeatures): EncodedRows {
  const encoder = loadStaticEncoder(bag, shape);
  const network = loadNetwork(bag, shape);
  const { featureCount } = encoder;
  const { loadingCount } = network;
  const features = new Float32Array(prompts.count * featureCount);
  const loadings = new Float32Array(prompts.count * loadingCount);
  const units = new Float32Array(network.unitCount);
  const ids = new Int32Array(1024);
  for (let row = 0; row < prompts.count; row += 1) {
    const from = wholeAt(prompts.offsets, row);
    const count = wholeAt(prompts.offsets, row + 1) - from;
    ids.set(prompts.ids.subarray(from, from + count));
    const dense = prompts.dense.subarray(row * prompts.denseSize, (row + 1) * prompts.denseSize);
    const at = features.subarray(row * featureCount, (row + 1) * featureCount);
    encoder.write(ids, count, dense, at);
    network.run(at, units, loadings.subarray(row * loadingCount, (row + 1) * loadingCount));
  }
  return { featureCount, features, loadingCount, loadings };
}
