// Long work on the event loop goes in slices of a few milliseconds: each further one comes after everything else that the loop
// has to do, and who asks for something that takes several turns of it waits for as many short slices, not for as many long ones.
// A process beside the service gives way by its priority.
import type { ChildProcess } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";

/** @unit milliseconds */
const SLICE_MS = 5;

/** Call it between two steps: it resolves to let others work where the slice is over, and is undefined where it is not. */
type GiveWay = () => Promise<void> | undefined;

/** @param now @unit milliseconds, monotonic */
export function createGiveWay(now = (): number => performance.now()): GiveWay {
  let sinceMs = now();
  return () =>
    now() - sinceMs < SLICE_MS
      ? undefined
      : setImmediate().then(() => {
          sinceMs = now();
          return undefined;
        });
}

/** Steps below the service, and the lowest that there is. */
const STEPS_BELOW = 15;
const LOWEST = 19;

/** Gives the process a lower priority; where the system does not let priorities be set, it runs like any other. */
export function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + STEPS_BELOW));
  } catch {
    return;
  }
}
