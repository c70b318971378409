// The sentence encoder run offline over many texts and over the vocabulary, for distillation alone.
import { openEncoderSession } from "@signalbox/encoder";
import type { EncoderFile } from "@signalbox/encoder";
import { createTokenBuffer, encoderIdsOf, tokenise } from "@signalbox/engine/internals";
import type { Vocabulary } from "@signalbox/engine/internals";
import { floatAt } from "../../arrays/value-at.ts";

const TOKENS_READ_MAX = 4_096;
const START_ID = 101;
const END_ID = 102;

export interface SentenceEncoder {
  readonly width: number;
  /** First-position vectors of unit length. @shape texts.length x width */
  embedTexts(texts: readonly string[], onProgress?: (done: number) => void): Promise<Float32Array>;
  /** Mean over the positions of each single token. @shape vocabulary x width */
  embedVocabulary(): Promise<Float32Array>;
}

/** @throws SignalboxError invalid_configuration when the file is missing or its digest differs. */
export async function openSentenceEncoder(
  file: EncoderFile,
  vocabulary: Vocabulary,
): Promise<SentenceEncoder> {
  const session = await openEncoderSession(file);
  const { width } = session;
  const buffer = createTokenBuffer(TOKENS_READ_MAX);
  return {
    width,
    embedTexts: async (texts, onProgress) => {
      const out = new Float32Array(texts.length * width);
      for (const [index, text] of texts.entries()) {
        const idCount = tokenise(vocabulary, text, buffer);
        out.set(await session.embed(encoderIdsOf({ ids: buffer.ids, idCount })), index * width);
        onProgress?.((index + 1) / texts.length);
      }
      return out;
    },
    embedVocabulary: async () => {
      const out = new Float32Array(vocabulary.size * width);
      for (let id = 0; id < vocabulary.size; id += 1) {
        const data = await session.embedPositions([START_ID, id, END_ID]);
        for (let at = 0; at < width; at += 1)
          out[id * width + at] =
            (floatAt(data, at) + floatAt(data, width + at) + floatAt(data, 2 * width + at)) / 3;
      }
      return out;
    },
  };
}
