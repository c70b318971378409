// Chances of success from beliefs about ability and about what the request needs, the need integrated out.
import type { SuccessEstimate } from "./ability.ts";
import { sigmoid } from "../numerics/index.ts";
import { weighBelief } from "./skill-belief.ts";
import type { SkillBelief } from "./skill-belief.ts";

/** The skills and difficulty that a request asks for. */
export interface Need {
  /** @shape skills, sum 1 */
  readonly weights: Float64Array;
  /** The ability that half of such requests need: normal parts with shares that sum to 1. */
  readonly parts: readonly NeedPart[];
}

export interface NeedPart {
  readonly share: number;
  readonly mean: number;
  readonly sd: number;
  /** Slope of success on ability, where it is another than the artefact's. @unit logits */
  readonly slope?: number;
  /** Success of the weakest model, above which ability adds the rest. @default 0 @range 0..1 */
  readonly least?: number;
}

/** Nodes and weights of Gauss-Hermite quadrature for a standard normal, seven points. */
const NODES = [-3.750439718, -2.366759411, -1.154405395, 0, 1.154405395, 2.366759411, 3.750439718];
const WEIGHTS = [
  5.48268856e-4, 0.0307571239, 0.2401231786, 0.4571428571, 0.2401231786, 0.0307571239, 5.48268856e-4,
];

interface SuccessShape {
  readonly slope: number;
  readonly newWorkSd: number;
}

/**
 * Expected success, and how far doubt about the ability moves it. Doubt about the need is shared by all candidates: it is no part of
 * the spread that choices are made by, and stands beside it for people.
 */
export function successOf(
  belief: SkillBelief,
  need: Need,
  { slope, newWorkSd }: SuccessShape,
): SuccessEstimate {
  const { mean, variance } = weighBelief(belief, need.weights);
  let success = 0;
  let steepness = 0;
  let square = 0;
  for (const part of need.parts) {
    const rise = part.slope ?? slope;
    const least = part.least ?? 0;
    for (let node = 0; node < NODES.length; node += 1) {
      const above = sigmoid(rise * (mean - part.mean - part.sd * NODES[node]!));
      const chance = least + (1 - least) * above;
      const weight = part.share * WEIGHTS[node]!;
      success += weight * chance;
      square += weight * chance * chance;
      steepness += rise * weight * (1 - least) * above * (1 - above);
    }
  }
  const spread = steepness * Math.sqrt(variance + newWorkSd * newWorkSd);
  const requestSpread = Math.sqrt(Math.max(0, square - success * success));
  return { success, spread: Math.min(0.5, spread), requestSpread };
}
