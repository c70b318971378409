// Candidate -> eligible or rejected, by the first limit that it breaks. Last come the limits that compare those that are left: the
// loss against the best, then the depth.
import type { Estimated } from "../estimate/estimated.ts";
import { hypotOf } from "../numerics/index.ts";
import { compareScore, unprovenGain } from "../rank/rank.ts";
import { FILTER_TABLE } from "./filter-table.ts";
import type { Filter, Needs } from "./filter.ts";
import type { RejectionCode, RejectionRecord } from "./rejection.ts";

interface FilterInput {
  readonly estimated: readonly Estimated[];
  readonly needs: Needs;
  readonly maxModelDepth: number | null;
  /** @unit points */
  readonly maxLossPoints: number | undefined;
  /** Model of an open tool loop: low rank or success does not take it out in the middle of its work. */
  readonly exemptLabel: string | undefined;
}

export interface Filtered {
  readonly eligible: readonly Estimated[];
  /** Without an eligible candidate: those that break only limits that may give way. Else empty. */
  readonly permitted: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
}

type Check = Pick<Filter<RejectionCode>, "code" | "binds" | "check" | "isAsked">;

const CHECKS: readonly Check[] = Object.values(FILTER_TABLE).filter(({ check }) => check !== undefined);

/** Those that a candidate of this decision could break; of most decisions there are two. */
const checksFor = (needs: Needs): readonly Check[] =>
  CHECKS.filter(({ isAsked }) => isAsked === undefined || isAsked(needs));

export function filterCandidates(input: FilterInput): Filtered {
  const { estimated, needs, exemptLabel } = input;
  const passed: Estimated[] = [];
  const rejected: RejectionRecord[] = [];
  const judge: Judge = { checks: checksFor(needs), needs };
  for (const candidate of estimated) {
    const rejection = rejectionOf(judge, candidate, candidate.label === exemptLabel);
    if (rejection === undefined) passed.push(candidate);
    else rejected.push(rejection);
  }
  const near = cutLoss(passed, input.maxLossPoints, exemptLabel);
  const cut = cutDepth(near.eligible, input.maxModelDepth, exemptLabel);
  return {
    eligible: cut.eligible,
    permitted: cut.eligible.length > 0 ? [] : permittedOf({ estimated, rejected, needs }),
    rejected: [...rejected, ...near.rejected, ...cut.rejected],
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

/** Standard deviations that hold with 80 % probability on one side, as the ceilings do. */
const EIGHTY_PERCENT = 0.8416;

/** Points that a candidate is below the best with 80 % probability at most; 0 for the same model at another host. */
function sureLossOf(each: Estimated, best: Estimated): number {
  if (each === best || each.candidate.ability === best.candidate.ability) return 0;
  const doubt = hypotOf(each.spread, Math.min(each.spread, best.spread));
  // A bound must not drive decisions to what costs more on differences that chance explains.
  const unproven = best.orderUsd > each.orderUsd ? unprovenGain(each, best) : 0;
  return Math.min(100, 100 * (best.success - unproven - each.success + EIGHTY_PERCENT * doubt));
}

/** Those that surely lie no further below the best estimated success stay eligible, and `exemptLabel`. */
function cutLoss(
  candidates: readonly Estimated[],
  limit: number | undefined,
  exemptLabel: string | undefined,
): Cut {
  const [first, ...others] = candidates;
  if (limit === undefined || first === undefined) return { eligible: candidates, rejected: [] };
  const best = others.reduce((most, each) => (compareAble(each, most) < 0 ? each : most), first);
  const eligible: Estimated[] = [];
  const rejected: RejectionRecord[] = [];
  for (const each of candidates) {
    const need = sureLossOf(each, best);
    if (need <= limit || each.label === exemptLabel) eligible.push(each);
    else rejected.push({ label: each.label, code: "loss_bound", need, limit });
  }
  return { eligible, rejected };
}

/** The higher success first; of equals the surer one. */
const compareAble = (a: Estimated, b: Estimated): number =>
  b.success - a.success || a.spread - b.spread || compareScore(a, b);

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
