// Runs one training in a process of its own: whatever happens in there, even a crash of the runtime itself, the service
// that answers decisions goes on. Cancelling ends the process.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { SignalboxError } from "@signalbox/contracts";

import type { TrainMessage, TrainRequest, TrainResult } from "./train-child.ts";

const CHILD = fileURLToPath(new URL("train-child.ts", import.meta.url));

export interface TrainingRun {
  readonly request: TrainRequest;
  readonly onProgress: (phase: string, share: number) => void;
  /** Aborting ends the process; the run then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** @throws SignalboxError invalid_data when the file is no table; internal when the process died */
export function runTraining({ request, onProgress, signal }: TrainingRun): Promise<TrainResult> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, { stdio: ["ignore", "ignore", "inherit", "ipc"], serialization: "advanced" });
    const stop = (): void => {
      child.kill("SIGKILL");
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    child.on("message", (message: TrainMessage) => {
      if (message.kind === "progress") onProgress(message.phase, message.share);
      else if (message.kind === "fault") reject(new SignalboxError("invalid_data", message.detail));
      else resolve(message);
    });
    child.on("error", (cause) => {
      reject(new SignalboxError("internal", "The training could not be started.", { cause }));
    });
    child.on("exit", () => {
      signal.removeEventListener("abort", stop);
      reject(new SignalboxError("internal", "The training ended without a result."));
    });
    child.send(request);
  });
}
