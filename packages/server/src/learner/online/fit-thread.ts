// One worker thread that fits corrections, started on first use and restarted after a crash.
import { Worker } from "node:worker_threads";

import { SignalboxError } from "@signalbox/contracts";
import type { FitAnswer, FitRequest } from "./fit-worker.ts";

export interface FitThread {
  /** @throws SignalboxError internal when the fit failed or the thread died */
  fit(request: Omit<FitRequest, "id">): Promise<Pick<FitAnswer, "snapshot" | "bounded">>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: FitAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export function createFitThread(): FitThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let nextId = 1;

  const fail = (cause: unknown): void => {
    worker = undefined;
    const error = new SignalboxError("internal", "The learner's thread ended.", { cause });
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL("fit-worker.ts", import.meta.url));
    started.unref();
    started.on("message", (answer: FitAnswer) => {
      const request = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.fault === undefined) request?.resolve(answer);
      else
        request?.reject(
          new SignalboxError("internal", "The correction could not be fitted.", {
            context: { fault: answer.fault },
          }),
        );
    });
    started.on("error", fail);
    started.on("exit", (code) => {
      if (worker === started) fail(new Error(`exit code ${code}`));
    });
    return started;
  };

  return {
    fit: (evidence) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const request: FitRequest = { id: nextId, ...evidence };
        nextId += 1;
        waiting.set(request.id, { resolve, reject });
        worker.postMessage(request, []);
      }),
    close: async () => {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}
