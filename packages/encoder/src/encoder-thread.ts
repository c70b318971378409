// One worker thread that holds a session: vectors are computed beside the event loop, one at a time, in the order asked.
import { Worker } from "node:worker_threads";

import { SignalboxError } from "@signalbox/contracts";

import type { ThreadAnswer, ThreadRequest } from "./encoder-worker.ts";
import type { EncoderFile } from "./session.ts";

export interface EncoderThread {
  readonly width: number;
  /** @throws SignalboxError dependency_unavailable when the thread has ended */
  embed(ids: Int32Array): Promise<Float32Array>;
  /** Settles when the thread has ended, by `close` or by itself. */
  readonly ended: Promise<void>;
  /** Settles once what was asked before is answered and the thread is gone. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: SignalboxError) => void;
}

const endedFault = (cause?: unknown): SignalboxError =>
  new SignalboxError("dependency_unavailable", "The thread of the sentence encoder has ended.", { cause });

function firstAnswer(worker: Worker): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", (cause) => reject(endedFault(cause)));
    worker.once("exit", () => reject(endedFault()));
  });
}

/** @throws SignalboxError invalid_configuration when weights or runtime are missing or are not the ones named */
export async function openEncoderThread(file: EncoderFile): Promise<EncoderThread> {
  const worker = new Worker(new URL("encoder-worker.ts", import.meta.url), { workerData: { file } });
  const opened = await firstAnswer(worker);
  if (opened.kind === "fault") throw new SignalboxError(opened.code, opened.detail);
  const width = opened.kind === "open" ? opened.width : 0;
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let hasEnded = false;
  let isClosing = false;
  const end = (cause?: unknown): void => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(endedFault(cause));
    waiting.clear();
  };
  const ended = new Promise<void>((resolve) => {
    worker.on("error", end);
    worker.on("exit", () => {
      end();
      resolve();
    });
  });
  worker.on("message", (answer: ThreadAnswer) => {
    if (answer.kind !== "vector") return;
    const found = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0 && !isClosing) worker.unref();
    found?.resolve(answer.vector);
  });
  // A process that waits for no vector may end.
  worker.unref();
  return {
    width,
    ended,
    embed: (ids) =>
      new Promise((resolve, reject) => {
        if (hasEnded || isClosing) {
          reject(endedFault());
          return;
        }
        const request = { kind: "embed", id: nextId, ids } satisfies ThreadRequest;
        nextId += 1;
        waiting.set(request.id, { resolve, reject });
        worker.ref();
        worker.postMessage(request, []);
      }),
    close: async () => {
      if (hasEnded) return;
      const request: ThreadRequest = { kind: "close" };
      isClosing = true;
      worker.ref();
      worker.postMessage(request, []);
      // The runtime aborts the whole process when its thread is ended in the middle of a run: the thread ends by itself.
      await ended;
    },
  };
}
