// Sources of outcomes as boards: what is read of a source, and how a model is judged that answered only its easy prompts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SPLIT } from "../../data/index.ts";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { MadePrompt, MadeSource } from "../../data/made-dataset.suite.ts";
import type { Dataset } from "../../data/index.ts";
import type { Observation } from "./board-score.ts";
import { isOutcome, observeOutcomes } from "./outcome-observations.ts";

const MODELS = ["gpt-4o", "gpt-4o-mini", "claude-3-haiku-20240307"];

const made = (name: string, prompts: readonly MadePrompt[], models = MODELS): Dataset =>
  makeDataset({ sources: [{ name, models, prompts } satisfies MadeSource], hasSplits: true });

function observe(dataset: Dataset): readonly Observation[] {
  return observeOutcomes(dataset, dataset.splits?.benchmark ?? new Uint8Array());
}

const prompts = (count: number, scoresOf: (at: number) => readonly (number | null)[]): MadePrompt[] =>
  Array.from({ length: count }, (_, at) => ({ text: `Prompt number ${at}`, scores: scoresOf(at) }));

test("where all answered all, the value is the logit of the shrunk mean, with its sampling variance", () => {
  const dataset = made(
    "alpaca_eval",
    prompts(40, (at) => [1, Number(at < 30), Number(at < 10)]),
  );
  const found = observe(dataset);
  const shares = [0.995, 0.75, 0.25].map((mean) => (mean * 40 + 0.5) / 41);
  found.forEach(({ value, variance }, at) => {
    const share = shares[at] ?? Number.NaN;
    assert.ok(Math.abs(value - Math.log(share / (1 - share))) < 1e-6, `${value}`);
    assert.ok(Math.abs(variance - 1 / (40 * share * (1 - share))) < 1e-6);
  });
  assert.deepEqual(
    found.map(({ item, skill, trust }) => [item, skill, trust]),
    MODELS.map(() => ["outcomes:alpaca_eval", "chat", 1]),
  );
});

test("a model that answered only easy prompts is not ranked by that", () => {
  const dataset = made(
    "zeroeval",
    prompts(80, (at) => (at % 2 === 0 ? [1, 0.8, 0.8] : [0.4, 0.2, null])),
  );
  const [first, second, third] = observe(dataset).map(({ value }) => value);
  assert.ok(Math.abs((second ?? 0) - (third ?? 9)) < 0.05, "the same on what both answered");
  assert.ok((first ?? 0) > (second ?? 0) + 0.5);
});

test("only train rows are read", () => {
  const rows = (judged: readonly number[]): MadePrompt[] =>
    ["train", "dev", "test"].flatMap((split) =>
      Array.from({ length: 10 }, (_, at) => ({
        text: `Prompt number ${at} of ${split}`,
        split,
        scores: split === "train" ? [1, 0, 0.5] : judged,
      })),
    );
  assert.deepEqual(observe(made("bfcl", rows([0, 1, 1]))), observe(made("bfcl", rows([1, 0, 0]))));
  const none = made("bfcl", rows([0, 1, 1]));
  assert.deepEqual(observeOutcomes(none, new Uint8Array(none.prompts.count).fill(SPLIT.test)), []);
});

test("rows beyond four hundred tell no more", () => {
  const varianceOf = (count: number): number =>
    observe(
      made(
        "mmlu_pro",
        prompts(count, (at) => [at % 2, 1 - (at % 2), 0]),
      ),
    )[0]?.variance ?? Number.NaN;
  assert.ok(varianceOf(100) > 2 * varianceOf(400));
  assert.ok(Math.abs(varianceOf(800) - varianceOf(400)) < 1e-9);
});

test("base models are no candidates, and an effort in a name is a mode of the same model", () => {
  const models = ["Llama-2-13b-hf", "o3-mini-high", "o3-mini-low"];
  const found = observe(
    made(
      "livecodebench",
      prompts(20, (at) => [0, 1, at % 2]),
      models,
    ),
  );
  assert.deepEqual(
    found.map(({ mode }) => mode),
    ["high", "low"],
  );
  assert.equal(new Set(found.map(({ model }) => model)).size, 1);
});

test("the name of an item says whether it is a source of outcomes or a board", () => {
  assert.ok(isOutcome({ item: "outcomes:bfcl" }));
  assert.equal(isOutcome({ item: "bfcl_v3|x|" }), false);
});
