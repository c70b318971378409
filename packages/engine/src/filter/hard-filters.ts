// What a candidate cannot do at all: rules of the preference, modality, tools, output format, context window, output limit.
// Unknown is never held against a candidate; every rejection carries the two numbers (or the name) that did not fit.
import type { PreferencePolicy } from "@signalbox/contracts";

import type { Candidate } from "../candidates/candidate.ts";
import type { PartModality } from "../conversation/message.ts";
import type { OutputFormat } from "../input/decision-input.ts";
import type { RejectionCode, RejectionRecord } from "./rejection.ts";
import { findForbiddingRule } from "../preference/preference-rules.ts";
import type { RuleBudget } from "../preference/rule-budget.ts";

export interface Needs {
  readonly modalities: readonly PartModality[];
  readonly needsTools: boolean;
  readonly outputFormat: OutputFormat | undefined;
  readonly policy: PreferencePolicy | undefined;
  readonly budget: RuleBudget;
}

export interface TokenNeeds {
  readonly inputTokens: number;
  /** Expected visible and hidden output. */
  readonly outputTokens: number;
}

/** Token counts are estimates: this share is kept free, so that a conversation at the edge is not sent to fail. */
const WINDOW_RESERVE = 1.02;

/** Abilities and rules: what can be told before anything is estimated. */
export function rejectByAbility(candidate: Candidate, needs: Needs): RejectionRecord | undefined {
  const { policy } = needs;
  if (policy !== undefined) {
    const rule = findForbiddingRule(policy, candidate, needs.budget);
    if (rule !== undefined) return rejection(candidate, "preference_rule", { what: rule });
    if (policy.reject_deprecated === true && candidate.isDeprecated)
      return rejection(candidate, "deprecated", {});
  }
  const { modalities } = candidate;
  const missing = modalities && needs.modalities.find((modality) => !modalities.includes(modality));
  if (missing !== undefined) return rejection(candidate, "modality", { what: missing });
  if (needs.needsTools && candidate.supportsTools === false) return rejection(candidate, "tools", {});
  if (needs.outputFormat === "json_schema" && candidate.supportsStructuredOutput === false)
    return rejection(candidate, "output_format", { what: needs.outputFormat });
  return undefined;
}

/** Window and output limit against the expected tokens. */
export function rejectBySize(candidate: Candidate, tokens: TokenNeeds): RejectionRecord | undefined {
  const { contextTokens, maxOutputTokens } = candidate;
  const output = Math.min(tokens.outputTokens, maxOutputTokens ?? Infinity);
  const need = Math.ceil(tokens.inputTokens * WINDOW_RESERVE + output);
  if (contextTokens !== undefined && need > contextTokens)
    return rejection(candidate, "context_window", { need, limit: contextTokens });
  if (maxOutputTokens !== undefined && tokens.outputTokens > maxOutputTokens)
    return rejection(candidate, "output_limit", {
      need: Math.ceil(tokens.outputTokens),
      limit: maxOutputTokens,
    });
  return undefined;
}

interface Misfit {
  readonly need?: number;
  readonly limit?: number;
  readonly what?: string;
}

export function rejection(
  candidate: { readonly label: string },
  code: RejectionCode,
  misfit: Misfit,
): RejectionRecord {
  const { need = null, limit = null, what = null } = misfit;
  return { label: candidate.label, code, need, limit, what };
}
