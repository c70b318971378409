import { CALL_ROLES, readKeptTags } from "@signalbox/contracts";
import type {
  DecisionFeedback,
  DecisionSummary as DecisionSummaryWire,
  ShadowPick,
} from "@signalbox/contracts";
import type { DecisionRow, DecisionSummary, Feedback, FeedbackUsage } from "@signalbox/storage";

import { toIso } from "../../timestamps.ts";

/** The latest report about the pick; null when there is none or it was withdrawn. */
function pickFeedback(label: string, reports: readonly Feedback[]): number | null {
  const report = reports.find((candidate) => candidate.label === label && candidate.withdrawnAtMs === null);
  return report?.value ?? null;
}

export function decisionToWire(decision: DecisionSummary, reports: readonly Feedback[]): DecisionSummaryWire {
  return {
    session_id: decision.sessionId,
    created_at: toIso(decision.createdAtMs),
    label: decision.label,
    provider: decision.provider,
    model: decision.model,
    model_id: decision.modelId,
    field: decision.field,
    language: decision.language,
    operation: decision.operation,
    tags: readKeptTags(decision.tags) ?? null,
    call_role: CALL_ROLES.find((role) => role === decision.callRole) ?? null,
    difficulty: decision.difficulty,
    success: decision.success,
    spread: decision.spread,
    usd: decision.usd,
    seconds: decision.seconds,
    degraded: decision.degraded,
    explored: decision.explored,
    candidate_count: decision.candidateCount,
    rejected_count: decision.rejectedCount,
    decide_us: decision.decideUs,
    turn: decision.turn,
    previous_session: decision.previousSessionId,
    chain_id: decision.chainId,
    preference_id: decision.preferenceId,
    preference_version: decision.preferenceVersion,
    key_id: decision.keyId,
    feedback_value: pickFeedback(decision.label, reports),
  };
}

function usageToWire(usage: FeedbackUsage): DecisionFeedback["usage"] {
  const { inputTokens, outputTokens, usd, seconds } = usage;
  const known = Object.entries({
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    usd,
    seconds,
    baseline_model: usage.baselineModel,
    baseline_usd: usage.baselineUsd,
  }).filter(([, value]) => value !== undefined);
  return known.length === 0 ? null : Object.fromEntries(known);
}

export function feedbackToWire(report: Feedback): DecisionFeedback {
  return {
    label: report.label,
    value: report.value,
    scope: report.scope,
    withdrawn: report.withdrawnAtMs !== null,
    corrections: report.revision - 1,
    received_at: toIso(report.updatedAtMs),
    usage: usageToWire(report.usage),
  };
}

/** Journalled as it was decided; a refusal has no label and no numbers. */
export function shadowToWire(shadow: DecisionRow["shadow"]): ShadowPick | null {
  if (shadow === null) return null;
  const { preference_id: preferenceId, version, label, success, usd, seconds } = shadow;
  if (typeof preferenceId !== "string" || typeof version !== "number") return null;
  const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
  return {
    preference_id: preferenceId,
    version,
    label: typeof label === "string" ? label : null,
    success: numberOf(success),
    usd: numberOf(usd),
    seconds: numberOf(seconds),
  };
}
