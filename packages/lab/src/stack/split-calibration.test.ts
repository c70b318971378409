import assert from "node:assert/strict";
import { test } from "node:test";
import { sigmoid } from "../baselines/vector.ts";
import { createRandom, drawNormal } from "../random.ts";
import { applySplitCalibration, fitSplitCalibration } from "./split-calibration.ts";

const [ROWS, COLUMNS] = [600, 4];

/** Difficulty and skill are true; what is predicted of a model on a prompt is `noise`. */
function makeCase(seed: number): { predicted: Float32Array; observed: Float32Array } {
  const random = createRandom(seed);
  const predicted = new Float32Array(ROWS * COLUMNS);
  const observed = new Float32Array(ROWS * COLUMNS);
  for (let row = 0; row < ROWS; row += 1) {
    const ease = drawNormal(random);
    for (let m = 0; m < COLUMNS; m += 1) {
      const truth = ease + m * 0.4;
      predicted[row * COLUMNS + m] = sigmoid(truth + drawNormal(random));
      observed[row * COLUMNS + m] = random() < sigmoid(truth) ? 1 : 0;
    }
  }
  return { predicted, observed };
}

test("noise between models is damped while difficulty and skill keep their weight", () => {
  const { predicted, observed } = makeCase(3);
  const { weights } = fitSplitCalibration(predicted, observed, COLUMNS).blend;
  assert.ok(weights[0]! > 0.7 && weights[1]! > 0.7, `prompt and model ${weights[0]}, ${weights[1]}`);
  assert.ok(weights[2]! < 0.3, `interaction ${weights[2]}`);
});

test("without outcomes nothing changes", () => {
  const { predicted, observed } = makeCase(4);
  const calibration = fitSplitCalibration(predicted, observed.fill(Number.NaN), COLUMNS);
  const after = applySplitCalibration(calibration, predicted);
  assert.ok(after.every((p, i) => Math.abs(p - predicted[i]!) < 1e-3));
});
