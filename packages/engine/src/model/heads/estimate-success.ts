// From loadings and abilities to calibrated chances with a spread. The members' disagreement, the doubt about
// an ability, and distance from the evidence all widen it.
import type { Ability, SuccessEstimate } from "../routing-model.ts";
import { sigmoid } from "../../numerics/logistic.ts";

export interface EnsembleShape {
  readonly memberCount: number;
  readonly abilitySize: number;
}

interface LogitEstimate {
  readonly logit: number;
  readonly deviation: number;
}

/** Logit of one ability: mean over members, their disagreement, and the doubt about theta taken as shared by all. */
function estimateLogit(loadings: Float32Array, ability: Ability, shape: EnsembleShape): LogitEstimate {
  const { memberCount, abilitySize } = shape;
  const columns = abilitySize + 1;
  let logit = loadings[memberCount * columns]!;
  let squares = 0;
  let sum = 0;
  let doubt = 0;
  for (let member = 0; member < memberCount; member += 1) {
    let part = 0;
    let variance = 0;
    for (let index = member * columns; index < (member + 1) * columns; index += 1) {
      part += loadings[index]! * ability.theta[index]!;
      variance += (loadings[index]! * ability.thetaSd[index]!) ** 2;
    }
    logit += part;
    sum += part;
    squares += part * part;
    doubt += Math.sqrt(variance);
  }
  const disagreement = Math.max(0, squares / memberCount - (sum / memberCount) ** 2) * memberCount ** 2;
  return { logit, deviation: Math.sqrt(doubt * doubt + disagreement) };
}

/**
 * Mean of sigmoid(z) for z normal around `logit`: what is doubtful comes nearer to one half.
 * @source MacKay (1992), "The evidence framework applied to classification networks", equation 10
 */
function expectedChance(logit: number, deviation: number): number {
  return sigmoid(logit / Math.sqrt(1 + (Math.PI / 8) * deviation * deviation));
}

/** Far from the evidence the spread grows by up to this factor. */
const UNFAMILIAR_FACTOR = 1;

export function estimateSuccess(
  loadings: Float32Array,
  familiarity: number,
  abilities: readonly Ability[],
  shape: EnsembleShape,
): SuccessEstimate[] {
  return abilities.map((ability) => {
    const { logit, deviation } = estimateLogit(loadings, ability, shape);
    const widened = deviation * (1 + UNFAMILIAR_FACTOR * (1 - familiarity));
    const success = expectedChance(logit, widened);
    return { success, spread: Math.min(0.5, success * (1 - success) * widened) };
  });
}
