// Worker thread: fits the heads on rows that were handed over, hands the weights back.
import { parentPort, workerData } from "node:worker_threads";
import { fitTaskHeads } from "./fit-task-heads.ts";
import type { TaskFit } from "./fit-task-heads.ts";
import type { TaskRows } from "./task-rows.ts";

export interface TaskFitJob {
  readonly editions: readonly TaskRows[];
  readonly fit: TaskFit;
}

const { editions, fit } = workerData as TaskFitJob;
const net = fitTaskHeads(editions, fit);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message port of a thread has no origin
parentPort?.postMessage(
  net,
  [net.weights, net.output].map(({ buffer }) => buffer as ArrayBuffer),
);
