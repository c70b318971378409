// Vectors on demand for code that cannot wait: laboratory and training processes. The caller's thread sleeps until the
// worker has answered, so this must never be used where requests are served.
import { Worker } from "node:worker_threads";

import { SignalboxError } from "@signalbox/contracts";

import type { BlockingAnswer } from "./blocking-worker.ts";
import { FAULT, IDLE, READY, REQUEST, layOutShared } from "./blocking-memory.ts";
import type { EncoderFile } from "./session.ts";

export interface BlockingEncoder {
  readonly width: number;
  /** @throws SignalboxError internal when the encoder failed @shape width */
  embed(ids: Int32Array): Float32Array;
  close(): Promise<void>;
}

/** @throws SignalboxError invalid_configuration when weights or runtime are missing or are not the ones named */
export async function openBlockingEncoder(file: EncoderFile): Promise<BlockingEncoder> {
  const { memory, state, ids: sharedIds, vector } = layOutShared();
  const worker = new Worker(new URL("blocking-worker.ts", import.meta.url), { workerData: { file, memory } });
  const opened = await new Promise<BlockingAnswer>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  if (opened.kind === "fault") throw new SignalboxError(opened.code, opened.detail);
  worker.unref();
  const { width } = opened;
  return {
    width,
    embed: (ids) => {
      sharedIds.set(ids);
      Atomics.store(state, 1, ids.length);
      Atomics.store(state, 0, REQUEST);
      Atomics.notify(state, 0);
      Atomics.wait(state, 0, REQUEST);
      const answer = Atomics.exchange(state, 0, IDLE);
      if (answer === READY) return vector.slice(0, width);
      throw new SignalboxError("internal", "The sentence encoder failed.", {
        context: { isFault: answer === FAULT },
      });
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
