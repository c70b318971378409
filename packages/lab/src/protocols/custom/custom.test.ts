// The product's custom router on made sources: which rows it learns from, and what it is judged beside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { chooseSplit } from "../../data/index.ts";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { MadePrompt } from "../../data/made-dataset.suite.ts";
import { BASELINES } from "../../estimators/baselines/index.ts";
import { openArtefactView } from "../../estimators/custom/custom-router.ts";
import { LATENT_SEMANTIC_FEATURES } from "../../features/latent-semantic.ts";
import { contenderOf } from "../runner/run-estimator.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { buildSourceProblem } from "../runner/source-problem.ts";
import { keepModels, keepRows, CUSTOM } from "./custom-protocol.ts";

const MODELS = ["gpt-4o", "llama-3.1-8b-instruct", "house-model-x"];

/** The public boards are wrong here: the house model alone can do the work, for a tenth of the dollars. */
function makePrompt(row: number): MadePrompt {
  const text = `${row % 2 === 0 ? "Write a SQL join over the tables" : "Rhyme a verse on the rivers"} ${row} and ${row * 7}`;
  return {
    text,
    split: row % 3 === 0 ? "test" : "train",
    scores: [row % 5 === 0 ? 1 : 0, row === 1 ? null : 0, row % 7 === 0 ? 0 : 1],
    costs: [0.01, 0.002, 0.001],
  };
}

const prompts = Array.from({ length: 270 }, (_, row) => makePrompt(row));
const dataset = makeDataset({ sources: [{ name: "made", models: MODELS, prompts }], hasSplits: true });
const split = chooseSplit(dataset, "benchmark", 1);

test("rows and models are cut alike in scores, dollars and texts, and judged rows stay as they are", () => {
  const whole = buildSourceProblem({
    dataset,
    source: "made",
    split,
    features: LATENT_SEMANTIC_FEATURES,
    seed: 1,
  });
  const two = keepModels(whole, 2);
  assert.deepEqual(
    two.models.map(({ name }) => name),
    ["gpt-4o", "house-model-x"],
    "the model with an unknown score goes first",
  );
  const cut = keepRows(two, 50, 7);
  assert.deepEqual([cut.train.prompts.count, cut.dev.prompts.count], [40, 10]);
  assert.deepEqual(cut.test, two.test);
  for (const part of [cut.train, cut.dev])
    part.rows.forEach((row, i) => {
      const { text, scores, costs } = makePrompt(row);
      assert.equal(part.prompts.text[i], text);
      assert.deepEqual([...part.scores.subarray(2 * i, 2 * i + 2)], [scores[0], scores[2]]);
      assert.deepEqual([...part.costUsd.subarray(2 * i, 2 * i + 2)], [costs![0], costs![2]]);
    });
  const both = [...cut.train.rows, ...cut.dev.rows];
  assert.equal(new Set(both).size, 50, "no row to tune on is one to fit on");
  assert.notDeepEqual(keepRows(two, 50, 8).train.rows, cut.train.rows);
});

test("a custom router learns from the source's rows what boards do not know, and is judged beside others on them", async () => {
  const context: ProtocolContext = {
    dataset,
    dataDir: "",
    split,
    judgedSources: ["made"],
    contenders: BASELINES.filter(({ name }) => name === "knn").map(contenderOf),
    views: [await openArtefactView(SHIPPED_ARTEFACT_DIR)],
    seeds: [1, 2],
    resamples: 5,
    onProgress: () => undefined,
  };
  const sections = await CUSTOM.run(context);
  assert.deepEqual(
    sections.map(({ name }) => name),
    ["made, 25 rows", "made, 50 rows", "made, 180 rows"],
  );
  for (const { methods, promptCount } of sections) {
    assert.equal(promptCount, 90);
    assert.deepEqual(
      methods.map(({ name }) => name),
      ["custom-router", "untrained", "knn"],
    );
  }
  const value = (section: number, name: string, figure: string): number =>
    sections[section]?.methods.find((method) => method.name === name)?.figures[figure]?.value ?? Number.NaN;
  assert.ok(value(1, "untrained", "accuracy") < 0.3, "the boards point at gpt-4o");
  assert.ok(value(1, "custom-router", "accuracy") > 0.8);
  assert.ok(value(2, "custom-router", "aucPooled") > value(2, "untrained", "aucPooled"));
});
