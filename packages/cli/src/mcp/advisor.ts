// What the tools ask: a running service, or the router inside this process. Both answer alike, so that the tools need not know.
import type { Explanation, FeedbackReport, FeedbackResult, SelectRequestWire } from "@signalbox/contracts";

export interface Advice {
  readonly label: string;
  /** For `explain_decision`, `report_feedback` and as `previous_session`. */
  readonly sessionId: string;
  readonly explanation: Explanation;
}

export interface Advisor {
  /** @throws SignalboxError, SignalboxApiError */
  recommend(request: SelectRequestWire): Promise<Advice>;
  /** @throws SignalboxError, SignalboxApiError not_found */
  explain(sessionId: string): Promise<Advice>;
  /** @throws SignalboxError, SignalboxApiError not_found */
  report(report: FeedbackReport): Promise<FeedbackResult>;
}
