// The static encoder: the mean of quantised token vectors, one block of columns a member, then the dense features.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { poolShare } from "./pool-share.ts";
import { createSimdMemory, POOLED_COLUMNS } from "../../kernels/simd-memory.ts";

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

/** Tokens that are pooled together; longer prompts are pooled in pieces. */
const TOKENS_MAX = 1024;

/** Rows widened to as many columns as the kernel wants. */
function placeTable(table: Int8Array, into: Int8Array, width: number, columns: number): void {
  if (width === columns) into.set(table);
  else
    for (let row = 0; row * width < table.length; row += 1)
      into.set(table.subarray(row * width, (row + 1) * width), row * columns);
}

export function loadStaticEncoder(store: TensorStore, shape: EncoderShape): StaticEncoder {
  const width = shape.memberCount * shape.tokenSize;
  if (width === 0)
    return {
      featureCount: shape.denseSize,
      write: (_tokens, _count, dense, out) => {
        out.set(dense);
      },
    };
  const columns = Math.ceil(width / POOLED_COLUMNS) * POOLED_COLUMNS;
  const tableBytes = shape.vocabularySize * columns;
  const memory = createSimdMemory(tableBytes + 4 * (2 * TOKENS_MAX + columns) + 64);
  const table = memory.reserve(tableBytes);
  placeTable(
    store.int8("tokens", shape.vocabularySize, width),
    memory.bytes(table, tableBytes),
    width,
    columns,
  );
  const scale = store.float32("tokenScale", shape.vocabularySize);
  const [ids, factors] = [memory.reserve(TOKENS_MAX * 4), memory.reserve(TOKENS_MAX * 4)];
  const pooled = memory.reserve(columns * 4);
  const views = {
    ids: memory.ints(ids, TOKENS_MAX),
    factors: memory.floats(factors, TOKENS_MAX),
    pooled: memory.floats(pooled, columns),
  };
  const addPiece = (
    tokens: Int32Array,
    range: { from: number; to: number; share: number },
    out: Float32Array,
  ): void => {
    const count = range.to - range.from;
    for (let index = 0; index < count; index += 1) {
      const id = tokens[range.from + index]!;
      views.ids[index] = id;
      views.factors[index] = scale[id]! * range.share;
    }
    memory.kernels.pool(table, ids, factors, count, columns, pooled);
    for (let column = 0; column < width; column += 1) out[column] = out[column]! + views.pooled[column]!;
  };
  return {
    featureCount: width + shape.denseSize,
    write(tokens, tokenCount, dense, out) {
      out.fill(0, 0, width);
      const share = poolShare(tokenCount);
      for (let from = 0; from < tokenCount; from += TOKENS_MAX)
        addPiece(tokens, { from, to: Math.min(tokenCount, from + TOKENS_MAX), share }, out);
      out.set(dense, width);
    },
  };
}
