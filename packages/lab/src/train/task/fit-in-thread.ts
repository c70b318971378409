// Fits in a separate thread, so that two fits take the time of one on two cores. The result is that of `fitTaskHeads`.
import { Worker } from "node:worker_threads";
import type { TaskFitJob } from "./fit-task-worker.ts";
import type { TaskNet } from "./task-net.ts";

export function fitInThread(job: TaskFitJob): Promise<TaskNet> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./fit-task-worker.ts", import.meta.url), { workerData: job });
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code !== 0) reject(new Error(`A training thread ended with code ${code}.`));
    });
  });
}
