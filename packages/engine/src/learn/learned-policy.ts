// A fitted correction as the decision sees it. The spread shrinks as the account's own evidence grows, and with the slope of the
// chance: doubt is kept in logits, so that a model that never failed is not doubted by as many points as one at a half.
import type { LearnedPolicy } from "../input/decision-input.ts";

import { armNameOf } from "./arm-name.ts";
import { shippedLogitCoordinate } from "./correction-basis.ts";
import { buildCorrectionTables } from "./correction-tables.ts";
import { applyPlaced, placeCorrection, type Placement } from "./correction-workspace.ts";
import type { FittedCorrection } from "./select-correction.ts";
import { carrySpread, logitOf, sigmoid } from "../numerics/logistic.ts";

/** Outcomes of a model from which on its estimate is called the account's own. */
const OWN_EVIDENCE_MIN = 10;
const SPREAD_MAX = 0.5;

interface LearnedArm {
  readonly evidence: number;
  /** Weights of the shipped logit in the corrected logit and in its variance. */
  readonly logitWeight: number;
  readonly logitVariance: number;
}

interface Applied {
  /** w . c, l . c and q . z of the candidate, see correction-tables. */
  readonly linear: number;
  readonly cross: number;
  readonly quadratic: number;
}

function adjustOne(
  { success: shipped, spread }: { readonly success: number; readonly spread: number },
  { evidence, logitWeight, logitVariance }: LearnedArm,
  { linear, cross, quadratic }: Applied,
): { success: number; spread: number; isOwn: boolean } {
  const prior = logitOf(shipped);
  const x = shippedLogitCoordinate(prior);
  const success = sigmoid(prior + linear + logitWeight * x);
  const slope = success * (1 - success);
  const learnedVariance = slope * slope * Math.max(0, quadratic + x * (cross + x * logitVariance));
  const share = evidence / (evidence + OWN_EVIDENCE_MIN);
  // A stranger that the others' outcomes move keeps its doubt.
  const left = spread + share * (carrySpread(spread, shipped, success) - spread);
  const mixed = Math.sqrt((1 - share) * left * left + share * learnedVariance);
  return { success, spread: Math.min(SPREAD_MAX, mixed), isOwn: evidence >= OWN_EVIDENCE_MIN };
}

export function createLearnedPolicy(version: string, fitted: FittedCorrection): LearnedPolicy {
  const { model } = fitted;
  const tables = buildCorrectionTables(fitted);
  const { ofLogit } = tables.arms;
  const rowOf = new Map(model.arms.map((name, arm) => [name, arm]));
  const unknown = model.arms.length;
  const learned = Array.from({ length: unknown + 1 }, (_, arm): LearnedArm => ({
    evidence: model.evidence[arm] ?? 0,
    logitWeight: ofLogit[2 * arm]!,
    logitVariance: ofLogit[2 * arm + 1]!,
  }));
  let arms = new Int32Array(0);
  let placement: Placement | undefined;
  return {
    version,
    adjust({ encoding, labels, modelIds, estimates }) {
      if (arms.length !== labels.length) arms = new Int32Array(labels.length);
      for (let index = 0; index < arms.length; index += 1)
        arms[index] = rowOf.get(armNameOf(labels[index]!, modelIds[index])) ?? unknown;
      placement = placeCorrection(tables, arms, placement);
      applyPlaced(placement, encoding);
      const linear = placement.linearOut.view;
      const quadratic = placement.quadraticOut.view;
      return estimates.map((estimate, index) =>
        adjustOne(estimate, learned[arms[index]!]!, {
          linear: linear[2 * index]!,
          cross: linear[2 * index + 1]!,
          quadratic: quadratic[index]!,
        }),
      );
    },
  };
}
