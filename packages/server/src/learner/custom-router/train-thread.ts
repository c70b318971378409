// Runs one training in a thread of its own, and ends the thread when the training is cancelled.
import { Worker } from "node:worker_threads";

import { SignalboxError } from "@signalbox/contracts";

import type { TrainMessage, TrainRequest, TrainResult } from "./train-worker.ts";

export interface TrainingRun {
  readonly request: TrainRequest;
  readonly onProgress: (phase: string, share: number) => void;
  /** Aborting ends the thread; the run then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** @throws SignalboxError invalid_data when the file is no table; internal when the thread died */
export function runTraining({ request, onProgress, signal }: TrainingRun): Promise<TrainResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("train-worker.ts", import.meta.url), { workerData: request });
    const stop = (): void => {
      void worker.terminate();
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
    worker.on("message", (message: TrainMessage) => {
      if (message.kind === "progress") onProgress(message.phase, message.share);
      else if (message.kind === "fault") reject(new SignalboxError("invalid_data", message.detail));
      else resolve(message);
    });
    worker.on("error", (cause) => {
      reject(new SignalboxError("internal", "The training ended unexpectedly.", { cause }));
    });
    worker.on("exit", () => {
      signal.removeEventListener("abort", stop);
      reject(new SignalboxError("internal", "The training ended without a result."));
    });
  });
}
