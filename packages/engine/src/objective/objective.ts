// Which objective a decision is made by. What the request says beats the preference; without either it is quality.
// @source dial: tolerance = (d / 10)^3, so 0 gives up nothing, 5 about .13 of success, 10 everything; monotone between.
import type { PreferencePolicy } from "@signalbox/contracts";

import type { ObjectiveRecord } from "./objective-record.ts";
import type { Asked, DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";

type StatedObjective = NonNullable<PreferencePolicy["objective"]>;

export function resolveObjective({ asked, known }: DecisionInput, defaults: PolicyDefaults): ObjectiveRecord {
  const preferred = known.preference?.policy.objective;
  const stated = requestedObjective(asked, preferred) ?? preferred ?? { kind: "quality" };
  return buildObjective(stated, asked.maxModelDepth, defaults);
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

/** How far below the best score a candidate may lie and still be chosen for its price or speed; infinite at dial 10. */
export function bandOf(objective: ObjectiveRecord): number {
  if (objective.kind === "quality") return objective.indifference;
  return objective.costQualityTradeoff === 10 ? Infinity : objective.tolerance;
}
