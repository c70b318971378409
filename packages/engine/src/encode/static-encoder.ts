// The static encoder: the mean of quantised token vectors, one block of columns a member, then the dense features.
import type { TensorStore } from "../artefact/tensor-store.ts";

export interface StaticEncoder {
  /** Width of the joined features: all blocks, then the dense features. */
  readonly featureCount: number;
  /** Writes the features of a prompt. @shape out featureCount */
  write(ids: Int32Array, idCount: number, dense: Float32Array, out: Float32Array): void;
}

export interface EncoderShape {
  readonly vocabularySize: number;
  readonly memberCount: number;
  readonly tokenSize: number;
  readonly denseSize: number;
}

export function loadStaticEncoder(store: TensorStore, shape: EncoderShape): StaticEncoder {
  const width = shape.memberCount * shape.tokenSize;
  const table = store.int8("tokens", shape.vocabularySize, width);
  const scale = store.float32("tokenScale", shape.vocabularySize);
  return {
    featureCount: width + shape.denseSize,
    write(ids, idCount, dense, out) {
      out.fill(0, 0, width);
      const share = 1 / Math.max(1, idCount);
      for (let index = 0; index < idCount; index += 1) {
        const id = ids[index]!;
        const factor = scale[id]! * share;
        const row = id * width;
        for (let column = 0; column < width; column += 1)
          out[column] = out[column]! + factor * table[row + column]!;
      }
      out.set(dense, width);
    },
  };
}
