// Lessons of the reports, as the decision sees them. First comes what the grader and the kind of work do to all models alike,
// reported or not: a strict grader says nothing of the models that nobody has reported on. Only what a model departs from that
// beyond chance is its own. A failure of a stronger model counts for the weaker ones on the same work, and a success of a weaker
// one for the stronger, until they have reports of their own.
import type { LearnedEstimate, LearnedPolicy } from "../../input/decision-input.ts";
import { logitOf, sigmoid } from "../../numerics/logistic.ts";
import { armNameOf } from "../learned-policy.ts";
import { createSharedShift } from "../shared-shift.ts";
import type { FittedKin } from "./fit-kin.ts";
import { createKinReader } from "./kin-arms.ts";
import type { Departure, KinReading } from "./kin-arms.ts";
import { kinCoordinates } from "./kin-basis.ts";
import { fieldOf } from "./likeness.ts";

const SPREAD_MAX = 0.5;
/** Departures of fewer standard deviations than this prove nothing; a decision that costs no more follows them all the same. */
const PROOF_Z = 1.4;
/** Share of the doubt that reports took away, and change of the estimate, from which on the estimate is called the account's own. */
const [OWN_SHARE, OWN_CHANGE] = [0.25, 0.005];

/**
 * The part of a departure that is proven: nothing within `z` deviations, nearly all of it far beyond. With a `z` of 0 it is the mean.
 * @source Breiman (1995), Better subset regression using the nonnegative garrote
 */
function believe(departure: number, variance: number, z: number): number {
  const chance = z * z * variance;
  return Math.max(0, 1 - chance / Math.max(1e-12, departure * departure)) * departure;
}

interface Lesson {
  /** Shift that holds for all models. @unit logits */
  readonly level: number;
  readonly levelVariance: number;
  /** Believed departures from it by arm. @unit logits */
  readonly own: readonly number[];
}

/** The part of the departures that chance may explain is given back to the level: it is as likely to be the grader's. */
function learnFrom({ shared, sharedVariance, departures }: KinReading, z: number): Lesson {
  const own = departures.map(({ own: departure, ownVariance }) => believe(departure, ownVariance, z));
  let [evidence, rest, variance] = [0, 0, 0];
  departures.forEach((each, arm) => {
    evidence += each.evidence;
    rest += each.evidence * (each.own - own[arm]!);
    variance += each.evidence * each.wholeVariance;
  });
  if (evidence === 0) return { level: 0, levelVariance: sharedVariance, own };
  const levelVariance = variance / evidence;
  return { level: believe(shared + rest / evidence, levelVariance, z), levelVariance, own };
}

/** Slope of the sigmoid, by its value. */
const slopeAt = (success: number): number => Math.max(1e-6, success * (1 - success));

interface Candidate {
  readonly arm: number | undefined;
  readonly shipped: number;
  readonly spread: number;
}

/** Evidence that reports on stronger and weaker models say of this one, as far as it has none. @unit logits */
function inherit(
  of: Candidate,
  candidates: readonly Candidate[],
  own: readonly number[],
  evidence: number,
): number {
  let [fall, rise] = [0, 0];
  for (const { arm, shipped } of candidates) {
    const believed = arm === undefined ? 0 : own[arm]!;
    if (shipped > of.shipped) fall = Math.min(fall, believed);
    if (shipped < of.shipped) rise = Math.max(rise, believed);
  }
  return (1 - evidence) * (fall + rise);
}

/** Doubt that is the model's own, from what it was before: reports take some of it away, and what is believed against it brings theirs. @unit logits squared */
function doubtOf(before: number, departure: Departure | undefined, own: number): number {
  if (departure === undefined) return before;
  const agreed = before * (1 - departure.evidence);
  if (own >= 0) return agreed;
  const share = own / Math.min(-1e-12, departure.own);
  return (1 - share) * agreed + share * departure.ownVariance;
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function createKinPolicy(version: string, fitted: FittedKin): LearnedPolicy {
  const armOf = new Map(fitted.model.arms.map((name, arm) => [name, arm]));
  const readKin = createKinReader(fitted);
  return {
    version,
    adjust({ encoding, labels, modelIds, estimates }) {
      const reading = readKin(kinCoordinates(fitted.basis, encoding));
      const { departures } = reading;
      const field = fieldOf(encoding);
      const candidates = estimates.map(({ success, spread }, at): Candidate => ({
        arm: armOf.get(armNameOf(labels[at]!, modelIds[at])),
        shipped: success,
        spread,
      }));
      const weighed = candidates.map(({ arm, shipped }) => ({
        shipped,
        weight: arm === undefined ? 0 : departures[arm]!.evidence,
      }));
      const tell = ({ level, own }: Lesson) => {
        const shift = createSharedShift(level, weighed);
        const successOf = (each: Candidate, at: number): number => {
          const ownLogits = each.arm === undefined ? 0 : own[each.arm]!;
          const moved = ownLogits + inherit(each, candidates, own, weighed[at]!.weight);
          const shifted = shift.chanceOf(each.shipped);
          return moved === 0 ? shifted : sigmoid(logitOf(shifted) + moved);
        };
        return { shift, successes: candidates.map(successOf) };
      };
      const lesson = learnFrom(reading, PROOF_Z);
      const { level, levelVariance, own } = lesson;
      const { shift, successes } = tell(lesson);
      const means = tell(learnFrom(reading, 0)).successes;
      return candidates.map((each, at): LearnedEstimate => {
        const { arm, shipped } = each;
        const departure = arm === undefined ? undefined : departures[arm];
        const evidence = departure?.evidence ?? 0;
        const ownLogits = arm === undefined ? 0 : own[arm]!;
        const shifted = shift.chanceOf(shipped);
        const success = successes[at]!;
        const lead = means[at]! - success;
        const slope = slopeAt(success);
        const before = ((each.spread * shift.factor) / slopeAt(shifted)) ** 2;
        const spread = Math.min(SPREAD_MAX, slope * Math.sqrt(doubtOf(before, departure, ownLogits)));
        const levelSpread = level < 0 ? slope * Math.sqrt(levelVariance) : 0;
        const byField = arm === undefined ? {} : (fitted.reports[arm] ?? {});
        const isOwn = evidence >= OWN_SHARE || Math.abs(success - shipped) >= OWN_CHANGE;
        const reports = { field, onField: byField[field] ?? 0, inAll: sumOf(byField) };
        return { success, lead, spread, levelSpread, isOwn, reports };
      });
    },
  };
}
