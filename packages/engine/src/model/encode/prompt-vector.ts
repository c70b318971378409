// How the vector of a sentence encoder enters the features of a prompt: standardised by the training prompts, in front of
// the dense features, so that all members of the ensemble read it.
import type { ArtefactManifest } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";

import type { TensorStore } from "../artefact/tensor-store.ts";

/** Mean and deviation of each column over the training prompts. */
export interface VectorStandard {
  /** @shape width */
  readonly mean: Float32Array;
  /** @shape width */
  readonly deviation: Float32Array;
}

/** Writes the standardised vector to the front of `out`. */
export function writeStandardised(
  { mean, deviation }: VectorStandard,
  vector: Float32Array,
  out: Float32Array,
): void {
  for (let column = 0; column < mean.length; column += 1)
    out[column] = (vector[column]! - mean[column]!) / deviation[column]!;
}

/** Columns of the features that tell what a prompt is about: token blocks, then the vector. The rest is its outer form. */
export const semanticWidthOf = ({ shape, encoder }: Pick<ArtefactManifest, "shape" | "encoder">): number =>
  shape.memberCount * shape.tokenSize + (encoder?.width ?? 0);

/** Joins the dense features of a prompt with its vector; the result is reused by the next call. */
export type DenseJoiner = (dense: Float32Array, vector: Float32Array | undefined) => Float32Array;

export function loadDenseJoiner(store: TensorStore, manifest: ArtefactManifest): DenseJoiner {
  const { encoder, shape } = manifest;
  if (encoder === undefined) return (dense) => dense;
  const { width } = encoder;
  const standard = {
    mean: store.float32("vectorMean", width),
    deviation: store.float32("vectorDeviation", width),
  };
  const joined = new Float32Array(shape.denseSize);
  return (dense, vector) => {
    if (vector?.length !== width)
      throw new SignalboxError(
        "internal",
        "The artefact reads vectors of a sentence encoder; none was given.",
        {
          context: { wanted: width, given: vector?.length ?? 0 },
        },
      );
    writeStandardised(standard, vector, joined);
    joined.set(dense, width);
    return joined;
  };
}
