// A Gaussian process on the vectors of prompts for the factors of their outcomes: how hard, and hard for whom.
import { defineEstimator } from "../contract/define-estimator.ts";
import { joinColumns } from "../../features/vector.ts";
import type { Estimator, PromptSet, Predictor, TrainingData } from "../contract/estimator.ts";
import { findOutcomeFactors, fromFactors } from "./outcome-factors.ts";
import { fitDirections, fitSurface } from "./point-scaling.ts";
import { fitSparseProcess } from "./sparse-process.ts";
import type { Points } from "./sparse-process.ts";

/** Regression may leave 0..1. */
const [CHANCE_MIN, CHANCE_MAX] = [0.01, 0.99];

/** Counts and shares of texts (lengths, digits, marks ...). @shape texts.length x dim */
export type SurfaceOf = (texts: readonly string[]) => Pick<Points, "features" | "dim">;

function fitPoints(prompts: PromptSet, surfaceOf: SurfaceOf | undefined): (asked: PromptSet) => Points {
  const directions = fitDirections(prompts);
  if (surfaceOf === undefined) return (asked) => directions.apply(asked);
  const pointsOf = ({ text, count }: PromptSet): Points => ({ ...surfaceOf(text), count });
  const surface = fitSurface(pointsOf(prompts));
  return (asked) => ({
    ...joinColumns(directions.apply(asked), surface.apply(pointsOf(asked))),
    count: asked.count,
  });
}

function fitProcess(data: TrainingData, surfaceOf: SurfaceOf | undefined): Predictor {
  const factors = findOutcomeFactors(data);
  const pointsOf = fitPoints(data.prompts, surfaceOf);
  const process = fitSparseProcess(pointsOf(data.prompts), factors.coordinates, factors.width);
  return {
    predict: (prompts: PromptSet) =>
      Float32Array.from(fromFactors(process.predict(pointsOf(prompts)), factors), (value) =>
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
