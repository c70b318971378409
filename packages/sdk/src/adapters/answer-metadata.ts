import type { ModelAnswer } from "../call/call-model.ts";
import type { Candidate } from "../select/candidates.ts";
import type { SelectionOrigin } from "../select/selection.ts";

/** What a routed answer says of its choice, beside what the model said. */
export interface AnswerMetadata {
  /** Of the model that answered. */
  readonly label: string;
  readonly origin: SelectionOrigin;
  /** The service said that it decided on less than it usually knows. */
  readonly isDegraded: boolean;
  /** Labels in the order to try them. */
  readonly ranking: readonly string[];
  /** Labels that were called before and gave no answer. */
  readonly failed: readonly string[];
  /** There when the service chose. */
  readonly sessionId?: string;
}

export function answerMetadata({ llm_label, selection, failures }: ModelAnswer<Candidate>): AnswerMetadata {
  const { session_id: sessionId, origin, isDegraded, ranking } = selection;
  const failed = failures.map((failure) => failure.llm_label);
  const known = { label: llm_label, origin, isDegraded, ranking, failed };
  return sessionId === undefined ? known : { ...known, sessionId };
}
