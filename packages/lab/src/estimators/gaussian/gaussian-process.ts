// A Gaussian process on the vectors of prompts for the factors of their outcomes: how hard, and hard for whom. The learner is
// the engine's own, which the service trains custom routers by.
import {
  findOutcomeFactors,
  fitDirections,
  fitSparseProcess,
  fitSurface,
  fromFactors,
  joinPoints,
  predictProcess,
  scalePoints,
} from "@signalbox/engine/learn";
import type { Points } from "@signalbox/engine/learn";
import { defineEstimator } from "../contract/define-estimator.ts";
import type { Estimator, PromptSet, Predictor, TrainingData } from "../contract/estimator.ts";

/** Regression may leave 0..1. */
const [CHANCE_MIN, CHANCE_MAX] = [0.01, 0.99];
/** More inducing rows than this gained nothing on dev rows. */
const INDUCING_MAX = 800;
/** Mean score of a model before its first outcome. */
const USUAL_SCORE = { mean: 0.5, worth: 1 };

/** Counts and shares of texts (lengths, digits, marks ...). @shape texts.length x dim */
export type SurfaceOf = (texts: readonly string[]) => Pick<Points, "features" | "dim">;

function fitPoints(prompts: PromptSet, surfaceOf: SurfaceOf | undefined): (asked: PromptSet) => Points {
  const directions = fitDirections(prompts);
  if (surfaceOf === undefined) return (asked) => scalePoints(directions, asked);
  const formOf = ({ text, count }: PromptSet): Points => ({ ...surfaceOf(text), count });
  const surface = fitSurface(formOf(prompts));
  return (asked) => joinPoints(scalePoints(directions, asked), scalePoints(surface, formOf(asked)));
}

function fitProcess(data: TrainingData, surfaceOf: SurfaceOf | undefined): Predictor {
  const { scores, models } = data;
  const factors = findOutcomeFactors({ scores, models: models.length, usual: USUAL_SCORE });
  const { coordinates: values, width } = factors;
  const pointsOf = fitPoints(data.prompts, surfaceOf);
  const process = fitSparseProcess(pointsOf(data.prompts), { values, width, inducingMax: INDUCING_MAX });
  return {
    predict: (prompts: PromptSet) =>
      Float32Array.from(fromFactors(predictProcess(process, pointsOf(prompts)), factors), (value) =>
        Math.min(CHANCE_MAX, Math.max(CHANCE_MIN, value)),
      ),
  };
}

/** @param surfaceOf read beside the prompts' vectors when given */
export function createGaussianProcess(surfaceOf?: SurfaceOf): Estimator {
  return defineEstimator({
    name: "gaussian-process",
    title: "Gaussian process",
    isSeeded: false,
    fit: (data) => fitProcess(data, surfaceOf),
  });
}
