// From an account's reports to what they teach: which evidence counts how much, then one fit. Pure and repeatable: rebuilt from the
// stored reports, so that a withdrawn or deleted one leaves no trace.
import type { Kindred } from "../../input/decision-input.ts";
import { findChangePoint, findKeyBehind } from "../change-point.ts";
import { findDoubtfulKeys, type KeyReports } from "../doubt-keys.ts";
import { PRIORS } from "../priors.data.ts";
import { boundKeys, contradictingKeys, type HeldBack } from "./bound-keys.ts";
import { DEPARTURE, fieldOf, kindOf, nameKinds, placeOf, type KindNames } from "./place.ts";
import { addReport, createSums, fitSums, type ArmPrior, type FittedSums } from "./sums.ts";

/** One judged decision. */
export interface FeedbackEvidence {
  /** Arm name: canonical model id, or the label when the model is unknown. */
  readonly arm: string;
  readonly encoding: Kindred;
  /** Shipped estimate at decision time. @range 0..1 */
  readonly prior: number;
  /** @range 0..1 */
  readonly outcome: number;
  readonly keyId: string;
  readonly reportedAtMs: number;
  /** Share of a whole conversation's judgement that falls on this decision. @range 0..1 */
  readonly credit: number;
}

/** Below this many judged decisions nothing is learned. */
const REPORTS_MIN = 5;

/** Shipped estimates of a model on one kind of work. */
interface Usual {
  readonly count: number;
  readonly mean: number;
}

interface ReportedModel {
  readonly byKind: Readonly<Record<string, Usual>>;
  /** Reports by field. */
  readonly byField: Readonly<Record<string, number>>;
}

export interface FittedReports {
  readonly arms: readonly string[];
  readonly names: KindNames;
  readonly models: readonly ReportedModel[];
  readonly sums: FittedSums;
  /** Share of decisions that are reported on; exploration draws no more. @range 0..1 */
  readonly reportedShare: number;
  /** Keys whose reports on a model count in part or not at all. */
  readonly bounded: readonly (HeldBack & { readonly arm: string })[];
}

type Lessons = Omit<FittedReports, "reportedShare" | "bounded">;

/** Firmer than this no shipped estimate is taken to be, so that one of .999 is not set apart from one of .97. */
const [FIRM_LOW, FIRM_HIGH] = [0.03, 0.97];
export const firmChance = (chance: number): number => Math.min(FIRM_HIGH, Math.max(FIRM_LOW, chance));

/** Reports by which the usual value of a shipped estimate is known. */
const USUAL_WORTH = 10;

/** The shipped estimate as reports start from it: its usual value in full, its departure from that by a part. */
export function priorOf(
  model: ReportedModel | undefined,
  kind: string,
  shipped: number,
): { readonly chance: number; readonly departure: number } {
  const usual = model?.byKind[kind];
  if (usual === undefined) return { chance: shipped, departure: 0 };
  const share = usual.count / (usual.count + USUAL_WORTH);
  const departure = share * (shipped - usual.mean);
  return { chance: shipped - (1 - PRIORS.within.mean) * departure, departure };
}

interface Weighed {
  readonly row: FeedbackEvidence;
  readonly arm: number;
  readonly weight: number;
}

interface Evidence {
  readonly arms: readonly string[];
  readonly weighed: readonly Weighed[];
  readonly changed: ReadonlySet<number>;
}

/** Outcomes that a kind of work is taken to have had as expected before there are any. */
const KIND_WORTH = 1;

/**
 * Outcome less estimate, less the mean of that over the kind of work: a model that has lost the work it failed at did not change.
 * @param rows in the order of time
 */
function residualsWithinKind(rows: readonly FeedbackEvidence[]): number[] {
  const residualOf = ({ outcome, prior }: FeedbackEvidence): number => outcome - firmChance(prior);
  const means = new Map(
    [...Map.groupBy(rows, ({ encoding }) => kindOf(encoding))].map(([kind, of]) => {
      const sum = of.reduce((total, row) => total + residualOf(row), 0);
      return [kind, sum / (of.length + KIND_WORTH)];
    }),
  );
  return rows.map((row) => residualOf(row) - means.get(kindOf(row.encoding))!);
}

/** Age at which a report weighs half. @unit milliseconds */
const HALF_LIFE_MS = 30 * 86_400_000;

/**
 * Gives the reports on a model from before its last change a weight of 0. No key makes a change on its own: a change that its reports alone
 * show is one of that key, and sets none of the others' reports aside.
 * @param places of the model's reports, in the order of time
 * @returns whether there was a change
 */
function setAsideChanged(
  rows: readonly FeedbackEvidence[],
  places: readonly number[],
  weights: Float64Array,
): boolean {
  const reports = places.map((at) => rows[at]!);
  const residuals = residualsWithinKind(reports);
  const change = findChangePoint(residuals);
  if (change === undefined) return false;
  const keys = reports.map(({ keyId }) => keyId);
  const alone = findKeyBehind(residuals, keys, change.index);
  if (alone === undefined) {
    for (const at of places.slice(0, change.index)) weights[at] = 0;
    return true;
  }
  const byKey = Map.groupBy(places, (at) => rows[at]!.keyId === alone);
  return [...byKey.values()].filter((part) => setAsideChanged(rows, part, weights)).length > 0;
}

/** Most models that sums are kept of: those with most reports. */
const ARMS_MAX = 64;

function mostReported(rows: readonly FeedbackEvidence[]): readonly FeedbackEvidence[] {
  const byArm = Map.groupBy(rows, ({ arm }) => arm);
  if (byArm.size <= ARMS_MAX) return rows;
  const order = [...byArm].toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const kept = new Set(order.slice(0, ARMS_MAX).map(([arm]) => arm));
  return rows.filter(({ arm }) => kept.has(arm));
}

function weigh(rows: readonly FeedbackEvidence[], nowMs: number): Evidence {
  const names = [...new Set(rows.map(({ arm }) => arm))].sort();
  const weights = Float64Array.from(rows, ({ reportedAtMs }) =>
    Math.exp((-Math.LN2 * Math.max(0, nowMs - reportedAtMs)) / HALF_LIFE_MS),
  );
  const changed = new Set<number>();
  const ordered = [...rows.keys()].toSorted((a, b) => rows[a]!.reportedAtMs - rows[b]!.reportedAtMs);
  for (const [name, places] of Map.groupBy(ordered, (at) => rows[at]!.arm))
    if (setAsideChanged(rows, places, weights)) changed.add(names.indexOf(name));
  const armOf = new Map(names.map((name, arm) => [name, arm]));
  const weighed = rows.map((row, at) => ({
    row,
    arm: armOf.get(row.arm)!,
    weight: weights[at]! * row.credit,
  }));
  return { arms: names, weighed, changed };
}

function describeModel(rows: readonly Weighed[]): ReportedModel {
  const counted = rows.filter(({ weight }) => weight > 0).map(({ row }) => row);
  const byKind: Record<string, Usual> = {};
  for (const [kind, of] of Map.groupBy(counted, ({ encoding }) => kindOf(encoding)))
    byKind[kind] = {
      count: of.length,
      mean: of.reduce((sum, { prior }) => sum + firmChance(prior), 0) / of.length,
    };
  const byField: Record<string, number> = {};
  for (const { encoding } of counted) byField[fieldOf(encoding)] = (byField[fieldOf(encoding)] ?? 0) + 1;
  return { byKind, byField };
}

/** Reports that the shipped estimate of a model is worth, and the least part of a whole chance that a model may depart. */
const [SHIPPED_WORTH, SLOPE_MIN] = [4, 0.15];

/** Departures are as wide as the chance leaves room for. @range SLOPE_MIN..1 */
export const slopeAt = (chance: number): number => Math.max(SLOPE_MIN, 4 * chance * (1 - chance));

function slopeOf(rows: readonly Weighed[]): number {
  let [weight, good, shipped] = [0, 0, 0];
  for (const each of rows) {
    weight += each.weight;
    good += each.weight * each.row.outcome;
    shipped += each.row.prior / rows.length;
  }
  return slopeAt((good + SHIPPED_WORTH * shipped) / (weight + SHIPPED_WORTH));
}

const reportsByArm = ({ arms, weighed }: Evidence): Weighed[][] =>
  arms.map((_, arm) => weighed.filter((each) => each.arm === arm));

function fitEvidence(evidence: Evidence): Lessons {
  const { arms, weighed, changed } = evidence;
  const names = nameKinds(weighed.map(({ row }) => row.encoding));
  const byArm = reportsByArm(evidence);
  const models = byArm.map(describeModel);
  const first = weighed[0];
  const sums = createSums(arms.length, first === undefined ? 1 : placeOf(names, first.row.encoding).length);
  const bounds = boundKeys(byArm);
  for (const { row, arm, weight } of weighed) {
    if (weight === 0) continue;
    const prior = priorOf(models[arm], kindOf(row.encoding), firmChance(row.prior));
    const z = placeOf(names, row.encoding);
    z[DEPARTURE] = prior.departure;
    const bound = bounds[arm];
    const offset = bound?.keyId === row.keyId ? bound.offset : 0;
    const residual = row.outcome - prior.chance + offset;
    addReport(sums, { arm, z, residual, weight });
  }
  const priors = byArm.map((rows, arm): ArmPrior => ({ slope: slopeOf(rows), isChanged: changed.has(arm) }));
  return { arms, names, models, sums: fitSums(sums, priors) };
}

/** Each costs a fit; of more keys those with most reports are judged. */
const KEYS_JUDGED_MAX = 12;

/** Estimate after learning; used to judge keys. */
function predict(fitted: Lessons, row: FeedbackEvidence): number {
  const arm = fitted.arms.indexOf(row.arm);
  const prior = priorOf(fitted.models[arm], kindOf(row.encoding), firmChance(row.prior));
  const z = placeOf(fitted.names, row.encoding);
  z[DEPARTURE] = prior.departure;
  const own = fitted.sums.own[arm];
  let chance = prior.chance;
  for (let i = 0; i < z.length; i += 1) chance += z[i]! * (fitted.sums.shared[i]! + (own?.[i] ?? 0));
  return Math.min(0.99, Math.max(0.01, chance));
}

/** Reports of each key beside what a fit without that key predicted of them. */
function predictByKey(evidence: Evidence): KeyReports[] {
  const byKey = Map.groupBy(evidence.weighed, ({ row }) => row.keyId);
  const order = [...byKey].toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return order.slice(0, KEYS_JUDGED_MAX).map(([keyId, own]) => {
    const others = evidence.weighed.filter(({ row }) => row.keyId !== keyId);
    const witness = fitEvidence({ ...evidence, weighed: others });
    return {
      keyId,
      reports: own.map(({ row }) => ({ predicted: predict(witness, row), outcome: row.outcome })),
    };
  });
}

/** Keys that contradict all others: their reports are dropped before anything is learned. */
function contradicting(evidence: Evidence): ReadonlySet<string> {
  const keys = new Set(evidence.weighed.map(({ row }) => row.keyId));
  return keys.size < 3 ? new Set() : findDoubtfulKeys(predictByKey(evidence));
}

/**
 * Fits what the account's reports teach, or undefined while there are too few.
 * @param reportedShare share of the account's decisions that are reported on, 0..1
 */
export function fitReports(
  rows: readonly FeedbackEvidence[],
  nowMs: number,
  reportedShare = 1,
): FittedReports | undefined {
  if (rows.length < REPORTS_MIN) return undefined;
  const counted = mostReported(rows);
  const all = weigh(counted, nowMs);
  const dropped = contradicting(all);
  const trusted =
    dropped.size === 0
      ? all
      : weigh(
          counted.filter(({ keyId }) => !dropped.has(keyId)),
          nowMs,
        );
  const bounded = boundKeys(reportsByArm(trusted)).flatMap((bound, arm) =>
    bound === undefined ? [] : [{ ...bound, arm: trusted.arms[arm]! }],
  );
  const contradict = reportsByArm(all).flatMap((reports, arm) =>
    contradictingKeys(reports, dropped).map((key) => Object.assign({ arm: all.arms[arm]! }, key)),
  );
  return { ...fitEvidence(trusted), reportedShare, bounded: [...bounded, ...contradict] };
}
