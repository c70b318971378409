// Calibration that treats apart what a logit says of the prompt, of the model, and of this model on this prompt.
// A router picks by the third part, which is the noisiest; one slope for all would follow the first and let the picks
// chase noise.
import { sigmoid } from "../baselines/vector.ts";
import { logit } from "../protocols/platt-scaling.ts";
import { fitWeights } from "./blend-logits.ts";
import type { Blend } from "./blend-logits.ts";

export interface SplitCalibration {
  /** Weights of prompt, model and interaction part. */
  readonly blend: Blend;
  /** Mean logit of every model over the rows it was fitted on. @shape columns */
  readonly modelMean: Float32Array;
}

/** Outcomes that "change nothing" is worth. */
const PULL = 40;

function splitLogits(
  predicted: Float32Array,
  columns: number,
  modelMean: Float32Array,
): readonly Float32Array[] {
  const overall = modelMean.reduce((a, b) => a + b, 0) / columns;
  const prompt = new Float32Array(predicted.length);
  const model = new Float32Array(predicted.length);
  const both = new Float32Array(predicted.length);
  for (let start = 0; start < predicted.length; start += columns) {
    let sum = 0;
    for (let m = 0; m < columns; m += 1) sum += logit(predicted[start + m]!);
    for (let m = 0; m < columns; m += 1) {
      prompt[start + m] = sum / columns;
      model[start + m] = modelMean[m]! - overall;
      both[start + m] = logit(predicted[start + m]!) - sum / columns - model[start + m]!;
    }
  }
  return [prompt, model, both];
}

/** @param observed NaN = unknown. @shape as predicted: rows x columns */
export function fitSplitCalibration(
  predicted: Float32Array,
  observed: Float32Array,
  columns: number,
): SplitCalibration {
  const modelMean = new Float32Array(columns);
  const rows = predicted.length / columns;
  for (let i = 0; i < predicted.length; i += 1)
    modelMean[i % columns] = modelMean[i % columns]! + logit(predicted[i]!) / rows;
  const inputs = splitLogits(predicted, columns, modelMean);
  return { blend: fitWeights({ inputs, observed, start: Float64Array.of(1, 1, 1), pull: PULL }), modelMean };
}

export function applySplitCalibration(
  { blend, modelMean }: SplitCalibration,
  predicted: Float32Array,
): Float32Array {
  const inputs = splitLogits(predicted, modelMean.length, modelMean);
  return predicted.map((_, i) => {
    let sum = blend.bias;
    for (const [k, input] of inputs.entries()) sum += blend.weights[k]! * input[i]!;
    return sigmoid(sum);
  });
}
