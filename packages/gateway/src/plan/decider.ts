// Who decides: the engine in this process, or a service elsewhere.
import type { FeedbackReport, SelectRequestWire } from "@signalbox/contracts";

/** The members of an answer of `POST /model-select` that the gateway goes by. */
export interface Decision {
  readonly llm_label: string;
  readonly ranking?: readonly string[] | undefined;
  readonly session_id: string;
  /** Chosen with the model, where the candidate states efforts. */
  readonly reasoning_effort?: string | undefined;
}

export interface Decider {
  /** @throws anything: the gateway then sends the call to the client's own model */
  decide(body: SelectRequestWire): Promise<Decision>;
  /** Reports what a call really took. The gateway continues whether it is kept or not. */
  report(feedback: FeedbackReport): Promise<void>;
  /** False where the account has no such preference. @throws anything: then nobody knows */
  hasPreference(id: string): Promise<boolean>;
}
