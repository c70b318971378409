// Worlds in which the shipped model is off by known amounts, for tests of what learns from outcomes.
import { OUTER_FORM_COUNT } from "../reader/features/outer-form.ts";
import { headsOf } from "../reader/features/prompt-features.ts";
import { HEADS } from "../reader/task/attention.ts";
import type { RouterData } from "./router/fit-router.ts";
import { logitOf, sigmoid } from "../numerics/logistic.ts";
import { drawNormal, mulberry32 } from "../numerics/random.ts";

/** Features of which the outer form tells nothing. */
export function makeFeatures(units: readonly number[], heads: readonly number[]): Float32Array {
  const features = new Float32Array(units.length + HEADS.count + OUTER_FORM_COUNT);
  features.set(units);
  features.set(heads, units.length);
  return features;
}

interface MadeWorld {
  readonly data: RouterData;
  readonly truth: Float64Array;
}

/** A world in which the shipped logit is off by `shift` per arm and by `slope` along what the first head says. */
export function makeWorld(options: {
  prompts: number;
  shift: readonly number[];
  slope: number;
  seed: number;
}): MadeWorld {
  const random = mulberry32(options.seed);
  const draw = (length: number): number[] => Array.from({ length }, () => drawNormal(random));
  const encodings = Array.from({ length: options.prompts }, () => ({
    features: makeFeatures(draw(12), draw(4)),
  }));
  const truth: number[] = [];
  const outcomes = encodings.flatMap((encoding, prompt) =>
    options.shift.map((shift, arm) => {
      const prior = sigmoid(drawNormal(random));
      const actual = sigmoid(logitOf(prior) + shift + options.slope * headsOf(encoding.features)[0]!);
      truth.push(actual);
      return { prompt, arm, prior, outcome: random() < actual ? 1 : 0, weight: 1 };
    }),
  );
  const arms = options.shift.map((_, arm) => `model-${arm}`);
  return { data: { arms, encodings, outcomes }, truth: Float64Array.from(truth) };
}
