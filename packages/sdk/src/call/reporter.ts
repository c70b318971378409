// Background reports: they never delay an answer, never reject, and are bounded in number.
import type { FeedbackReport } from "@signalbox/contracts";

export interface ReporterOptions {
  /** Whether seconds and tokens of calls are reported by themselves. Default true. */
  readonly reportsUsage?: boolean | undefined;
  /** Reports under way at the same time; more are dropped. Default 100. */
  readonly reportsPendingMax?: number | undefined;
  /** Keeps an edge worker alive until a report has left: `(promise) => context.waitUntil(promise)`. */
  readonly waitUntil?: ((report: Promise<void>) => void) | undefined;
  /** Called when a report failed or was dropped, or tokens could not be read; for a log. Default: nothing is called. */
  readonly onReportFault?: ((fault: unknown) => void) | undefined;
}

export interface Reporter {
  report(body: FeedbackReport): void;
  /** Tells what went wrong beside an answer, which must not be lost for it. Never throws. */
  tell(fault: unknown): void;
  /** Resolves when every report so far has arrived or failed; for the end of a process. */
  flush(): Promise<void>;
}

const PENDING_MAX = 100;

export function createReporter(
  send: (body: FeedbackReport) => Promise<unknown>,
  { reportsUsage = true, reportsPendingMax = PENDING_MAX, waitUntil, onReportFault }: ReporterOptions,
): Reporter {
  const pending = new Set<Promise<void>>();
  const tell = (fault: unknown): void => {
    try {
      onReportFault?.(fault);
    } catch {
      // A log that fails must not break the call that is only reported.
    }
  };
  const deliver = async (body: FeedbackReport): Promise<void> => {
    try {
      await send(body);
    } catch (fault) {
      tell(fault);
    }
  };
  return {
    report: (body) => {
      if (!reportsUsage) return;
      if (pending.size >= reportsPendingMax) {
        tell(new Error(`${reportsPendingMax} reports are under way, so one was dropped.`));
        return;
      }
      const sent = deliver(body).finally(() => pending.delete(sent));
      pending.add(sent);
      try {
        waitUntil?.(sent);
      } catch (fault) {
        tell(fault);
      }
    },
    tell,
    flush: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
