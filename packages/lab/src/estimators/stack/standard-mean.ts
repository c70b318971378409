// The mean of two predictors that nothing at hand can weigh against each other: each in deviations from its own mean, so
// that neither wins by being bolder. Far from its training rows a Gaussian process falls back to the mean and so to silence.
import { sigmoid } from "@signalbox/engine/numerics";
import type { Predictor, PromptSet } from "../contract/estimator.ts";
import { logit } from "../contract/platt-scaling.ts";
import { floatAt } from "../../arrays/value-at.ts";

interface Standard {
  /** Mean logit of every model. @shape columns */
  readonly mean: Float64Array;
  /** Deviation of the logits about those means. */
  readonly deviation: number;
}

function measure(predicted: Float32Array, columns: number): Standard {
  const rows = predicted.length / columns;
  const mean = new Float64Array(columns);
  for (let i = 0; i < predicted.length; i += 1)
    mean[i % columns] = floatAt(mean, i % columns) + logit(floatAt(predicted, i)) / rows;
  let square = 0;
  for (let i = 0; i < predicted.length; i += 1)
    square += (logit(floatAt(predicted, i)) - floatAt(mean, i % columns)) ** 2;
  return { mean, deviation: Math.max(1e-3, Math.sqrt(square / Math.max(1, predicted.length))) };
}

/**
 * Half of either, on the scale of the first.
 * @param reference prompts that the scales are read from, at least one
 * @param columns models
 */
export function standardMean(
  first: Predictor,
  second: Predictor,
  reference: PromptSet,
  columns: number,
): Predictor {
  const scale = measure(first.predict(reference), columns);
  const other = measure(second.predict(reference), columns);
  return {
    predict: (prompts) => {
      const [a, b] = [first.predict(prompts), second.predict(prompts)];
      return a.map((value, i) => {
        const column = i % columns;
        const moved =
          ((logit(floatAt(b, i)) - floatAt(other.mean, column)) / other.deviation) * scale.deviation +
          floatAt(scale.mean, column);
        return sigmoid((logit(value) + moved) / 2);
      });
    },
  };
}
