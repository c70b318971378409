// When the log of a SQLite database is moved into its file. SQLite would do it inside a commit, which then takes tens of milliseconds;
// every connection still does so where the log outgrows `LOG_PAGES_MAX`.
import { Worker } from "node:worker_threads";

import { threadEnvironment } from "./thread-environment.ts";

export interface CheckpointData {
  readonly path: string;
  /** One number: a change of it asks for a checkpoint, CHECKPOINTS_CLOSED ends the thread. */
  readonly due: SharedArrayBuffer;
}

export const CHECKPOINTS_CLOSED = -1;

/** A commit adds ten pages of 8 KiB and more. */
const COMMITS_A_CHECKPOINT = 100;

export interface Checkpoints {
  noteCommit(): void;
  close(): Promise<void>;
}

/** The thread starts with the first checkpoint: a service at rest has none. */
export function createCheckpoints(path: string): Checkpoints {
  const due = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const asked = new Int32Array(due);
  let worker: Worker | undefined;
  let commits = 0;
  const ask = (number: number): void => {
    Atomics.store(asked, 0, number);
    Atomics.notify(asked, 0);
  };
  const start = (): Worker => {
    const workerData: CheckpointData = { path, due };
    const started = new Worker(new URL("./checkpoint-worker.ts", import.meta.url), {
      workerData,
      env: threadEnvironment(),
    });
    started.unref();
    // Without the thread the connections move the log, later and in a commit; the next checkpoint starts another.
    const forget = (): void => {
      worker = undefined;
    };
    return started.on("error", forget).on("exit", forget);
  };
  return {
    noteCommit: () => {
      commits += 1;
      if (commits % COMMITS_A_CHECKPOINT !== 0) return;
      worker ??= start();
      ask(commits / COMMITS_A_CHECKPOINT);
    },
    close: async () => {
      if (worker === undefined) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      worker.ref();
      worker.once("exit", () => resolve());
      ask(CHECKPOINTS_CLOSED);
      await promise;
    },
  };
}
