// From an account's feedback to its learned correction: which evidence counts how much, then one fit. Pure and
// repeatable: rebuilt from the stored feedback, so that a withdrawn or deleted report leaves no trace.
import { findChangePoint } from "./change-point.ts";
import { findDoubtfulKeys, type KeyReports } from "./doubt-keys.ts";
import type { EvidenceOptions } from "./evidence-weight.ts";
import { EVIDENCE_DEFAULTS, weighEvidence } from "./evidence-weight.ts";
import type { FittedKin, KinData, KinSetting } from "./kin/fit-kin.ts";
import { fitKin, KIN_STIFF, predictKin, selectKin } from "./kin/fit-kin.ts";
import { kindOf } from "./kin/likeness.ts";
import { firm } from "./shared-shift.ts";
import type { Kindred } from "../input/decision-input.ts";

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

export interface OnlineOptions {
  readonly evidence: EvidenceOptions;
  /** Judged decisions from which on the setting is chosen by cross-validation rather than kept stiff. */
  readonly selectFrom: number;
  /** Below this many judged decisions nothing is learned. */
  readonly evidenceMin: number;
}

export const ONLINE_DEFAULTS: OnlineOptions = {
  evidence: EVIDENCE_DEFAULTS,
  selectFrom: 300,
  evidenceMin: 5,
};

/** With more keys no single one has the weight to do harm, and judging each would cost too much. */
const KEYS_JUDGED_MAX = 12;

/** Outcomes that a kind of work is taken to have had as expected before there are any. */
const KIND_WORTH = 1;

/**
 * Outcome less estimate, less the mean of that over the kind of work: a model that has lost the work it failed at did not change.
 * @param indices in the order of time
 */
function residualsWithinKind(rows: readonly FeedbackEvidence[], indices: readonly number[]): number[] {
  const residualAt = (index: number): number => rows[index]!.outcome - firm(rows[index]!.prior);
  const byKind = Map.groupBy(indices, (index) => kindOf(rows[index]!.encoding));
  const means = new Map(
    [...byKind].map(([kind, of]) => {
      const sum = of.reduce((total, index) => total + residualAt(index), 0);
      return [kind, sum / (of.length + KIND_WORTH)];
    }),
  );
  return indices.map((index) => residualAt(index) - means.get(kindOf(rows[index]!.encoding))!);
}

/** Evidence of an arm from before its last change is set aside. @returns the arms that changed */
function forgetBeforeChange(
  rows: readonly FeedbackEvidence[],
  arms: readonly number[],
  weights: Float64Array,
): ReadonlySet<number> {
  const changed = new Set<number>();
  const counted = rows.map((_, index) => index).filter((index) => weights[index]! > 0);
  const byArm = Map.groupBy(counted, (index) => arms[index]!);
  for (const [arm, indices] of byArm) {
    const ordered = indices.toSorted((a, b) => rows[a]!.reportedAtMs - rows[b]!.reportedAtMs);
    const change = findChangePoint(residualsWithinKind(rows, ordered));
    if (change === undefined) continue;
    changed.add(arm);
    for (const index of ordered.slice(0, change.index)) weights[index] = 0;
  }
  return changed;
}

/** Every key's reports beside what a fit without that key predicted of them. */
function predictByKey(rows: readonly FeedbackEvidence[], data: KinData): KeyReports[] {
  const byKey = Map.groupBy(rows.keys(), (index) => rows[index]!.keyId);
  return [...byKey].map(([keyId, indices]) => {
    const own = new Set(indices);
    const others = data.outcomes.filter(({ request }) => !own.has(request));
    const witness = fitKin({ ...data, outcomes: others }, KIN_STIFF);
    const reports = indices.map((index) => {
      const { arm, encoding, prior, outcome } = rows[index]!;
      return { predicted: predictKin(witness, arm, encoding, prior), outcome };
    });
    return { keyId, reports };
  });
}

/** Reports of keys that contradict all others are dropped before anything is learned. */
function trustworthy(
  rows: readonly FeedbackEvidence[],
  nowMs: number,
  options: OnlineOptions,
): readonly FeedbackEvidence[] {
  const keys = new Set(rows.map((row) => row.keyId));
  if (keys.size < 3 || keys.size > KEYS_JUDGED_MAX) return rows;
  const doubtful = findDoubtfulKeys(predictByKey(rows, weighFeedback(rows, nowMs, options)));
  return doubtful.size === 0 ? rows : rows.filter((row) => !doubtful.has(row.keyId));
}

/** Rows with their weights, as the correction wants them. */
function weighFeedback(
  rows: readonly FeedbackEvidence[],
  nowMs: number,
  options: OnlineOptions = ONLINE_DEFAULTS,
): KinData {
  const names = [...new Set(rows.map((row) => row.arm))].sort();
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const arms = rows.map((row) => indexOf.get(row.arm)!);
  const weights = weighEvidence(
    rows.map((row, index) => ({
      keyId: row.keyId,
      arm: arms[index]!,
      residual: row.outcome - row.prior,
      reportedAtMs: row.reportedAtMs,
    })),
    nowMs,
    options.evidence,
  );
  const changedArms = forgetBeforeChange(rows, arms, weights);
  const outcomes = rows.map((row, index) => ({
    request: index,
    arm: arms[index]!,
    prior: row.prior,
    outcome: row.outcome,
    weight: weights[index]! * row.credit,
  }));
  return { arms: names, requests: rows.map((row) => row.encoding), outcomes, changedArms };
}

/**
 * The policy that the account's reports teach, or undefined while there are too few.
 * @param setting keep to this setting instead of choosing one; the simulation and small updates do
 */
export function fitOnline(
  rows: readonly FeedbackEvidence[],
  nowMs: number,
  options: OnlineOptions = ONLINE_DEFAULTS,
  setting?: KinSetting,
): FittedKin | undefined {
  if (rows.length < options.evidenceMin) return undefined;
  const trusted = trustworthy(rows, nowMs, options);
  const data = weighFeedback(trusted, nowMs, options);
  if (setting !== undefined) return fitKin(data, setting);
  return fitKin(data, trusted.length < options.selectFrom ? KIN_STIFF : selectKin(data));
}
