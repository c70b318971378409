// Vectors of prompts for the laboratory: from disk, else from the sentence encoder, and then on disk for the next time.
// Many are embedded ahead, in worker threads with progress; what comes up later is embedded when it is asked for.
import { join } from "node:path";

import { openBlockingEncoder, openEncoderThread, vectorKeyOf } from "@signalbox/encoder";
import type { EncoderFile, EncoderThread } from "@signalbox/encoder";

import { openVectorFile } from "./vector-file.ts";
import type { VectorFile } from "./vector-file.ts";
import { valueAt } from "../arrays/value-at.ts";

export interface EmbedderOptions {
  readonly weights: EncoderFile;
  /** Folder that keeps the vectors. */
  readonly dir: string;
  /** Worker threads for embedding ahead. @default 2 */
  readonly threads?: number;
}

export interface PromptEmbedder {
  readonly sha256: string;
  readonly width: number;
  /** Blocks while the encoder runs. @shape width */
  embed(ids: Int32Array): Float32Array;
  /** Embeds what is missing; about 15 ms of one core each. @param onProgress share done, 0..1 */
  embedAhead(readings: Iterable<Int32Array>, onProgress?: (done: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Where vectors are kept by default. */
export const VECTORS_DIR = join(".cache", "embeddings");
const THREADS = 2;
const PROGRESS_EVERY = 200;

interface Missing {
  readonly key: string;
  readonly ids: Int32Array;
}

function listMissing(vectors: VectorFile, readings: Iterable<Int32Array>): readonly Missing[] {
  const missing = new Map<string, Missing>();
  for (const ids of readings) {
    const key = vectorKeyOf(ids);
    if (vectors.find(key) === undefined) missing.set(key, { key, ids });
  }
  return [...missing.values()];
}

async function embedAll(
  threads: readonly EncoderThread[],
  missing: readonly Missing[],
  onVector: (key: string, vector: Float32Array, done: number) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const drain = async (thread: EncoderThread): Promise<void> => {
    while (next < missing.length) {
      const { key, ids } = valueAt(missing, next);
      next += 1;
      const vector = await thread.embed(ids);
      done += 1;
      onVector(key, vector, done);
    }
  };
  await Promise.all(threads.map(drain));
}

/** @throws SignalboxError invalid_configuration when weights or runtime are missing or are not the ones named */
export async function openPromptEmbedder(options: EmbedderOptions): Promise<PromptEmbedder> {
  const { weights, dir } = options;
  const blocking = await openBlockingEncoder(weights);
  const { width } = blocking;
  const vectors = openVectorFile(dir, { sha256: weights.sha256, width });
  return {
    sha256: weights.sha256,
    width,
    embed: (ids) => {
      const key = vectorKeyOf(ids);
      const known = vectors.find(key);
      if (known !== undefined) return known;
      const vector = blocking.embed(ids);
      vectors.add(key, vector);
      return vector;
    },
    embedAhead: async (readings, onProgress) => {
      const missing = listMissing(vectors, readings);
      if (missing.length === 0) return;
      const threads: EncoderThread[] = [];
      try {
        const count = Math.min(options.threads ?? THREADS, missing.length);
        while (threads.length < count) threads.push(await openEncoderThread(weights));
        await embedAll(threads, missing, (key, vector, done) => {
          vectors.add(key, vector);
          if (done % PROGRESS_EVERY === 0) onProgress?.(done / missing.length);
        });
      } finally {
        vectors.flush();
        await Promise.all(threads.map((thread) => thread.close()));
      }
    },
    close: async () => {
      vectors.close();
      await blocking.close();
    },
  };
}
