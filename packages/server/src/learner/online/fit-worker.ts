// Worker thread: fits an account's correction away from the event loop that answers decisions.
import { parentPort } from "node:worker_threads";

import type { FeedbackEvidence, FittedReports } from "@signalbox/engine/learn";
import { fitReports, serialiseReports } from "@signalbox/engine/learn";

export interface FitRequest {
  readonly id: number;
  readonly rows: readonly FeedbackEvidence[];
  readonly nowMs: number;
  /** Share of the account's decisions that are reported on. @range 0..1 */
  readonly reportedShare: number;
}

export interface FitAnswer {
  readonly id: number;
  /** Undefined: too little evidence. */
  readonly snapshot?: string | undefined;
  readonly bounded?: FittedReports["bounded"];
  readonly fault?: string;
}

function fit({ id, rows, nowMs, reportedShare }: FitRequest): FitAnswer {
  try {
    const fitted = fitReports(rows, nowMs, reportedShare);
    return fitted === undefined
      ? { id }
      : { id, snapshot: serialiseReports(fitted), bounded: fitted.bounded };
  } catch (cause) {
    return { id, fault: cause instanceof Error ? cause.message : String(cause) };
  }
}

parentPort?.on("message", (request: FitRequest) => {
  parentPort?.postMessage(fit(request), []);
});
