// Runs one training in a process of its own: whatever happens in there, even a crash of the runtime itself, the service
// that answers decisions goes on, and goes first. Cancelling ends the process.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { SignalboxError } from "@signalbox/contracts";

import { yieldToOthers } from "../../services/give-way.ts";
import type { TrainMessage, TrainRequest, TrainResult } from "./train-child.ts";

const CHILD = fileURLToPath(new URL("train-child.ts", import.meta.url));

export interface TrainingLimits {
  readonly minutesMax: number;
  /** Most memory of the heap. @unit MiB */
  readonly memoryMbMax: number;
}

const MS_PER_MINUTE = 60_000;
/** The signal that the runtime ends with when the heap is full. */
const OUT_OF_MEMORY = "SIGABRT";

interface TrainingRun {
  readonly request: TrainRequest;
  readonly limits: TrainingLimits;
  readonly onProgress: (phase: string, share: number) => void;
  /** Aborting ends the process; the run then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

const tooLarge = (what: string, setting: string): SignalboxError =>
  new SignalboxError("invalid_data", `${what}. Send fewer rows, or raise \`${setting}\`.`);

/** @throws SignalboxError invalid_data when the file is no table, or takes more than its limits; internal when the process died */
export function runTraining({ request, limits, onProgress, signal }: TrainingRun): Promise<TrainResult> {
  const { minutesMax, memoryMbMax } = limits;
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      execArgv: [...process.execArgv, `--max-old-space-size=${memoryMbMax}`],
    });
    yieldToOthers(child);
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(tooLarge(`It took more than ${minutesMax} minutes`, "learning.trainingMinutesMax"));
    }, minutesMax * MS_PER_MINUTE);
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
    child.on("exit", (_code, endedBy) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      reject(
        endedBy === OUT_OF_MEMORY
          ? tooLarge(`It took more than ${memoryMbMax} MiB of memory`, "learning.trainingMemoryMbMax")
          : new SignalboxError("internal", "The training ended without a result."),
      );
    });
    child.send(request);
  });
}
