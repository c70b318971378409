// Worlds in which the shipped model is off by known amounts, for tests of what learns from outcomes.
import type { CorrectionData } from "./select-correction.ts";
import { logitOf, sigmoid } from "../numerics/logistic.ts";
import { drawNormal, mulberry32 } from "../numerics/random.ts";

export interface MadeWorld {
  readonly data: CorrectionData;
  readonly truth: Float64Array;
}

/** A world in which the shipped logit is off by `shift` per arm and by `slope` along the first loading. */
export function makeWorld(options: {
  prompts: number;
  shift: readonly number[];
  slope: number;
  seed: number;
}): MadeWorld {
  const random = mulberry32(options.seed);
  const encodings = Array.from({ length: options.prompts }, () => ({
    features: Float32Array.from({ length: 12 }, () => drawNormal(random)),
    loadings: Float32Array.from({ length: 4 }, () => drawNormal(random)),
  }));
  const truth: number[] = [];
  const outcomes = encodings.flatMap((encoding, prompt) =>
    options.shift.map((shift, arm) => {
      const prior = sigmoid(drawNormal(random));
      const actual = sigmoid(logitOf(prior) + shift + options.slope * encoding.loadings[0]!);
      truth.push(actual);
      return { prompt, arm, prior, outcome: random() < actual ? 1 : 0, weight: 1 };
    }),
  );
  const arms = options.shift.map((_, arm) => `model-${arm}`);
  return { data: { arms, encodings, outcomes }, truth: Float64Array.from(truth) };
}
