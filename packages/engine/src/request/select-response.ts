// The wire answer of a decision, with what the request asked to include beside the contract's members.
import type { SelectResponse } from "@signalbox/contracts";

import type { SelectRequest } from "./collect-request.ts";
import type { Decision } from "../decide/engine.ts";

interface Answered {
  readonly request: Pick<
    SelectRequest,
    "includeRanking" | "includeExplanation" | "includeWarnings" | "warnings"
  >;
  readonly decision: Decision;
  readonly sessionId: string;
}

export function toSelectResponse({ request, decision, sessionId }: Answered): SelectResponse {
  const providers = [{ provider: decision.provider ?? null, model: decision.model ?? null }];
  const response: SelectResponse = { llm_label: decision.label, providers, session_id: sessionId };
  if (request.includeRanking) response.ranking = decision.record.ranking.map(({ label }) => label);
  const pick = decision.record.ranking.find(({ label }) => label === decision.label);
  const isStated = pick?.modeSource === "request" || pick?.modeSource === "name";
  const mode = isStated ? (pick?.mode ?? undefined) : undefined;
  if (mode !== undefined) response.mode = mode;
  if (decision.record.degradedReasons.length > 0) response.degraded = true;
  if (request.includeExplanation || request.includeWarnings) response.warnings = [...request.warnings];
  if (request.includeExplanation) response.explanation = decision.explanation;
  return response;
}
