// Which objective a decision is made by. What the request says beats the preference; without either it is quality.
// @source dial: tolerance = (d / 10)^3, so 0 gives up nothing, 5 about .13 of success, 10 everything; monotone between.
import type { PreferencePolicy } from "@signalbox/contracts";
import { hardShareOf } from "../conversation/task-reading.ts";
import type { TaskReading } from "../conversation/task-reading.ts";

import type { ObjectiveRecord } from "./objective-record.ts";
import type { Asked, DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";

type StatedObjective = NonNullable<PreferencePolicy["objective"]>;

/** @param task as read of the request; the whole tolerance may be spent where none was read */
export function resolveObjective(
  { asked, known }: DecisionInput,
  defaults: PolicyDefaults,
  task: TaskReading | undefined,
): ObjectiveRecord {
  const preferred = known.preference?.policy.objective;
  const stated = requestedObjective(asked, preferred) ?? preferred ?? { kind: "quality" };
  const toleranceShare = task === undefined ? 1 : 1 - defaults.hardReserve * hardShareOf(task);
  return { ...buildObjective(stated, asked.maxModelDepth, defaults), toleranceShare };
}

function requestedObjective(
  { tradeoff, costQualityTradeoff }: Asked,
  preferred: StatedObjective | undefined,
): StatedObjective | undefined {
  if (tradeoff !== undefined) return preferred?.kind === tradeoff ? preferred : { kind: tradeoff };
  if (costQualityTradeoff !== undefined) return { kind: "dial", cost_quality_tradeoff: costQualityTradeoff };
  return undefined;
}

function buildObjective(
  stated: StatedObjective,
  maxModelDepth: number | undefined,
  defaults: PolicyDefaults,
): ObjectiveRecord {
  const dial = stated.kind === "dial" ? stated.cost_quality_tradeoff : undefined;
  const isThreshold = stated.kind === "cost" || stated.kind === "latency";
  return {
    kind: stated.kind,
    tolerance:
      dial === undefined ? (isThreshold ? (stated.tolerance ?? defaults.tolerance) : 0) : (dial / 10) ** 3,
    indifference: stated.kind === "quality" ? defaults.indifference : 0,
    priceIndifference: hasPriceTies(stated.kind, dial) ? defaults.priceIndifference : 0,
    caution: defaults.caution,
    usdWeight: stated.kind === "weights" ? stated.usd_weight : 0,
    secondsWeight: stated.kind === "weights" ? stated.seconds_weight : 0,
    riskWeight: (stated.kind === "weights" ? stated.risk_weight : undefined) ?? defaults.riskWeight,
    maxModelDepth: maxModelDepth ?? null,
    costQualityTradeoff: dial ?? null,
  };
}

/** Where success and price are weighed against each other; at dial 10 price is all that counts. */
function hasPriceTies(kind: StatedObjective["kind"], dial: number | undefined): boolean {
  return kind === "quality" || kind === "cost" || (dial !== undefined && dial < 10);
}

/** What a candidate is believed to be worth: success less doubt, and what the preference adds. */
export interface Worth {
  readonly success: number;
  readonly spread: number;
  readonly bonus: number;
}

export function scoreOf({ riskWeight }: ObjectiveRecord, { success, spread, bonus }: Worth): number {
  return success - riskWeight * spread + bonus;
}

/** The score less the dollars and the seconds that it takes. Without stated weights it is the score. */
export function utilityOf(
  { usdWeight, secondsWeight }: ObjectiveRecord,
  { score, usd, seconds }: { readonly score: number; readonly usd: number; readonly seconds: number },
): number {
  return score - usdWeight * usd - secondsWeight * seconds;
}

/**
 * How far below the best score a candidate may lie and still be chosen for its price or speed; infinite at dial 10. What may be
 * given up is spent where the work is easy: a wrong answer there is seen at a glance, and people accept small models for it.
 */
export function bandOf(objective: ObjectiveRecord): number {
  if (objective.kind === "quality") return objective.indifference;
  if (objective.costQualityTradeoff === 10) return Infinity;
  return objective.tolerance * (objective.toleranceShare ?? 1);
}

/** The same between two candidates whose estimates are the account's own: where outcomes tell, nothing is held back. */
export function ownBandOf(objective: ObjectiveRecord): number {
  return bandOf({ ...objective, toleranceShare: 1 });
}
