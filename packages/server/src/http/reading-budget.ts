// The processor time that the reading of one body may take. Its counts are bounded long before; this holds whatever shape somebody
// thinks of next. The thread's own time counts, not the clock: a busy machine refuses nobody.
import { SignalboxError } from "@signalbox/contracts";
import type { Reading } from "@signalbox/engine";

/** Smaller bodies cost a few milliseconds at most, and looking at the time would cost them more. @unit bytes */
const SMALL_BYTES = 16_384;
/** A budget is for so much of a body; parsing and copying grow with the bytes. @unit bytes */
const BUDGET_BYTES = 2 * 1024 * 1024;

export interface ReadingBudget extends Reading {
  /** Counts what `work` takes of this thread. Its calls of `check` are refused once all runs together have taken too long. */
  run<T>(work: () => T): T;
  /** Time that all runs took that have ended. @unit milliseconds of the processor */
  readonly spentMs: { readonly atLeast: number; readonly atMost: number };
}

/** The system counts a thread's time in whole ticks of four milliseconds at most. */
const TICK_MS = 4;

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

interface Clocks {
  /** Time of this thread on a processor. @unit milliseconds */
  readonly now: () => number;
  /** @unit milliseconds, monotonic */
  readonly wallMs: () => number;
}

/**
 * @param readingMs for each 2 MiB begun; 0 for no bound
 * @returns undefined where nothing is counted
 */
export function createReadingBudget(
  bytes: number,
  readingMs: number,
  clocks: Clocks = { now: threadMs, wallMs: () => performance.now() },
): ReadingBudget | undefined {
  if (bytes < SMALL_BYTES || readingMs === 0) return undefined;
  const limitMs = readingMs * Math.ceil(bytes / BUDGET_BYTES);
  const { now, wallMs } = clocks;
  let spentMs = 0;
  let passedMs = 0;
  let startedMs: number | undefined;
  return {
    /** The clock on the wall counts no ticks, yet what others took of the processor. */
    get spentMs() {
      return { atLeast: Math.min(spentMs, passedMs), atMost: Math.min(spentMs + TICK_MS, passedMs) };
    },
    run: (work) => {
      const beganMs = wallMs();
      startedMs = now();
      try {
        return work();
      } finally {
        spentMs += now() - startedMs;
        passedMs += wallMs() - beganMs;
        startedMs = undefined;
      }
    },
    check: (part) => {
      const running = startedMs === undefined ? 0 : now() - startedMs;
      if (spentMs + running <= limitMs) return;
      const location = part();
      const message = `Reading the body up to here took more than ${limitMs} ms of the processor.`;
      const fix = "Send fewer members, items and parts, or raise `limits.readingMs`.";
      throw new SignalboxError("payload_too_large", `${location}: ${message} ${fix}`, {
        errors: [{ location, message, fix }],
      });
    },
  };
}
