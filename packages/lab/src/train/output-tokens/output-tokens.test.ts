// Expected output tokens: a planted length comes back, cut answers teach nothing, unknown models answer like the middle one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { MadePrompt, MadeSource } from "../../data/made-dataset.suite.ts";
import { createTensorBag } from "../artefact/tensor-bag.ts";
import type { EncodedRows } from "../heads/encode-rows.ts";
import type { TrainingSet } from "../members/training-set.ts";
import { bagOutputTokens } from "./bag-output-tokens.ts";
import { fitOutputTokens } from "./fit-output-tokens.ts";
import type { TokenRecords } from "./fit-output-tokens.ts";

const ROWS = 400;
const random = splitmix32(6);
const ENCODED: EncodedRows = {
  featureCount: 2,
  features: Float32Array.from({ length: 2 * ROWS }, () => 2 * random() - 1),
  loadingCount: 0,
  loadings: new Float32Array(),
};
const OFFSETS = [0.5, -0.5];

/** ln(1 + tokens) = 5 + x - 0.5 y + offset of the model. */
function lengthOf(row: number, model: number): number {
  const [x = 0, y = 0] = ENCODED.features.subarray(2 * row, 2 * row + 2);
  return Math.expm1(5 + x - 0.5 * y + (OFFSETS[model] ?? 0));
}

function recordsOf(models: readonly number[]): TokenRecords {
  const cells = Array.from({ length: ROWS }, (_, row) => models.map((model) => ({ row, model }))).flat();
  return {
    rows: Int32Array.from(cells, ({ row }) => row),
    models: Int32Array.from(cells, ({ model }) => model),
    tokens: Float32Array.from(cells, ({ row, model }) => lengthOf(row, model)),
  };
}

test("a planted length comes back: weights of the features, offsets of the models, hardly a residual", () => {
  const { head, offsets, residualSd } = fitOutputTokens(ENCODED, recordsOf([0, 1]), 3);
  const [x = 0, y = 0, intercept = 0] = head;
  assert.ok(x > 0.75 && x <= 1.01, `${x}, a little shrunk`);
  assert.ok(y < -0.35 && y >= -0.51, `${y}`);
  assert.ok(Math.abs(intercept - 5) < 0.05);
  const [longer = 0, shorter = 0, unknown = 0] = offsets;
  assert.ok(Math.abs(longer - shorter - 1) < 0.1, `${longer} ${shorter}`);
  assert.ok(Math.abs(longer + shorter) < 0.05);
  assert.ok(Number.isNaN(unknown), "nothing was recorded of the third");
  assert.ok(residualSd < 0.15, `${residualSd}`);
});

test("without records every length is the same and no model is known", () => {
  const none = { rows: new Int32Array(), models: new Int32Array(), tokens: new Float32Array() };
  const { head, offsets, residualSd } = fitOutputTokens(ENCODED, none, 2);
  assert.deepEqual([...head], [0, 0, 0]);
  assert.ok(offsets.every((offset) => Number.isNaN(offset)));
  assert.equal(residualSd, 0);
});

test("the order of records makes no difference beyond rounding", () => {
  const records = recordsOf([0, 1]);
  const turned = {
    rows: records.rows.toReversed(),
    models: records.models.toReversed(),
    tokens: records.tokens.toReversed(),
  };
  const [one, other] = [fitOutputTokens(ENCODED, records, 2), fitOutputTokens(ENCODED, turned, 2)];
  one.head.forEach((weight, at) => assert.ok(Math.abs(weight - (other.head[at] ?? 9)) < 1e-5));
});

test("a model of few records is taken to answer like the others", () => {
  const records = recordsOf([0]);
  const few = {
    rows: Int32Array.from([...records.rows, 0, 1, 2]),
    models: Int32Array.from([...records.models, 1, 1, 1]),
    tokens: Float32Array.from([...records.tokens, 1e5, 1e5, 1e5]),
  };
  const [, offset = 9] = fitOutputTokens(ENCODED, few, 2).offsets;
  assert.ok(offset > 0 && offset < 0.8, `${offset} after three answers about a thousand times as long`);
});

const source = (name: string, tokensOf: (row: number) => readonly number[], split = "train"): MadeSource => ({
  name,
  models: ["a", "b"],
  prompts: Array.from({ length: ROWS / 2 }, (_, row): MadePrompt => ({
    text: `Prompt ${name} ${row}`,
    split,
    scores: [1, 1],
    tokens: tokensOf(row),
  })),
});

function bagOf(sources: readonly MadeSource[], canonicalOf: Int32Array, anchors: readonly number[] = []) {
  const dataset = makeDataset({ sources, hasSplits: true });
  const bag = createTensorBag();
  const set = { canonicalOf, canonicalCount: 3 } as unknown as TrainingSet;
  const split = dataset.splits?.release ?? new Uint8Array();
  const figures = bagOutputTokens(
    { dataset, split, set, anchors: anchors.map((outputTokens) => ({ outputTokens })) },
    ENCODED,
    bag,
  );
  return { bag, figures, offsets: [...bag.float32("outputOffsets")], constants: bag.float32("outputTokens") };
}

test("sources whose answers are letters, and rows of other splits, say nothing of lengths", () => {
  const long = source("long", (row) => [lengthOf(row, 0), lengthOf(row, 1)]);
  const both = bagOf([long, source("letters", () => [1, 2])], Int32Array.of(0, 1, 0, 1));
  const alone = bagOf([long], Int32Array.of(0, 1));
  assert.deepEqual(both.bag.float32("outputHead"), alone.bag.float32("outputHead"));
  const judged = bagOf([long, source("judged", () => [9000, 9000], "test")], Int32Array.of(0, 1, 0, 1));
  assert.deepEqual(judged.offsets, alone.offsets);
});

test("a model without records takes the middle offset, which the constants state too", () => {
  const long = source("long", (row) => [lengthOf(row, 0), lengthOf(row, 1)]);
  const { offsets, constants, figures } = bagOf([long], Int32Array.of(0, 1));
  const [longer = 0, , unknown = 9] = offsets;
  assert.equal(unknown, longer, "the upper of two is the middle one");
  assert.equal(constants[1], unknown);
  assert.ok(Math.abs((constants[3] ?? 0) - Math.log(250)) < 1e-6, "hidden tokens of a trivial prompt");
  assert.ok(Math.abs(Math.exp((constants[3] ?? 0) + (constants[4] ?? 0)) - 12_000) < 1, "and of a hard one");
  assert.equal(figures["outputTokenLogSd"], Math.round((constants[0] ?? 0) * 1e4) / 1e4);
});

test("anchors lie behind the prompts, and speak for no model of the catalogue", () => {
  const silent = source("silent", () => [0, 0]);
  const { bag, offsets } = bagOf([silent], Int32Array.of(0, 1), Array(ROWS / 2).fill(99));
  assert.deepEqual(offsets, [0, 0, 0]);
  const intercept = bag.float32("outputHead")[2] ?? 0;
  assert.ok(intercept > 2 && intercept < Math.log(100) + 1e-3, `${intercept}`);
});
