// The report of a run: the share, its dollars, where the pick loses, how far the judge can be trusted, and a rule.
import type { PreferencePolicy, Tradeoff } from "@signalbox/contracts";
import type { Interval } from "@signalbox/engine/learn";

import type { Verdict } from "./judge.ts";
import type { Pair } from "./pairs.ts";
import type { Ending, Proof } from "./run-proof.ts";
import type { Drawn } from "./state-file.ts";

export interface Weakness {
  /** A field or an operation, as field rules name it. */
  readonly kind: string;
  readonly losses: number;
  readonly compared: number;
}

export interface Suggestion {
  readonly kind: string;
  readonly policy: PreferencePolicy;
  /** Expected under the rule. @range 0..1 */
  readonly as_good: number;
  readonly usd_share: number;
}

export interface JudgeReport {
  readonly judge: string;
  readonly compared: number;
  /** Comparisons whose two orders named different winners. */
  readonly flips: number;
  /** Rulings with a winner, and those for the answer that was shown first. */
  readonly place: { readonly rulings: number; readonly first: number };
  /** Verdicts with a winner where one answer was a tenth longer, and those that the longer one won. */
  readonly length: { readonly compared: number; readonly longer_won: number };
  /** Hand-made labels. */
  readonly labelled: Proof["labelled"];
  readonly others: readonly { readonly judge: string; readonly compared: number; readonly agreed: number }[];
}

export interface ProofReport {
  readonly baseline: string;
  /** Requests that could be asked again, of which `requests` were drawn from. */
  readonly total: number;
  readonly requests: number;
  /** The router picks the baseline itself. */
  readonly same: number;
  readonly compared: number;
  readonly better: number;
  readonly tied: number;
  readonly worse: number;
  /** Share of requests on which the pick is at least as good. */
  readonly as_good: Interval;
  /** Dollars of the picks over those of the baseline, as billed in this run; null before the first comparison. */
  readonly usd_share: number | null;
  readonly weakest: readonly Weakness[];
  readonly suggestion: Suggestion | null;
  readonly judged_by: JudgeReport;
  readonly left_out: Readonly<Record<string, number>>;
  readonly spent_usd: number;
  readonly calls: number;
  readonly ending: Ending;
  readonly fault: string | null;
}

interface Seen {
  readonly pair: Pair;
  readonly drawn: Drawn;
  readonly outcome: NonNullable<Drawn["outcome"]>;
  /** Requests that this one represents, up to a factor. */
  readonly weight: number;
}

const LOSSES_MIN = 3;
const SHOWN_MAX = 3;

const seenOf = (pairs: readonly Pair[], drawn: readonly Drawn[]): readonly Seen[] =>
  drawn.flatMap((each) => {
    const pair = pairs[each.at];
    const { outcome, draw } = each;
    if (pair === undefined || outcome === undefined || outcome.found === "none") return [];
    return [{ pair, drawn: each, outcome, weight: 1 / (draw.chance * draw.left) }];
  });

const sumOf = <T>(list: readonly T[], value: (each: T) => number): number =>
  list.reduce((sum, each) => sum + value(each), 0);

/** Billed dollars of the picks over those of the baseline on these requests. */
function billedShare(seen: readonly Seen[]): number | undefined {
  const baseline = sumOf(seen, ({ weight, outcome }) => weight * (outcome.usd?.baseline ?? 0));
  return baseline > 0
    ? sumOf(seen, ({ weight, outcome }) => weight * (outcome.usd?.pick ?? 0)) / baseline
    : undefined;
}

interface Dollars {
  readonly pairs: readonly Pair[];
  readonly seen: readonly Seen[];
  /** Requests that a rule leaves with the baseline. */
  readonly isKept: (pair: Pair) => boolean;
}

/** Over all requests: those that stay with the baseline cost what it costs. */
function usdShare({ pairs, seen, isKept }: Dollars): number | null {
  const isBaseline = (pair: Pair): boolean => pair.isSame || isKept(pair);
  const all = sumOf(pairs, ({ usd }) => usd.baseline);
  const kept = sumOf(pairs.filter(isBaseline), ({ usd }) => usd.baseline);
  const share = billedShare(seen.filter(({ pair }) => !isKept(pair)));
  if (share === undefined) return seen.length === 0 || all === 0 ? null : 1;
  return all === 0 ? share : (kept + (all - kept) * share) / all;
}

const KINDS = [(pair: Pair): string => pair.field, (pair: Pair): string => pair.operation];

/** Kinds that lose more often than all others together, the clearest first. */
function weakestOf(seen: readonly Seen[]): readonly Weakness[] {
  const isLoss = ({ outcome }: Seen): boolean => outcome.found === false;
  const rate = sumOf(seen, (each) => Number(isLoss(each))) / Math.max(1, seen.length);
  const kinds = new Set(seen.flatMap(({ pair }) => KINDS.map((kindOf) => kindOf(pair))));
  return [...kinds]
    .map((kind): Weakness => {
      const own = seen.filter(({ pair }) => KINDS.some((kindOf) => kindOf(pair) === kind));
      return { kind, losses: own.filter(isLoss).length, compared: own.length };
    })
    .filter(({ losses, compared }) => losses >= LOSSES_MIN && losses > rate * compared)
    .toSorted((a, b) => b.losses - rate * b.compared - (a.losses - rate * a.compared))
    .slice(0, SHOWN_MAX);
}

const isOf = (pair: Pair, kind: string): boolean => KINDS.some((kindOf) => kindOf(pair) === kind);

interface Suggesting extends Pick<ReportInput, "policy" | "tradeoff" | "baseline"> {
  readonly pairs: readonly Pair[];
  readonly seen: readonly Seen[];
  readonly share: Interval;
}

/** The kind was chosen by its losses, so its rate is taken halfway to that of all. */
function suggestionOf(
  { pairs, seen, share, baseline, policy, tradeoff }: Suggesting,
  [worst]: readonly Weakness[],
): Suggestion | null {
  if (worst === undefined) return null;
  const { kind, losses, compared } = worst;
  const all = sumOf(seen, ({ outcome }) => Number(outcome.found === false)) / seen.length;
  const rate = (losses / compared + all) / 2;
  const moved = pairs.filter((pair) => !pair.isSame && isOf(pair, kind)).length;
  const isKept = (pair: Pair): boolean => isOf(pair, kind);
  return {
    kind,
    policy: {
      ...(tradeoff !== undefined && { objective: { kind: tradeoff } }),
      ...policy,
      field_rules: [...(policy?.field_rules ?? []), { field: kind, prefer: { label: baseline }, bonus: 1 }],
    },
    as_good: Math.min(1, share.mean + (moved * rate) / pairs.length),
    usd_share: usdShare({ pairs, seen, isKept }) ?? 1,
  };
}

function agreementOf(seen: readonly Seen[], judges: readonly string[]): JudgeReport["others"] {
  return judges.slice(1).map((judge, at) => {
    const both = seen.flatMap(({ outcome }): (readonly [Verdict, Verdict])[] => {
      const other = outcome.others?.[at];
      return outcome.judged === undefined || other === undefined ? [] : [[outcome.judged.verdict, other]];
    });
    return { judge, compared: both.length, agreed: both.filter(([a, b]) => a === b).length };
  });
}

function judgeReport(seen: readonly Seen[], { judges, proof }: ReportInput): JudgeReport {
  const judged = seen.flatMap(({ outcome }) => outcome.judged ?? []);
  const won = seen.filter(
    ({ outcome }) => outcome.longer !== undefined && (outcome.judged?.verdict ?? "tie") !== "tie",
  );
  return {
    judge: judges[0] ?? "",
    compared: judged.length,
    flips: judged.filter(({ isFlip }) => isFlip).length,
    place: { rulings: sumOf(judged, ({ decided }) => decided), first: sumOf(judged, ({ first }) => first) },
    length: {
      compared: won.length,
      longer_won: won.filter(({ outcome }) => outcome.longer === outcome.judged?.verdict).length,
    },
    labelled: proof.labelled,
    others: agreementOf(seen, judges),
  };
}

export interface ReportInput {
  /** Every request, those included where the router picks the baseline. */
  readonly pairs: readonly Pair[];
  readonly total: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly baseline: string;
  readonly judges: readonly string[];
  /** That decided the picks; a suggested rule is added to it. */
  readonly policy: PreferencePolicy | undefined;
  readonly tradeoff: Tradeoff | undefined;
  readonly proof: Proof;
}

export function reportOf(input: ReportInput): ProofReport {
  const { pairs, total, leftOut, baseline, proof } = input;
  const { drawn, share, spentUsd, calls, ending, fault } = proof;
  const paid = pairs.filter(({ isSame }) => !isSame);
  const seen = seenOf(paid, drawn);
  const reasons: Record<string, number> = { ...leftOut };
  for (const { outcome } of drawn)
    if (outcome?.reason !== undefined) reasons[outcome.reason] = (reasons[outcome.reason] ?? 0) + 1;
  const count = (verdict: Verdict): number =>
    seen.filter(({ outcome }) => (outcome.judged?.verdict ?? "tie") === verdict).length;
  const weakest = weakestOf(seen);
  return {
    baseline,
    total,
    requests: pairs.length,
    same: pairs.length - paid.length,
    compared: seen.length,
    better: count("pick"),
    tied: count("tie"),
    worse: count("baseline"),
    as_good: share,
    usd_share: usdShare({ pairs, seen, isKept: () => false }),
    weakest,
    suggestion: suggestionOf({ ...input, seen, share }, weakest),
    judged_by: judgeReport(seen, input),
    left_out: reasons,
    spent_usd: spentUsd,
    calls,
    ending,
    fault: fault ?? null,
  };
}
