// The belief about a model's ability in every skill: a Gaussian over the skills of the artefact, the first shared by all.
import { packedSize } from "../numerics/index.ts";

export interface SkillBelief {
  /** @shape skills @unit deviations of ability among listed models */
  readonly mean: Float64Array;
  /** Lower triangle row by row. @shape packedSize(skills) */
  readonly covariance: Float64Array;
}

/** A score as a line on one skill: value = offset + slope * ability + noise. */
export interface BoardScore {
  readonly skill: number;
  readonly value: number;
  readonly offset: number;
  readonly slope: number;
  readonly variance: number;
}

const at = (i: number, j: number): number => (i < j ? packedSize(j) + i : packedSize(i) + j);

/** Mean and variance of the ability in a mixture of skills. @shape weights skills */
export function weighBelief(
  { mean, covariance }: SkillBelief,
  weights: Float64Array,
): { readonly mean: number; readonly variance: number } {
  let sum = 0;
  let variance = 0;
  for (let i = 0; i < weights.length; i += 1) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    sum += weight * mean[i]!;
    const row = packedSize(i);
    variance += weight * weight * covariance[row + i]!;
    for (let j = 0; j < i; j += 1) variance += 2 * weight * weights[j]! * covariance[row + j]!;
  }
  return { mean: sum, variance };
}

/** The belief after one more score. @source Bishop, PRML, 2.3.3: conditioning a Gaussian on a linear observation */
export function conditionBelief({ mean, covariance }: SkillBelief, score: BoardScore): SkillBelief {
  const size = mean.length;
  const { skill, value, offset, slope, variance } = score;
  const spread = slope * slope * covariance[at(skill, skill)]! + variance;
  const gain = Float64Array.from(mean, (_, i) => (slope * covariance[at(i, skill)]!) / spread);
  const surprise = value - offset - slope * mean[skill]!;
  const next = Float64Array.from(covariance);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1)
      next[at(i, j)] = next[at(i, j)]! - gain[i]! * slope * covariance[at(j, skill)]!;
  return { mean: mean.map((each, i) => each + gain[i]! * surprise), covariance: next };
}

/** The belief about a model in another mode: shifted as a whole, and less certain. */
export function shiftBelief({ mean, covariance }: SkillBelief, by: number, sd: number): SkillBelief {
  return { mean: mean.map((each) => each + by), covariance: covariance.map((each) => each + sd * sd) };
}

/** The same ability in every skill. @shape size skills */
export function flatBelief(size: number, mean: number, sd: number): SkillBelief {
  return {
    mean: new Float64Array(size).fill(mean),
    covariance: new Float64Array(packedSize(size)).fill(sd * sd),
  };
}
