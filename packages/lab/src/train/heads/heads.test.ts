// What rests on the trained members: calibration, map of prompts, fields, answer lengths.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELDS } from "@signalbox/contracts";
import { drawNormal, sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import fc from "fast-check";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import { createTensorBag } from "../artefact/tensor-bag.ts";
import type { TrainingSet } from "../members/training-set.ts";
import { bagOutputTokens } from "../output-tokens/bag-output-tokens.ts";
import { fitOutputTokens } from "../output-tokens/fit-output-tokens.ts";
import type { EncodedRows } from "./encode-rows.ts";
import { ensembleLogits } from "./ensemble-figures.ts";
import { fieldOf } from "./fields.ts";
import { fitCalibration } from "./fit-calibration.ts";
import { fitClusters } from "./fit-clusters.ts";
import { fitFieldHead } from "./fit-field-head.ts";

/** Prompts as given rows of features, with the same numbers as loadings. */
function encodedOf(rows: readonly (readonly number[])[]): EncodedRows {
  const featureCount = rows[0]?.length ?? 0;
  const features = Float32Array.from(rows.flat());
  return { featureCount, features, loadingCount: featureCount, loadings: features };
}
const upTo = (count: number): Int32Array => Int32Array.from({ length: count }, (_, row) => row);

test("calibration finds the scale and the shift that made the outcomes, whatever their weight", () => {
  const random = splitmix32(2);
  const logits = Array.from({ length: 20_000 }, () => 3 * drawNormal(random));
  const scores = logits.map((logit) => Number(random() < sigmoid(0.6 * logit - 0.4)));
  for (const weight of [1, 7]) {
    const { scale, shift } = fitCalibration(
      logits,
      scores,
      logits.map(() => weight),
    );
    assert.ok(Math.abs(scale - 0.6) < 0.04, `scale ${scale}`);
    assert.ok(Math.abs(shift + 0.4) < 0.05, `shift ${shift}`);
  }
});

test("without outcomes calibration changes nothing, and its scale stays positive", () => {
  assert.deepEqual(fitCalibration([], [], []), { scale: 1, shift: 0 });
  const logits = Array.from({ length: 500 }, (_, i) => (i % 2 === 0 ? 2 : -2));
  const turned = fitCalibration(
    logits,
    logits.map((logit) => Number(logit < 0)),
    logits.map(() => 1),
  );
  assert.ok(turned.scale > 0);
});

test("clusters stand where the prompts stand, and the radius is that of held-out prompts", () => {
  const random = splitmix32(4);
  const middles = [
    [0, 0],
    [10, 0],
    [0, 10],
  ];
  const rows = Array.from({ length: 300 }, (_, row) =>
    (middles[row % 3] ?? []).map((at) => at + 0.3 * drawNormal(random)),
  );
  const encoded = encodedOf(rows);
  const settings = { count: 3, random: splitmix32(1) };
  const found = fitClusters(encoded, 2, { train: upTo(240), dev: upTo(300).subarray(240) }, settings);
  const places = middles.map((middle) =>
    Math.min(
      ...[0, 1, 2].map((c) =>
        Math.hypot(
          (found.centres[2 * c] ?? 0) - (middle[0] ?? 0),
          (found.centres[2 * c + 1] ?? 0) - (middle[1] ?? 0),
        ),
      ),
    ),
  );
  assert.ok(
    places.every((gap) => gap < 0.2),
    places.join(" "),
  );
  const [near = 0, far = 0] = found.radius;
  assert.ok(near > 0.1 && near < 0.7 && far > near && far < 2, `${near} ${far}`);
});

test("the map is the same for the same seed, and has no more clusters than prompts", () => {
  const encoded = encodedOf([
    [0, 1],
    [1, 0],
  ]);
  const fit = () =>
    fitClusters(encoded, 2, { train: upTo(2), dev: new Int32Array() }, { count: 64, random: splitmix32(3) });
  assert.equal(fit().count, 2);
  assert.deepEqual(fit(), fit());
});

test("the field head tells fields apart, the rare one too", () => {
  const random = splitmix32(6);
  const labels = Array.from({ length: 400 }, (_, row) => (row % 20 === 0 ? 2 : row % 2));
  const rows = labels.map((label) =>
    [0, 1, 2].map((field) => Number(field === label) + 0.2 * drawNormal(random)),
  );
  const head = fitFieldHead(encodedOf(rows), labels, upTo(400), { fieldCount: 3, random: splitmix32(1) });
  const guess = (row: readonly number[]): number => {
    const values = [0, 1, 2].map((field) =>
      row.reduce((sum, value, at) => sum + value * (head[4 * field + at] ?? 0), head[4 * field + 3] ?? 0),
    );
    return values.indexOf(Math.max(...values));
  };
  const hits = rows.filter((row, at) => guess(row) === labels[at]).length;
  assert.ok(hits > 370, `${hits} of 400`);
  const rare = rows.filter((_, at) => labels[at] === 2);
  assert.ok(rare.filter((row) => guess(row) === 2).length > 0.7 * rare.length);
});

test("every name of a data set has a field, and the first rule that matches decides", () => {
  assert.equal(fieldOf("bfcl", "simple", ""), "tools");
  assert.equal(fieldOf("zeroeval", "gsm8k", ""), "mathematics");
  assert.equal(fieldOf("mmlu_pro", "MMLU", "clinical knowledge"), "medicine");
  assert.equal(fieldOf("livecodebench", "math", ""), "code");
  assert.equal(fieldOf("none", "nothing", ""), "knowledge");
  fc.assert(
    fc.property(fc.string(), fc.string(), (task, subset) => FIELDS.includes(fieldOf("s", task, subset))),
  );
});

test("ensemble logits are inner products of loadings and abilities, in the order of rows and outcomes", () => {
  const encoded = encodedOf([
    [1, 2],
    [3, -1],
  ]);
  const outcomes = {
    offsets: Int32Array.of(0, 2, 3),
    model: Int32Array.of(1, 0, 1),
    score: new Float32Array(3),
    weight: new Float32Array(3),
  };
  const set = { outcomes } as unknown as TrainingSet;
  const logits = ensembleLogits(set, encoded, Float32Array.of(1, 1, 2, 0.5), Int32Array.of(1, 0));
  assert.deepEqual([...logits], [5.5, 3, 3]);
});

test("answer lengths follow the prompt and the model's own offset; a model never seen has none", () => {
  const random = splitmix32(9);
  const rows = Array.from({ length: 600 }, () => [drawNormal(random), drawNormal(random)]);
  const records = { rows: [] as number[], models: [] as number[], tokens: [] as number[] };
  rows.forEach(([first = 0], row) => {
    for (const model of [0, 1]) {
      records.rows.push(row);
      records.models.push(model);
      records.tokens.push(
        Math.expm1(4 + 0.5 * first + (model === 0 ? 0.6 : -0.6) + 0.1 * drawNormal(random)),
      );
    }
  });
  const fit = fitOutputTokens(
    encodedOf(rows),
    {
      rows: Int32Array.from(records.rows),
      models: Int32Array.from(records.models),
      tokens: Float32Array.from(records.tokens),
    },
    3,
  );
  const [slope = 0, other = 0] = fit.head;
  assert.ok(Math.abs(slope - 0.5) < 0.05 && Math.abs(other) < 0.05, fit.head.join(" "));
  const [long = 0, short = 0, unseen] = fit.offsets;
  assert.ok(Math.abs(long - short - 1.2) < 0.1, `${long} ${short}`);
  assert.ok(Number.isNaN(unseen));
  assert.ok(fit.residualSd < 0.2);
});

test("lengths of sources that ask for a letter, and of prompts that are not trained on, are never read", () => {
  const prompts = (count: number, tokens: number, split: string) =>
    Array.from({ length: count }, (_, i) => ({
      text: `${split} ${tokens} ${i}`,
      split,
      scores: [1],
      tokens: [tokens],
    }));
  const fitOn = (letterTokens: number, testTokens: number): readonly number[] => {
    const dataset = makeDataset({
      sources: [
        { name: "letters", models: ["a"], prompts: prompts(30, letterTokens, "train") },
        {
          name: "essays",
          models: ["b"],
          prompts: [...prompts(30, 300, "train"), ...prompts(9, testTokens, "test")],
        },
      ],
      hasSplits: true,
    });
    const count = dataset.prompts.count;
    const bag = createTensorBag();
    const set = { canonicalOf: Int32Array.of(0, 1), canonicalCount: 2 } as unknown as TrainingSet;
    const run = { dataset, split: dataset.splits?.benchmark ?? new Uint8Array(count), set, anchors: [] };
    bagOutputTokens(run, encodedOf(Array.from({ length: count }, (_, row) => [Math.sin(row)])), bag);
    return [...bag.float32("outputHead"), ...bag.float32("outputOffsets")];
  };
  assert.deepEqual(fitOn(3, 500), fitOn(5, 900));
  assert.notDeepEqual(fitOn(3, 500), fitOn(200, 500));
});
