import { Worker } from "node:worker_threads";

export interface PageCheck {
  /** Damage in the database's own words; empty where every page is whole. Rejects where the thread ends without an answer. */
  readonly faults: Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** @param statement that answers with the damage it finds, one row each, or "ok" */
export function checkPages(path: string, statement: string): PageCheck {
  const worker = new Worker(new URL("./page-check-worker.ts", import.meta.url), {
    workerData: { path, statement },
  });
  worker.unref();
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("the check of the database's pages was stopped")));
  return {
    faults: promise,
    stop: async () => {
      await worker.terminate();
    },
  };
}
