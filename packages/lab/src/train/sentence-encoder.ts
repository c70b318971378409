// A sentence encoder (BERT family, int8 ONNX) run offline, for distillation alone. The file's digest is checked:
// the packages that carry such files are strangers.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createTokenBuffer, tokenise } from "@signalbox/engine";
import type { Vocabulary } from "@signalbox/engine";
import { SignalboxError } from "@signalbox/contracts";
import { InferenceSession, Tensor } from "onnxruntime-node";

const HEAD_TOKENS = 84;
const TAIL_TOKENS = 42;
const TOKENS_READ_MAX = 4_096;
const BATCH = 8;
const START_ID = 101;
const END_ID = 102;

export interface SentenceEncoder {
  readonly width: number;
  /** First-position vectors of unit length. @shape texts.length x width */
  embedTexts(texts: readonly string[], onProgress?: (done: number) => void): Promise<Float32Array>;
  /** Mean over the positions of each single token. @shape vocabulary x width */
  embedVocabulary(): Promise<Float32Array>;
}

interface Batch {
  readonly ids: readonly (readonly number[])[];
  readonly length: number;
}

function toTensors({ ids, length }: Batch): Record<string, Tensor> {
  const shape = [ids.length, length];
  const tokens = new BigInt64Array(ids.length * length);
  const mask = new BigInt64Array(ids.length * length);
  ids.forEach((row, index) =>
    row.forEach((id, position) => {
      tokens[index * length + position] = BigInt(id);
      mask[index * length + position] = 1n;
    }),
  );
  return {
    input_ids: new Tensor("int64", tokens, shape),
    attention_mask: new Tensor("int64", mask, shape),
    token_type_ids: new Tensor("int64", new BigInt64Array(tokens.length), shape),
  };
}

async function runBatch(
  session: InferenceSession,
  ids: readonly (readonly number[])[],
): Promise<Float32Array> {
  const length = ids.reduce((longest, row) => Math.max(longest, row.length), 0);
  const outputs = await session.run(toTensors({ ids, length }));
  const data = outputs["last_hidden_state"]?.data;
  if (data instanceof Float32Array) return data;
  throw new SignalboxError("invalid_artefact", "The encoder has no float output last_hidden_state.");
}

function capIds(ids: number[]): number[] {
  if (ids.length <= HEAD_TOKENS + TAIL_TOKENS) return ids;
  return [...ids.slice(0, HEAD_TOKENS), ...ids.slice(-TAIL_TOKENS)];
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / Math.max(1e-12, length));
}

/** @throws SignalboxError invalid_artefact when the file is missing or its digest differs. */
export async function openSentenceEncoder(
  path: string,
  sha256: string,
  vocabulary: Vocabulary,
): Promise<SentenceEncoder> {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (cause) {
    throw new SignalboxError("invalid_artefact", "The encoder file cannot be read.", { cause });
  }
  if (createHash("sha256").update(file).digest("hex") !== sha256)
    throw new SignalboxError("invalid_artefact", "The encoder file differs from its digest.");
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });
  const probe = await runBatch(session, [[START_ID, END_ID]]);
  const width = probe.length / 2;
  const buffer = createTokenBuffer(TOKENS_READ_MAX);
  const idsOf = (text: string): number[] => {
    const count = tokenise(vocabulary, text, buffer);
    return [START_ID, ...capIds([...buffer.ids.subarray(0, count)]), END_ID];
  };
  return {
    width,
    embedTexts: async (texts, onProgress) => {
      const out = new Float32Array(texts.length * width);
      const all = texts.map((text, index) => ({ index, ids: idsOf(text) }));
      const sorted = all.toSorted((a, b) => a.ids.length - b.ids.length);
      for (let from = 0; from < sorted.length; from += BATCH) {
        const part = sorted.slice(from, from + BATCH);
        const data = await runBatch(
          session,
          part.map((entry) => entry.ids),
        );
        const stride = data.length / part.length;
        part.forEach(({ index }, row) =>
          out.set(normalise(data.slice(row * stride, row * stride + width)), index * width),
        );
        onProgress?.((from + part.length) / sorted.length);
      }
      return out;
    },
    embedVocabulary: async () => {
      const out = new Float32Array(vocabulary.size * width);
      for (let from = 0; from < vocabulary.size; from += 64) {
        const count = Math.min(64, vocabulary.size - from);
        const data = await runBatch(
          session,
          Array.from({ length: count }, (_, row) => [START_ID, from + row, END_ID]),
        );
        for (let at = 0; at < count * width; at += 1) {
          const row = Math.floor(at / width);
          const first = row * 3 * width + (at % width);
          out[(from + row) * width + (at % width)] =
            (data[first]! + data[first + width]! + data[first + 2 * width]!) / 3;
        }
      }
      return out;
    },
  };
}
