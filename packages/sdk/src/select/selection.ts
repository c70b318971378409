// Which candidate to call, and who says so. Invariant: every label in a selection is one of the caller's own candidates.
import type { Explanation, MessageWire, SelectRequestWire } from "@signalbox/contracts";

import type { SignalboxApiError } from "../transport/errors.ts";
import type { Candidate, CandidateList, OrUndefined } from "./candidates.ts";

type Turns = string | readonly (MessageWire | string)[];

/** As `messages`, or as the Responses API has it. */
type Conversation =
  | { readonly messages: Turns; readonly input?: null | undefined }
  | { readonly messages?: null | undefined; readonly input: Turns };

/** The request of the service, with candidates that may hold members of one's own. */
export type SelectRequest<C extends Candidate = Candidate> = OrUndefined<
  Omit<SelectRequestWire, "llm_providers" | "models" | "messages" | "input">
> &
  Conversation & { readonly llm_providers: readonly C[] };

/** `service`: the service chose. `local`: the caller's in-process router did. `default`: the caller's declared default. */
export type SelectionOrigin = "service" | "local" | "default";

interface SelectionLabels<C extends Candidate> {
  /** Label of the model to call, byte for byte as in the request. */
  readonly llm_label: string;
  /** Labels in the order to try them; the first is `llm_label`. */
  readonly ranking: readonly string[];
  /** The caller's own entry under `llm_label`, the same object. */
  readonly candidate: C;
  /** The same for every label of `ranking`, in its order. */
  readonly candidates: readonly C[];
}

interface ServiceFacts {
  readonly origin: "service";
  /** For feedback, and as `previous_session` of the next turn. */
  readonly session_id: string;
  /** Effort to call the model with; undefined where none was stated or competed. */
  readonly reasoning_effort: string | undefined;
  /** Present when `include` asked for it. */
  readonly explanation: Explanation | undefined;
  /** The service decided on less than it usually knows. */
  readonly isDegraded: boolean;
  readonly fault: undefined;
}

interface FallbackFacts {
  readonly origin: "default" | "local";
  /** Without the service there is no session: nothing to credit, nothing to follow. */
  readonly session_id: undefined;
  readonly reasoning_effort: undefined;
  readonly explanation: undefined;
  readonly isDegraded: true;
  /** Why the service did not choose. */
  readonly fault: SignalboxApiError;
}

type SelectionFacts = ServiceFacts | FallbackFacts;

export type Selection<C extends Candidate = Candidate> = SelectionLabels<C> & SelectionFacts;

/** Labels that are not listed are left out of the ranking; undefined when the first of all is not listed. */
export function buildSelection<C extends Candidate>(
  listed: CandidateList<C>,
  labels: readonly string[],
  facts: SelectionFacts,
): Selection<C> | undefined {
  const ranking = [...new Set(labels)].filter((label) => listed.has(label));
  const [llm_label] = ranking;
  const candidates = ranking.flatMap((label) => listed.get(label) ?? []);
  const [candidate] = candidates;
  if (llm_label === undefined || llm_label !== labels[0] || candidate === undefined) return undefined;
  return { llm_label, ranking, candidate, candidates, ...facts };
}
