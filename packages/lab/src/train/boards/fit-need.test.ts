// The need that outcomes teach, from made sources whose truth is known.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaskReading } from "@signalbox/engine/internals";
import { NEED_INPUT_COUNT, NEED_TASK_AT } from "@signalbox/engine/internals";
import { sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { AbilityRow } from "./build-ability-rows.ts";
import { fitNeed } from "./fit-need.ts";
import { needRowsWithout } from "./need-rows.ts";
import type { NeedRow, NeedRows } from "./need-rows.ts";

const SLOPE = 1.2;
const SECTION = {
  skills: ["general"],
  modes: [{ mode: "default", mean: 0, sd: 0.1 }],
  stranger: { mean: -1.2, sd: 0.7 },
  slope: SLOPE,
};
const ABILITIES = [-1.2, -0.6, 0, 0.5, 1, 1.6];
const rowsOf = (abilities: readonly number[]): AbilityRow[] =>
  abilities.map((ability, index) => ({
    model: `v/m${index}`,
    mode: "default",
    boards: 9,
    outcomes: 0,
    mean: Float64Array.of(ability),
    packed: Float64Array.of(0.01),
  }));
const TASK: TaskReading = {
  operation: "answer",
  operationChance: 1,
  field: "science",
  fieldChance: 1,
  tiers: [1, 0, 0, 0, 0],
  tokens: { low: 5, median: 10, high: 20 },
};
const LENGTH = 0;
const OPTIONS = 3;

/** Long prompts need more, as far as `slope` says; tests have options, everyday requests none. */
function makeRows(levels: readonly number[], slope: number): NeedRows {
  const random = splitmix32(3);
  const row = (level: number, source: number): NeedRow => {
    const inputs = new Float64Array(NEED_INPUT_COUNT);
    inputs[LENGTH] = 2 * random() - 1;
    inputs[OPTIONS] = 1 + random() / 10;
    const need = level + slope * inputs[LENGTH];
    const answers = ABILITIES.map((ability, index) => ({
      by: { id: `v/m${index}`, mode: "default" as const },
      score: Number(random() < sigmoid(SLOPE * (ability - need))),
    }));
    return { source: `s${source}`, group: Math.floor(1e6 * random()), task: TASK, inputs, answers };
  };
  return {
    rows: levels.flatMap((level, source) => Array.from({ length: 300 }, () => row(level, source))),
    everyday: Array.from({ length: 300 }, () => {
      const inputs = new Float64Array(NEED_INPUT_COUNT);
      inputs[LENGTH] = 2 * random() - 1;
      inputs[OPTIONS] = random() / 10;
      return inputs;
    }),
    wordings: [],
  };
}

const fitted = (levels: readonly number[], slope: number) =>
  fitNeed(makeRows(levels, slope), rowsOf(ABILITIES), SECTION) ?? assert.fail("nothing was fitted");

test("what makes a prompt hard within a source is learned, whatever the level of the source", () => {
  const { shown } = fitted([-1.5, -0.5, 0, 1], 0.8);
  assert.ok(shown.weights[LENGTH]! > 0.35 && shown.weights[LENGTH]! < 1, `${shown.weights[LENGTH]}`);
  const flat = fitted([-1.5, -0.5, 0, 1], 0);
  assert.ok(Math.abs(flat.shown.weights[LENGTH]!) < 0.15, `${flat.shown.weights[LENGTH]}`);
});

test("sources that need more raise what is expected of the next one", () => {
  const level = (levels: readonly number[]): number => {
    const { intercept, weights } = fitted(levels, 0).shown;
    return intercept + weights[OPTIONS]! + weights.at(-1)! * Math.log(10);
  };
  assert.ok(level([0.5, 1, 1.5]) - level([-1.5, -1, -0.5]) > 1);
});

test("likeness tells tests from everyday requests by their text alone", () => {
  const { likeness } = fitted([-1, 0, 1], 0.5);
  const at = (options: number): number => sigmoid(likeness.intercept + likeness.weights[OPTIONS]! * options);
  assert.ok(at(1.05) > 0.8 && at(0.05) < 0.1, `${at(1.05)}, ${at(0.05)}`);
  assert.ok(likeness.weights.slice(NEED_TASK_AT).every((weight) => weight === 0));
});

test("fewer than three sources tell nothing of a new one", () => {
  assert.equal(fitNeed(makeRows([0, 1], 0.5), rowsOf(ABILITIES), SECTION), undefined);
});

test("a source that is left out takes along the prompts elsewhere that nearly equal its own", () => {
  const prompts = ["a", "b"].map((text) => ({ text, split: "train" as const, scores: [1] }));
  const dataset = makeDataset({ sources: [{ name: "s0", models: ["gpt-4o"], prompts }] });
  const all = makeRows([0, 1, 2], 0);
  const [first, second, third] = [all.rows[0]!, all.rows[300]!, all.rows[600]!];
  const near: NeedRow = { ...second, group: dataset.prompts.group[0]! };
  const left = needRowsWithout({ ...all, rows: [first, near, third] }, "s0", dataset);
  assert.deepEqual(left.rows, [third]);
});

test("what changes from one wording of a request to another tells little of whether it is like a test", () => {
  const rows = makeRows([-1, 0, 1], 0.5);
  const likenessOf = (wordings: NeedRows["wordings"]): readonly number[] =>
    fitNeed({ ...rows, wordings }, rowsOf(ABILITIES), SECTION)?.likeness.weights ?? [];
  const apart = rows.everyday.map((inputs) => [inputs, inputs.with(OPTIONS, inputs[OPTIONS]! + 1)]);
  const [without = [], withWordings = []] = [[], apart].map(likenessOf);
  assert.ok(without[OPTIONS]! > 1, `${without[OPTIONS]}`);
  assert.ok(withWordings[OPTIONS]! < without[OPTIONS]! / 2, `${withWordings[OPTIONS]}`);
});
