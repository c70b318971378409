// A worker's side of a service of several processes: it says when it listens, and answers a scrape with the sums of all.
import cluster from "node:cluster";

import type { Announcement, FromWorker, ToWorker, WorkerMetrics } from "./messages.ts";

export interface WorkerLink {
  /** Tells the first process that this one listens. */
  announce(announcement: Announcement): void;
  /** @param own this process's metrics, whenever the first process collects those of all */
  answerMetrics(own: () => Promise<WorkerMetrics>): void;
  /** The metrics of all workers as one text. */
  summedMetrics(): Promise<string>;
  /**
   * Resolves at the first signal to stop; further ones change nothing. A supervisor may signal the whole group, and the first
   * process signals each worker besides: none is cut off for that. When the first process ends, so do all.
   */
  untilStopped(): Promise<void>;
  /** The last word: the process may end. */
  close(): void;
}

function createLink(): WorkerLink {
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;
  let ownMetrics: () => Promise<WorkerMetrics> = () => Promise.resolve([]);
  const tell = (message: FromWorker): void => void cluster.worker?.send(message);
  const answer = async (round: number): Promise<void> => {
    tell({ kind: "metrics", round, metrics: await ownMetrics() });
  };
  process.on("message", (message: ToWorker) => {
    if (message.kind === "metrics wanted") void answer(message.round);
    else {
      waiting.get(message.id)?.(message.text);
      waiting.delete(message.id);
    }
  });
  return {
    announce: (announcement) => {
      tell({ kind: "ready", announcement });
    },
    answerMetrics: (own) => {
      ownMetrics = own;
    },
    summedMetrics: () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      lastId += 1;
      waiting.set(lastId, resolve);
      tell({ kind: "sums wanted", id: lastId });
      return promise;
    },
    untilStopped: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
      return promise;
    },
    close: () => {
      cluster.worker?.disconnect();
    },
  };
}

let link: WorkerLink | undefined;

/** Undefined in a service of one process. */
export function workerLink(): WorkerLink | undefined {
  if (cluster.isWorker) link ??= createLink();
  return link;
}
