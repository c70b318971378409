// Lessons of the reports, as the decision sees them: the mean, and the doubt of every difference between two models.
import type { LearnedDoubt, LearnedEstimate, LearnedPolicy } from "../../input/decision-input.ts";
import { armNameOf } from "../arm-name.ts";
import { firmChance, priorOf, slopeAt, type FittedReports } from "./fit-reports.ts";
import { DEPARTURE, fieldOf, kindOf, placeOf } from "./place.ts";
import { dot, timesPacked } from "./sums.ts";
import { packedSize } from "../../numerics/cholesky.ts";

const SPREAD_MAX = 0.5;
/** Chances stay away from what no report can know, unless the shipped one is there. */
const [CHANCE_MIN, CHANCE_MAX] = [0.01, 0.99];
/** Share of the doubt that reports took away, and change of the estimate, from which on the estimate is called the account's own. */
const [OWN_SHARE, OWN_CHANGE] = [0.25, 0.005];

/** R' v of a packed lower triangle R. */
function timesFactor(packed: Float64Array, v: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  for (let i = 0, at = 0; i < v.length; i += 1)
    for (let j = 0; j <= i; j += 1, at += 1) out[j] = out[j]! + packed[at]! * v[i]!;
  return out;
}

/** Variance of a move, as far as the move is more than its doubt. */
const doubtAgainst = (move: number, variance: number): number =>
  (variance * move * move) / Math.max(1e-12, move * move + variance);

export function createReportsPolicy(version: string, fitted: FittedReports): LearnedPolicy {
  const { sums, names } = fitted;
  const inAll = fitted.models.map(({ byField }) =>
    Object.values(byField).reduce((sum, count) => sum + count, 0),
  );
  const armOf = new Map(fitted.arms.map((name, arm) => [name, arm]));
  return {
    version,
    reportedShare: fitted.reportedShare,
    adjust({ encoding, labels, modelIds, estimates }) {
      const place = placeOf(names, encoding);
      let made: Float64Array | undefined;
      const whole = (): Float64Array => (made ??= timesFactor(sums.sharedFactor, place));
      const used = [...place.keys()].filter((at) => at === DEPARTURE || place[at] !== 0);
      const [kind, field] = [kindOf(encoding), fieldOf(encoding)];
      const candidates = estimates.map(({ success: shipped }, at): Candidate => {
        const arm = armOf.get(armNameOf(labels[at]!, modelIds[at]));
        const known = arm === undefined ? undefined : fitted.models[arm];
        const firm = firmChance(shipped);
        const prior = priorOf(known, kind, firm);
        const z = place.slice();
        z[DEPARTURE] = prior.departure;
        const shared = dot(z, sums.shared);
        const own = arm === undefined ? 0 : dot(z, sums.own[arm]!);
        const doubt = doubtOf({ z, used, arm, shipped: firm }, sums, whole);
        const evidence = Math.max(0, 1 - doubt.conditional / Math.max(1e-12, doubt.before));
        return { arm, known, shipped, kept: prior.chance - firm, shared, own, doubt, evidence };
      });
      return candidates.map((each, at): LearnedEstimate => {
        const { arm, known, shipped, shared, own, doubt, evidence } = each;
        const before = estimates[at]!.spread;
        const moved = each.kept + shared + own + inherit(each, candidates);
        const success = Math.min(
          Math.max(CHANCE_MAX, shipped),
          Math.max(Math.min(CHANCE_MIN, shipped), shipped + moved),
        );
        const against = own < 0 ? doubtAgainst(own, doubt.own()) : 0;
        const ofLevel = shared < 0 ? doubtAgainst(shared, dot(doubt.ofShared(), doubt.ofShared())) : 0;
        const counts = known?.byField ?? {};
        return {
          success,
          doubt: new LazyDoubt(doubt),
          spread: before * Math.sqrt(1 - evidence),
          learnedSpread: Math.min(SPREAD_MAX, Math.sqrt(ofLevel + against)),
          isOwn: evidence >= OWN_SHARE || Math.abs(success - shipped) >= OWN_CHANGE,
          reports: { field, onField: counts[field] ?? 0, inAll: arm === undefined ? 0 : inAll[arm]! },
        };
      });
    },
  };
}

interface Candidate {
  readonly arm: number | undefined;
  readonly known: FittedReports["models"][number] | undefined;
  readonly shipped: number;
  /** By which its departure from the usual is not believed. */
  readonly kept: number;
  readonly shared: number;
  readonly own: number;
  readonly doubt: OwnDoubt;
  /** Share of the doubt about this model here that its own reports took away. @range 0..1 */
  readonly evidence: number;
}

/**
 * Failures of the stronger models count for the weaker ones on the same work, and successes of the weaker ones for the stronger, as far
 * as they have no reports of their own. It is their mean that counts: where one of them fails and another does well, the work is not hard.
 */
function inherit(of: Candidate, candidates: readonly Candidate[]): number {
  const [above, below] = [1, -1].map((side) => {
    let [sum, weight] = [0, 0];
    for (const { shipped, own, evidence } of candidates)
      if (side * (shipped - of.shipped) > 0) [sum, weight] = [sum + evidence * own, weight + evidence];
    return weight === 0 ? 0 : sum / weight;
  });
  return (1 - of.evidence) * (Math.min(0, above!) + Math.max(0, below!));
}

interface OwnDoubt {
  /** Variance of the own part before any report, and where the shared part is known. */
  readonly before: number;
  readonly conditional: number;
  /** Variance of the own part where the shared part is not known. */
  own(): number;
  /** Its squares sum to the variance that comes from the shared part. */
  ofShared(): Float64Array;
}

interface Asked {
  readonly z: Float64Array;
  /** Places of `z` that are not 0, in order. */
  readonly used: readonly number[];
  readonly arm: number | undefined;
  /** One that reports say nothing of departs by what the slope at its shipped estimate allows. */
  readonly shipped: number;
}

/**
 * The vectors are made when they are read: where reports lower an estimate, where proof is asked, and where a decision draws.
 * @param whole R' of the coordinates that all models share, for the factor R of the shared part's covariance
 */
function doubtOf(
  { z, used, arm, shipped }: Asked,
  sums: FittedReports["sums"],
  whole: () => Float64Array,
): OwnDoubt {
  let before = 0;
  if (arm === undefined) {
    const slope = slopeAt(shipped);
    for (const i of used) before += (slope * z[i]! * sums.ownPrior[i]!) ** 2;
    return { before, conditional: before, own: () => before, ofShared: whole };
  }
  const precision = sums.precisions[arm]!;
  const covariance = sums.covariances[arm]!;
  let conditional = 0;
  for (const i of used) {
    const row = packedSize(i);
    let sum = 0;
    for (const j of used) {
      if (j === i) break;
      sum += covariance[row + j]! * z[j]!;
    }
    conditional += z[i]! * (2 * sum + covariance[row + i]! * z[i]!);
    before += (z[i]! * z[i]!) / precision[i]!;
  }
  let made: Float64Array | undefined;
  const ofShared = (): Float64Array => {
    if (made !== undefined) return made;
    const known = timesPacked(covariance, z);
    for (let i = 0; i < z.length; i += 1) known[i] = known[i]! * precision[i]!;
    return (made = timesFactor(sums.sharedFactor, known));
  };
  const own = (): number => {
    const [all, part] = [whole(), ofShared()];
    let variance = conditional;
    for (let i = 0; i < z.length; i += 1) {
      // Only the departure of its shipped estimate sets this model's coordinates apart from those that all share.
      const ofDeparture = i <= DEPARTURE ? sums.sharedFactor[packedSize(DEPARTURE) + i]! * z[DEPARTURE]! : 0;
      variance += (all[i]! + ofDeparture - part[i]!) ** 2;
    }
    return Math.max(0, variance);
  };
  return { before, conditional: Math.max(0, conditional), own, ofShared };
}

/** The doubt that the decision compares. */
class LazyDoubt implements LearnedDoubt {
  readonly own: number;
  readonly #of: OwnDoubt;

  constructor(of: OwnDoubt) {
    this.own = of.conditional;
    this.#of = of;
  }

  get shared(): Float64Array {
    return this.#of.ofShared();
  }
}
