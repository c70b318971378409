// The wire answer of a decision, with what the request asked to include beside the contract's members.
import type { SelectResponse } from "@signalbox/contracts";

import type { SelectRequest } from "./collect-request.ts";
import type { Decision } from "../decide/engine.ts";

/** The recommended model; one that is named by its label alone is called by it. */
export const providersOf = (decision: Decision): SelectResponse["providers"] => [
  { provider: decision.provider ?? null, model: decision.model ?? callLabelOf(decision) },
];

/** Label of the caller's entry, byte for byte. */
export const callLabelOf = ({ label, record }: Pick<Decision, "label" | "record">): string =>
  record.ranking[0]?.callLabel ?? label;

interface Answered {
  readonly request: Pick<
    SelectRequest,
    "includeRanking" | "includeExplanation" | "includeWarnings" | "warnings"
  >;
  readonly decision: Decision;
  readonly sessionId: string;
}

export function toSelectResponse({ request, decision, sessionId }: Answered): SelectResponse {
  const response: SelectResponse = {
    llm_label: callLabelOf(decision),
    providers: providersOf(decision),
    session_id: sessionId,
  };
  if (request.includeRanking)
    response.ranking = [
      ...new Set(decision.record.ranking.map(({ label, callLabel }) => callLabel ?? label)),
    ];
  const pick = decision.record.ranking.find(({ label }) => label === decision.label);
  const isStated = pick?.modeSource === "request" || pick?.modeSource === "name";
  const mode = isStated ? (pick?.mode ?? undefined) : undefined;
  if (mode !== undefined) {
    response.mode = mode;
    response.reasoning_effort = mode;
  }
  if (decision.record.degradedReasons.length > 0) response.degraded = true;
  if (request.includeExplanation || request.includeWarnings) response.warnings = [...request.warnings];
  if (request.includeExplanation) response.explanation = decision.explanation;
  return response;
}
