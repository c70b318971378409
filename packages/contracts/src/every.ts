// Periodic work. A fault in a bare interval ends the process, so all of it runs here: caught, reported, and tried again.

export interface Periodic {
  /** Runs the work now, unless it is running. */
  readonly run: () => void;
  /** Ends the timer; resolves when the round that is running has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `work` every `periodMs`, one round at a time: a round that takes longer skips the next ones. The timer keeps no process alive.
 * @param onFault takes what a round throws or rejects with; the next round tries again
 * @example const beat = every(1_000, () => storage.ping(), (cause) => logger.error({ cause }, "the database is away"));
 */
export function every(periodMs: number, work: () => unknown, onFault: (cause: unknown) => void): Periodic {
  let running: Promise<void> | undefined;
  const settle = async (result: unknown): Promise<void> => {
    try {
      await result;
    } catch (cause) {
      onFault(cause);
    } finally {
      running = undefined;
    }
  };
  const run = (): void => {
    if (running !== undefined) return;
    try {
      const result = work();
      if (result instanceof Promise) running = settle(result);
    } catch (cause) {
      onFault(cause);
    }
  };
  // oxlint-disable-next-line no-restricted-globals
  const timer = setInterval(run, periodMs);
  // Browsers know timers by number.
  if (typeof timer === "object") timer.unref();
  return {
    run,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
