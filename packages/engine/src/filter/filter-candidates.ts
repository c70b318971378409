// Candidate -> eligible or rejected, by the first limit that it breaks. Depth comes last: it ranks what is left.
import type { Estimated } from "../estimate/estimated.ts";
import { compareScore } from "../rank/rank.ts";
import { FILTER_TABLE } from "./filter-table.ts";
import type { Filter, Needs } from "./filter.ts";
import type { RejectionCode, RejectionRecord } from "./rejection.ts";

interface FilterInput {
  readonly estimated: readonly Estimated[];
  readonly needs: Needs;
  readonly maxModelDepth: number | null;
  /** Model of an open tool loop: low rank or success does not take it out in the middle of its work. */
  readonly exemptLabel: string | undefined;
}

export interface Filtered {
  readonly eligible: readonly Estimated[];
  /** When nobody is eligible: those who break wishes alone, among whom the least bad may be chosen. Else empty. */
  readonly permitted: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
}

type Check = Pick<Filter<RejectionCode>, "code" | "binds" | "check" | "isAsked">;

const CHECKS: readonly Check[] = Object.values(FILTER_TABLE).filter(({ check }) => check !== undefined);

/** Those that a candidate of this decision could break; of most decisions there are two. */
const checksFor = (needs: Needs): readonly Check[] =>
  CHECKS.filter(({ isAsked }) => isAsked === undefined || isAsked(needs));

export function filterCandidates({ estimated, needs, maxModelDepth, exemptLabel }: FilterInput): Filtered {
  const passed: Estimated[] = [];
  const rejected: RejectionRecord[] = [];
  const judge: Judge = { checks: checksFor(needs), needs };
  for (const candidate of estimated) {
    const rejection = rejectionOf(judge, candidate, candidate.label === exemptLabel);
    if (rejection === undefined) passed.push(candidate);
    else rejected.push(rejection);
  }
  const cut = cutDepth(passed, maxModelDepth, exemptLabel);
  return {
    eligible: cut.eligible,
    permitted: cut.eligible.length > 0 ? [] : permittedOf({ estimated, rejected, needs }),
    rejected: cut.rejected.length === 0 ? rejected : [...rejected, ...cut.rejected],
  };
}

interface Judge {
  readonly checks: readonly Check[];
  readonly needs: Needs;
}

function rejectionOf(
  { checks, needs }: Judge,
  estimated: Estimated,
  isExempt: boolean,
): RejectionRecord | undefined {
  for (const { code, check } of checks) {
    const misfit = check?.(estimated, needs);
    if (misfit === undefined) continue;
    if (isExempt && code === "minimum_quality") return undefined;
    // The table gives each code the misfit of that code.
    return { label: estimated.label, code, ...misfit } as RejectionRecord;
  }
  return undefined;
}

/** A candidate is rejected by the first limit that it breaks, and may break a binding one further down. */
function permittedOf({
  estimated,
  rejected,
  needs,
}: Pick<FilterInput, "estimated" | "needs"> & Pick<Filtered, "rejected">): readonly Estimated[] {
  const fallback = needs.policy?.fallback;
  if (fallback === "strict") return [];
  const banned = new Set(rejected.filter(({ code }) => FILTER_TABLE[code].binds === "always").map(labelOf));
  const binding = CHECKS.filter(({ binds }) => binds === "unless_waived" && fallback !== "least_bad");
  return estimated.filter(
    (candidate) =>
      !banned.has(candidate.label) && binding.every(({ check }) => check?.(candidate, needs) === undefined),
  );
}

const labelOf = ({ label }: RejectionRecord): string => label;

interface Cut {
  readonly eligible: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
}

/** The best `depth` by score stay eligible; `exemptLabel` (the model of an open tool loop) stays whatever its rank. */
function cutDepth(
  candidates: readonly Estimated[],
  depth: number | null,
  exemptLabel: string | undefined,
): Cut {
  if (depth === null || depth >= candidates.length) return { eligible: candidates, rejected: [] };
  const byScore = [...candidates].sort(compareScore);
  const eligible: Estimated[] = [];
  const rejected: RejectionRecord[] = [];
  byScore.forEach((candidate, i) => {
    if (i < depth || candidate.label === exemptLabel) eligible.push(candidate);
    else rejected.push({ label: candidate.label, code: "depth", need: i + 1, limit: depth });
  });
  return { eligible, rejected };
}
