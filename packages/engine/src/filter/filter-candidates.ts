// Candidate -> eligible or rejected, by the first limit that it breaks. Depth comes last: it ranks what is left.
import type { Estimated } from "../estimate/estimated.ts";
import type { RejectionRecord } from "./rejection.ts";
import type { Needs } from "./hard-filters.ts";
import { rejectByAbility, rejectBySize } from "./hard-filters.ts";
import { cutDepth, rejectByCeiling, rejectByQuality } from "./soft-filters.ts";

export interface FilterInput {
  readonly estimated: readonly Estimated[];
  readonly needs: Needs;
  readonly maxModelDepth: number | null;
  /** Model of an open tool loop: low rank or success does not take it out in the middle of its work. */
  readonly exemptLabel: string | undefined;
}

export interface Filtered {
  readonly eligible: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
}

export function filterCandidates({ estimated, needs, maxModelDepth, exemptLabel }: FilterInput): Filtered {
  const passed: Estimated[] = [];
  const rejected: RejectionRecord[] = [];
  for (const candidate of estimated) {
    const fault = rejectOne(candidate, needs, exemptLabel);
    if (fault === undefined) passed.push(candidate);
    else rejected.push(fault);
  }
  const cut = cutDepth(passed, maxModelDepth, exemptLabel);
  return {
    eligible: cut.kept,
    rejected: cut.rejected.length === 0 ? rejected : [...rejected, ...cut.rejected],
  };
}

function rejectOne(
  estimated: Estimated,
  needs: Needs,
  exemptLabel: string | undefined,
): RejectionRecord | undefined {
  const { candidate, usage } = estimated;
  const tokens = {
    inputTokens: usage.inputTokens,
    outputTokens: usage.output.visibleMean + usage.output.hiddenMean,
  };
  const fault = rejectByAbility(candidate, needs) ?? rejectBySize(candidate, tokens);
  if (fault !== undefined || needs.policy === undefined) return fault;
  const overCeiling = rejectByCeiling(estimated, needs.policy);
  if (overCeiling !== undefined || estimated.label === exemptLabel) return overCeiling;
  return rejectByQuality(estimated, needs.policy);
}
