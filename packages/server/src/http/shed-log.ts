// Requests that were shed, a line for many: a line for each would cost a crowded service more than the refusals themselves, and
// fill the disk.
import type { Logger } from "../context/logger.ts";

/** @unit milliseconds */
const LINE_EVERY_MS = 10_000;

export interface ShedLog {
  /** @param detail why the request was shed */
  note(detail: string): void;
}

/** @param now @unit milliseconds, monotonic */
export function createShedLog(logger: Pick<Logger, "warn">, now = (): number => performance.now()): ShedLog {
  let shed = 0;
  let saidMs = -Infinity;
  return {
    note: (detail) => {
      shed += 1;
      if (now() - saidMs < LINE_EVERY_MS) return;
      logger.warn({ shed, last_detail: detail }, "requests shed since the last such line");
      shed = 0;
      saidMs = now();
    },
  };
}
