// One Gaussian over abilities, public scores and facts of models (size, price, date), of low rank.
// Whatever is known of a model, the rest follows by conditioning: scores alone, a price alone, or nothing at all.
// @source factor analysis, Rubin and Thayer (1982); conditioning as in Bishop, PRML, 12.2.4
import type { TensorStore } from "../artefact/tensor-store.ts";
import type { AbilityInput } from "../routing-model.ts";
import { invertSymmetric } from "../../numerics/invert-symmetric.ts";
import { logitOf } from "../../numerics/logistic.ts";

/** Facts beside the benchmarks, in the order of the atlas columns. */
export const ATLAS_FACTS = ["size", "price", "release", "reasoning", "quality"] as const;

export interface AtlasShape {
  readonly loadingCount: number;
  readonly benchmarks: readonly string[];
  readonly factorSize: number;
}

export interface AtlasEstimate {
  /** @shape loadingCount */
  readonly mean: Float32Array;
  /** @shape loadingCount */
  readonly deviation: Float32Array;
  /** Scores and facts that were used. */
  readonly evidenceCount: number;
  readonly hasScores: boolean;
}

export interface AbilityAtlas {
  estimate(input: AbilityInput): AtlasEstimate;
}

const SCORE_MARGIN = 0.02;
const FIRST_YEAR = 2023;

/** A score on the logit scale, held away from the ends where a point means nothing. */
export function transformScore(score: number): number {
  return logitOf(Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, score)));
}

/** Years since January 2023; undefined for a date that is not YYYY-MM. */
export function transformDate(releasedOn: string): number | undefined {
  const [year = "", month = ""] = releasedOn.split("-");
  const value = Number(year) - FIRST_YEAR + (Number(month === "" ? "6" : month) - 1) / 12;
  return Number.isFinite(value) && year.length === 4 ? value : undefined;
}

/** Facts in atlas order; undefined where unknown. */
export function transformFacts(input: AbilityInput): readonly (number | undefined)[] {
  const { paramsB, blendedUsdPerMTok, releasedOn, isReasoning, quality } = input;
  return [
    paramsB !== undefined && paramsB > 0 ? Math.log2(paramsB) : undefined,
    blendedUsdPerMTok !== undefined && blendedUsdPerMTok > 0 ? Math.log2(blendedUsdPerMTok) : undefined,
    releasedOn === undefined ? undefined : transformDate(releasedOn),
    isReasoning === undefined ? undefined : Number(isReasoning),
    quality === undefined ? undefined : transformScore(quality),
  ];
}

/** A fitted low-rank Gaussian over columns. */
export interface AtlasParameters {
  readonly mean: Float32Array;
  /** @shape columns x factorSize */
  readonly weights: Float32Array;
  /** Variance of each column that the factors do not explain. */
  readonly noise: Float32Array;
  readonly factorSize: number;
}

/** Posterior of the factors given some columns. */
export interface FactorPosterior {
  readonly mean: Float64Array;
  /** @shape factorSize x factorSize */
  readonly covariance: Float64Array;
}

/** Conditions the factors on the columns `observed` with their `values`. */
export function conditionFactors(
  atlas: AtlasParameters,
  observed: readonly number[],
  values: readonly number[],
): FactorPosterior {
  const size = atlas.factorSize;
  const precision = new Float64Array(size * size);
  const pull = new Float64Array(size);
  for (let index = 0; index < size; index += 1) precision[index * size + index] = 1;
  observed.forEach((column, index) => {
    const share = 1 / atlas.noise[column]!;
    const surprise = (values[index]! - atlas.mean[column]!) * share;
    for (let row = 0; row < size; row += 1) {
      const weight = atlas.weights[column * size + row]!;
      pull[row] = pull[row]! + weight * surprise;
      for (let other = 0; other < size; other += 1)
        precision[row * size + other] =
          precision[row * size + other]! + weight * share * atlas.weights[column * size + other]!;
    }
  });
  const covariance = invertSymmetric(precision, size);
  const mean = new Float64Array(size);
  for (let row = 0; row < size; row += 1)
    for (let other = 0; other < size; other += 1)
      mean[row] = mean[row]! + covariance[row * size + other]! * pull[other]!;
  return { mean, covariance };
}

/** Mean and variance of one column given the factors. */
export function predictColumn(
  atlas: AtlasParameters,
  posterior: FactorPosterior,
  column: number,
): { mean: number; variance: number } {
  const size = atlas.factorSize;
  let mean = atlas.mean[column]!;
  let variance = atlas.noise[column]!;
  for (let row = 0; row < size; row += 1) {
    const weight = atlas.weights[column * size + row]!;
    mean += weight * posterior.mean[row]!;
    for (let other = 0; other < size; other += 1)
      variance += weight * posterior.covariance[row * size + other]! * atlas.weights[column * size + other]!;
  }
  return { mean, variance };
}

export function loadAbilityAtlas(store: TensorStore, shape: AtlasShape): AbilityAtlas {
  const { loadingCount, benchmarks, factorSize } = shape;
  const columns = loadingCount + benchmarks.length + ATLAS_FACTS.length;
  const atlas: AtlasParameters = {
    mean: store.float32("atlasMean", columns),
    weights: store.float32("atlasWeights", columns, factorSize),
    noise: store.float32("atlasNoise", columns),
    factorSize,
  };
  return {
    estimate(input) {
      const observed: number[] = [];
      const values: number[] = [];
      const observe = (column: number, value: number | undefined): void => {
        if (value === undefined || !Number.isFinite(value)) return;
        observed.push(column);
        values.push(value);
      };
      benchmarks.forEach((name, index) => {
        const score = input.scores[name];
        observe(loadingCount + index, score === undefined ? undefined : transformScore(score));
      });
      const hasScores = observed.length > 0;
      transformFacts(input).forEach((fact, index) => observe(loadingCount + benchmarks.length + index, fact));
      const posterior = conditionFactors(atlas, observed, values);
      const mean = new Float32Array(loadingCount);
      const deviation = new Float32Array(loadingCount);
      for (let column = 0; column < loadingCount; column += 1) {
        const found = predictColumn(atlas, posterior, column);
        mean[column] = found.mean;
        deviation[column] = Math.sqrt(found.variance);
      }
      return { mean, deviation, evidenceCount: observed.length, hasScores };
    },
  };
}
