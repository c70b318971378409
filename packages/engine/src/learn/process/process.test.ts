// The parts of the Gaussian process: how vectors become points, what a regression on them gives, how factors carry outcomes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { meanOf, varianceOf } from "../../numerics/moments.ts";
import { drawNormal, splitmix32 } from "../../numerics/random.ts";
import { createProcessReader, fitProcess } from "./fit-process.ts";
import { createPointReader, readPoints } from "./read-points.ts";
import type { Featured } from "./read-points.ts";
import { findOutcomeFactors, fromFactors } from "./outcome-factors.ts";
import { fitDirections, fitSurface, scalePoints } from "./point-scaling.ts";
import type { Points } from "./point-scaling.ts";
import { fitSparseProcess, likenessAt } from "./sparse-process.ts";

function pointsOf(count: number, dim: number, seed: number): Points {
  const random = splitmix32(seed);
  return { count, dim, features: Float32Array.from({ length: count * dim }, () => drawNormal(random)) };
}
const column = ({ features, dim }: Points, at: number): number[] =>
  Array.from({ length: features.length / dim }, (_, row) => features[row * dim + at] ?? 0);

/** Posterior means as the book writes them; decisions take the quick way, which a test below holds to these. @shape points x targets */
function predictProcess(
  { inducing, weights, dim, noiseRatios }: ReturnType<typeof fitSparseProcess>,
  { features, count }: Points,
): Float64Array {
  const size = inducing.length / dim;
  const squareOf = (row: number, j: number): number => {
    let sum = 0;
    for (let d = 0; d < dim; d += 1) sum += (features[row * dim + d]! - inducing[j * dim + d]!) ** 2;
    return sum;
  };
  return Float64Array.from({ length: count * noiseRatios.length }, (_, at) => {
    const [row, target] = [Math.floor(at / noiseRatios.length), at % noiseRatios.length];
    let mean = 0;
    for (let j = 0; j < size; j += 1) mean += weights[target * size + j]! * likenessAt(squareOf(row, j));
    return mean;
  });
}

test("directions have one length, and an axis that varies much weighs more than one that hardly does", () => {
  const points = pointsOf(300, 3, 1);
  const wide = {
    ...points,
    features: points.features.map((value, at) => (at % 3 === 0 ? 5 * value : value)),
  };
  const scaled = scalePoints(fitDirections(wide), wide);
  for (let row = 0; row < 300; row += 1) {
    const length = [0, 1, 2].reduce((sum, d) => sum + (scaled.features[3 * row + d] ?? 0) ** 2, 0);
    assert.ok(Math.abs(length - 0.5) < 1e-4);
  }
  assert.ok(varianceOf(column(scaled, 0)) > varianceOf(column(scaled, 1)));
});

test("a surface is read in deviations from its mean, and wild values are cut", () => {
  const points = pointsOf(400, 2, 2);
  const shifted = {
    ...points,
    features: points.features.map((value, at) => (at % 2 === 0 ? 100 + 7 * value : value)),
  };
  const scaling = fitSurface(shifted);
  const scaled = scalePoints(scaling, shifted);
  const [first, second] = [column(scaled, 0), column(scaled, 1)];
  assert.ok(Math.abs(meanOf(first)) < 0.01);
  assert.ok(Math.abs(varianceOf(first) - varianceOf(second)) < 0.02);
  const wild = scalePoints(scaling, { count: 1, dim: 2, features: Float32Array.of(1e6, -1e6) }).features;
  assert.ok(
    wild.every((value) => Math.abs(value) <= Math.max(...first.map(Math.abs), ...second.map(Math.abs)) + 1),
  );
});

test("scalings learned on some rows treat others alike, no matter which rows stand beside them", () => {
  const points = pointsOf(50, 4, 3);
  for (const scaling of [fitDirections(points), fitSurface(points)]) {
    const all = scalePoints(scaling, points).features;
    const one = scalePoints(scaling, {
      ...points,
      count: 1,
      features: points.features.slice(8, 12),
    }).features;
    assert.deepEqual(one, all.slice(8, 12));
  }
});

test("a smooth function is learned where there are rows, and far from them the prediction is the mean", () => {
  const points = pointsOf(400, 2, 4);
  const truth = (x: number, y: number): number => Math.sin(x) + 0.5 * y;
  const targets = Float64Array.from({ length: 400 }, (_, row) =>
    truth(points.features[2 * row] ?? 0, points.features[2 * row + 1] ?? 0),
  );
  const process = fitSparseProcess(points, { values: targets, width: 1, inducingMax: 800 });
  const near = predictProcess(process, { count: 2, dim: 2, features: Float32Array.of(0.5, 0.2, -0.8, -0.1) });
  assert.ok(Math.abs((near[0] ?? 0) - truth(0.5, 0.2)) < 0.15, `${near[0]}`);
  assert.ok(Math.abs((near[1] ?? 0) - truth(-0.8, -0.1)) < 0.15, `${near[1]}`);
  const far = predictProcess(process, { count: 1, dim: 2, features: Float32Array.of(1e4, 1e4) });
  assert.ok(Math.abs(far[0] ?? 1) < 1e-3, "targets are deviations: nothing is known far away");
});

test("noise is chosen large where there is nothing to learn, and small where there is", () => {
  const points = pointsOf(300, 2, 5);
  const random = splitmix32(8);
  const targets = Float64Array.from({ length: 600 }, (_, at) =>
    at % 2 === 0 ? Math.tanh(points.features[2 * Math.floor(at / 2)] ?? 0) : drawNormal(random),
  );
  const [signal = 0, noise = 0] = fitSparseProcess(points, {
    values: targets,
    width: 2,
    inducingMax: 800,
  }).noiseRatios;
  assert.ok(signal < 1 && noise >= 30, `${signal} ${noise}`);
});

test("where a few rows cannot tell signal from noise, the mean over noises errs less than the likeliest one", () => {
  const random = splitmix32(3);
  const asked = pointsOf(100, 2, 6);
  const truthOf = ({ features }: Points, row: number): number => 0.7 * Math.tanh(2 * features[2 * row]!);
  const errors = Array.from({ length: 40 }, (_, seed) => {
    const few = pointsOf(25, 2, 100 + seed);
    const values = Float64Array.from({ length: 25 }, (_unused, at) => truthOf(few, at) + drawNormal(random));
    return [false, true].map((isAveraged) => {
      const process = fitSparseProcess(few, { values, width: 1, inducingMax: 800, isAveraged });
      const predicted = predictProcess(process, asked);
      return predicted.reduce((sum, value, row) => sum + (value - truthOf(asked, row)) ** 2, 0) / 100;
    });
  });
  const [chosen = 0, averaged = 0] = [0, 1].map((way) => errors.reduce((sum, each) => sum + each[way]!, 0));
  assert.ok(averaged < 0.95 * chosen, `${averaged} ${chosen}`);
});

test("with many rows the mean over noises is the likeliest one", () => {
  const points = pointsOf(300, 2, 5);
  const values = Float64Array.from({ length: 300 }, (_, at) => Math.tanh(points.features[2 * at]!));
  const predict = (isAveraged: boolean): Float64Array =>
    predictProcess(fitSparseProcess(points, { values, width: 1, inducingMax: 800, isAveraged }), points);
  const chosen = predict(false);
  predict(true).forEach((value, at) =>
    assert.ok(Math.abs(value - chosen[at]!) < 0.02, `${value} ${chosen[at]}`),
  );
});

test("targets are learned side by side as they are alone", () => {
  const points = pointsOf(120, 3, 6);
  const both = Float64Array.from({ length: 240 }, (_, at) => Math.cos(at) * (points.features[at % 360] ?? 0));
  const alone = (target: number): Float64Array => both.filter((_, at) => at % 2 === target);
  const asked = pointsOf(9, 3, 7);
  const joint = predictProcess(fitSparseProcess(points, { values: both, width: 2, inducingMax: 800 }), asked);
  for (const target of [0, 1]) {
    const fitted = fitSparseProcess(points, { values: alone(target), width: 1, inducingMax: 800 });
    const single = predictProcess(fitted, asked);
    single.forEach((value, row) => assert.ok(Math.abs(value - (joint[2 * row + target] ?? 0)) < 1e-9));
  }
});

test("axes of outcomes are orthonormal, and a model that does as expected has no part in them", () => {
  const { features } = pointsOf(200, 3, 7);
  const residuals = Float32Array.from({ length: 800 }, (_, at) =>
    at % 4 === 3 ? 0 : Number((features[3 * Math.floor(at / 4) + (at % 4)] ?? 0) > 0) - 0.5,
  );
  const factors = findOutcomeFactors(residuals, 4);
  const { axes, width } = factors;
  for (let a = 0; a < width; a += 1)
    for (let b = 0; b <= a; b += 1) {
      const inner = [0, 1, 2, 3].reduce((sum, m) => sum + (axes[4 * a + m] ?? 0) * (axes[4 * b + m] ?? 0), 0);
      const isZeroAxis = [0, 1, 2, 3].every((m) => axes[4 * a + m] === 0);
      assert.ok(Math.abs(inner - Number(a === b && !isZeroAxis)) < 1e-6, `${a} ${b}: ${inner}`);
    }
  fromFactors(factors).forEach((value, at) => assert.ok(Math.abs(value - residuals[at]!) < 1e-6));
});

interface Golden {
  dim: number;
  train: number[];
  targets: number[];
  asked: number[];
  noiseRatios: number[];
  predicted: number[];
}

test("the sparse process equals numpy's dense formulas: chosen noise and predictions (golden/generate.py)", () => {
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, "golden/golden.json"), "utf8")) as Golden;
  const points = (values: number[]) => ({
    count: values.length / golden.dim,
    features: Float32Array.from(values),
    dim: golden.dim,
  });
  const width = golden.noiseRatios.length;
  const process = fitSparseProcess(points(golden.train), {
    values: Float64Array.from(golden.targets),
    width,
    inducingMax: 800,
  });
  assert.deepEqual(process.noiseRatios, golden.noiseRatios);
  const predicted = predictProcess(process, points(golden.asked));
  for (const [i, expected] of golden.predicted.entries())
    assert.ok(Math.abs(predicted[i]! - expected) < 1e-4, `${i}: ${predicted[i]} against ${expected}`);
});

const MODELS = 5;

/** Residuals that one hidden ease makes up, some of them unknown. */
function makeOutcomes(unknownShare: number): { known: Float32Array; full: Float32Array } {
  const random = splitmix32(5);
  const full = new Float32Array(300 * MODELS);
  for (let row = 0; row < 300; row += 1) {
    const ease = drawNormal(random) * 0.2;
    for (let m = 0; m < MODELS; m += 1) full[row * MODELS + m] = ease;
  }
  const known = full.map((score) => (random() < unknownShare ? Number.NaN : score));
  return { known, full };
}

test("a common difficulty is found as the first factor, and all factors give the residuals back", () => {
  const { full } = makeOutcomes(0);
  const factors = findOutcomeFactors(full, MODELS);
  const first = Math.abs(factors.axes[0]!);
  for (let m = 0; m < MODELS; m += 1)
    assert.ok(Math.abs(Math.abs(factors.axes[m]!) - first) < 0.01, `axis ${factors.axes.join(", ")}`);
  const back = fromFactors(factors);
  assert.ok(back.every((value, at) => Math.abs(value - full[at]!) < 1e-3));
});

test("unknown outcomes are filled from what the prompt's other outcomes say", () => {
  const { known, full } = makeOutcomes(0.3);
  const back = fromFactors(findOutcomeFactors(known, MODELS));
  const missing = [...full.keys()].filter((at) => Number.isNaN(known[at]!));
  const errorOf = (guess: (at: number) => number): number =>
    Math.sqrt(missing.reduce((sum, at) => sum + (guess(at) - full[at]!) ** 2, 0) / missing.length);
  const [filled, plain] = [errorOf((at) => back[at]!), errorOf(() => 0)];
  assert.ok(filled < 0.6 * plain, `off by ${filled}, without a guess by ${plain}`);
});

/** Prompts of two subjects; the outer form says nothing. */
function twoSubjects(count: number) {
  const random = splitmix32(12);
  return Array.from({ length: count }, (_, row) => ({
    features: Float32Array.from({ length: 140 }, (__, at) =>
      at < 104 ? (at % 2 === row % 2 ? 1 : -1) + 0.5 * drawNormal(random) : drawNormal(random),
    ),
  }));
}

function learnProcess(encodings: readonly Featured[], residuals: Float32Array, arms: number) {
  const { reader, points } = readPoints(encodings);
  const [pointOf, ask] = [
    createPointReader(reader),
    createProcessReader(fitProcess(points, residuals, arms)),
  ];
  return (encoding: Featured): number[] => Array.from(ask(pointOf(encoding)));
}

test("what is added to a model is learned by subject, for every model its own, and nothing far from all subjects", () => {
  const encodings = twoSubjects(300);
  const residuals = Float32Array.from({ length: 600 }, (_, at) =>
    at % 7 === 0 ? Number.NaN : 0.3 * (Math.floor(at / 2) % 2 === at % 2 ? 1 : -1),
  );
  const read = learnProcess(encodings, residuals, 2);
  const [even, odd] = twoSubjects(2).map(read);
  assert.ok(even![0]! > 0.12 && even![1]! < -0.12, `even: ${even?.join(", ")}`);
  assert.ok(odd![0]! < -0.12 && odd![1]! > 0.12, `odd: ${odd?.join(", ")}`);
});

test("one prompt, one model and residuals of nothing but unknowns make a process that adds nothing", () => {
  const [encoding] = twoSubjects(1);
  const alone = learnProcess([encoding!], Float32Array.of(0.4), 1)(encoding!);
  assert.ok(Number.isFinite(alone[0]!));
  const unknown = learnProcess(twoSubjects(30), new Float32Array(60).fill(Number.NaN), 2);
  assert.deepEqual(unknown(encoding!).map(Math.abs), [0, 0]);
});

test("the quick way by which decisions ask a process equals the fitted one", () => {
  const points = pointsOf(90, 7, 21);
  const values = Float64Array.from(
    { length: 270 },
    (_, at) => Math.sin(at) * (points.features[at % 630] ?? 0),
  );
  const process = fitSparseProcess(points, { values, width: 3, inducingMax: 50 });
  const { inducing, dim } = process;
  const weights = Float32Array.from(process.weights);
  const ask = createProcessReader({ inducing, dim, weights, arms: 3, doubts: new Float32Array(3) });
  const asked = pointsOf(12, 7, 22);
  const expected = predictProcess(process, asked);
  for (let row = 0; row < 12; row += 1)
    ask(asked.features.subarray(row * dim, (row + 1) * dim)).forEach((value, t) =>
      assert.ok(
        Math.abs(value - (expected[3 * row + t] ?? 0)) < 1e-3 * Math.max(1, ...weights.map(Math.abs)),
      ),
    );
});
