// Waits for a job that this process, or a running service on the same database, works off.
import { setTimeout as wait } from "node:timers/promises";

import type { Console } from "../command.ts";
import { createProgress } from "../output/progress.ts";

const POLL_MS = 250;

interface JobView<T> {
  /** Asked again until it has ended. */
  readonly read: () => Promise<T>;
  readonly hasEnded: (job: T) => boolean;
  readonly progressOf: (job: T) => { readonly share: number; readonly stage: string };
}

export async function untilEnded<T>(console: Console, view: JobView<T>): Promise<T> {
  const progress = createProgress(console);
  try {
    for (;;) {
      const job = await view.read();
      const { share, stage } = view.progressOf(job);
      progress.report(share, stage);
      if (view.hasEnded(job)) return job;
      await wait(POLL_MS);
    }
  } finally {
    progress.end();
  }
}
