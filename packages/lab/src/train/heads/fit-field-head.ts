// Multinomial logistic regression from features to the field of a prompt, by seeded stochastic gradient.
import { addScaled, dot } from "@signalbox/engine/internals";
import type { Random } from "@signalbox/engine/numerics";
import { shuffle } from "@signalbox/engine/numerics";
import type { EncodedRows } from "./encode-rows.ts";
import { addAt, floatAt, valueAt } from "../../arrays/value-at.ts";

const EPOCHS = 6;
const RATE = 0.02;
const DECAY = 1e-4;

function softmax(values: Float32Array): void {
  const largest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  let sum = 0;
  values.forEach((value, index) => {
    const raised = Math.exp(value - largest);
    values[index] = raised;
    sum += raised;
  });
  values.forEach((value, index) => {
    values[index] = value / sum;
  });
}

/** Rare fields count more, so that the common ones do not swallow them. */
function balance(labels: ArrayLike<number>, rows: Int32Array, fieldCount: number): Float64Array {
  const counts = new Float64Array(fieldCount);
  for (const row of rows) addAt(counts, valueAt(labels, row), 1);
  return counts.map((count) => Math.min(8, Math.sqrt(rows.length / fieldCount / Math.max(1, count))));
}

/** @param labels field of each prompt row. Returns fieldCount x (featureCount + 1), bias last. */
export function fitFieldHead(
  encoded: EncodedRows,
  labels: ArrayLike<number>,
  rows: Int32Array,
  settings: { readonly fieldCount: number; readonly random: Random },
): Float32Array {
  const { featureCount, features } = encoded;
  const { fieldCount, random } = settings;
  const columns = featureCount + 1;
  const weights = new Float32Array(fieldCount * columns);
  const chances = new Float32Array(fieldCount);
  const importance = balance(labels, rows, fieldCount);
  const order = rows.slice();
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = RATE * (1 - epoch / EPOCHS);
    for (const row of shuffle(order, random)) {
      const from = row * featureCount;
      for (let field = 0; field < fieldCount; field += 1)
        chances[field] =
          dot(weights, field * columns, features, from, featureCount) +
          floatAt(weights, field * columns + featureCount);
      softmax(chances);
      const label = valueAt(labels, row);
      for (let field = 0; field < fieldCount; field += 1) {
        const slope = (Number(field === label) - floatAt(chances, field)) * rate * floatAt(importance, label);
        addScaled(slope, features, from, weights, field * columns, featureCount);
        addAt(weights, field * columns + featureCount, slope);
      }
    }
    for (let at = 0; at < weights.length; at += 1) weights[at]! *= 1 - DECAY;
  }
  return weights;
}
