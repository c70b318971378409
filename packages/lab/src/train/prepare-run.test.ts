// What a run may learn from: its split's training rows, never a reserved source, never a judged prompt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPromptRows, SPLIT } from "../data/index.ts";
import { makeDataset } from "../data/made-dataset.suite.ts";
import type { MadePrompt } from "../data/made-dataset.suite.ts";
import { ANCHORS } from "./anchors/anchors.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { prepareRun } from "./prepare-run.ts";
import { RECIPE, RECIPE_NAME } from "./recipe-options.ts";
import { NEVER_TRAINED } from "./start/never-trained.ts";
import type { TrainRequest } from "./train-request.ts";
import { TRANSFORMER_RECIPE, TRANSFORMER_RECIPE_NAME } from "./transformer-recipe.ts";

const SPLITS = ["train", "dev", "test", "eval_only", "dropped", "never"];
const MODELS = ["gpt-4o", "gpt-4o-mini", "nobody-knows-this"];

function promptsOf(word: string): MadePrompt[] {
  return SPLITS.map((split, i) => ({
    text: `The ${word} of ${split} number ${i}`,
    split,
    scores: [1, 0, 0.5],
  }));
}
const [reserved = "routellm"] = NEVER_TRAINED;
const DATASET = makeDataset({
  sources: [
    { name: "open", models: MODELS, prompts: promptsOf("open question") },
    { name: reserved, models: MODELS, prompts: promptsOf("reserved question") },
  ],
  hasSplits: true,
});
const REQUEST: TrainRequest = { dataDir: "none", outDir: "none", split: "benchmark", seed: 1 };
const SMALL = { ...RECIPE, memberCount: 1, tokenSize: 8, hiddenSize: 8, abilitySize: 2 };
const run = prepareRun(DATASET, REQUEST, SMALL);

test("only training rows of open sources are learned from, and only dev rows tuned on", () => {
  const real = run.set.trainRows.filter((row) => row < DATASET.prompts.count);
  assert.deepEqual(
    Array.from(real, (row) => DATASET.prompts.text[row]),
    ["The open question of train number 0"],
  );
  assert.deepEqual(
    Array.from(run.set.devRows, (row) => DATASET.prompts.text[row]),
    ["The open question of dev number 1"],
  );
});

test("a reserved source is taken out of train and dev whatever the split file says", () => {
  const source = DATASET.sources.indexOf(reserved);
  assert.ok(source >= 0);
  for (const row of listPromptRows(run.split, [SPLIT.train, SPLIT.dev]))
    assert.notEqual(DATASET.prompts.source[row], source);
});

test("anchors come after the prompts of the folder, with outcomes of their own", () => {
  const anchors = run.set.trainRows.filter((row) => row >= DATASET.prompts.count);
  assert.equal(anchors.length, ANCHORS.length);
  assert.equal(run.set.features.count, DATASET.prompts.count + ANCHORS.length);
  const { offsets, model } = run.set.outcomes;
  const first = DATASET.prompts.count;
  assert.ok((offsets[first + 1] ?? 0) > (offsets[first] ?? 0));
  const unknown = DATASET.models.findIndex(({ name }) => name === "nobody-knows-this");
  assert.ok(
    !model.subarray(offsets[first]).includes(unknown),
    "an anchor says nothing of a model nobody calls",
  );
});

test("only training rows and anchors are reworded", () => {
  const { offsets } = run.set.rewordings;
  const learned = new Set(run.set.trainRows);
  for (let row = 0; row < run.set.features.count; row += 1)
    assert.equal((offsets[row + 1] ?? 0) - (offsets[row] ?? 0) > 0, learned.has(row), `row ${row}`);
});

test("the same model of two sources shares one ability", () => {
  const of = (source: string, name: string): number =>
    DATASET.models.findIndex((model) => model.source === source && model.name === name);
  const { canonicalOf } = run.set;
  assert.equal(canonicalOf[of("open", "gpt-4o")], canonicalOf[of(reserved, "gpt-4o")]);
  assert.notEqual(canonicalOf[of("open", "gpt-4o")], canonicalOf[of("open", "gpt-4o-mini")]);
});

test("a recipe without rewordings makes none", () => {
  const plain = prepareRun(DATASET, REQUEST, { ...SMALL, rewordShare: 0 });
  assert.equal(plain.set.rewordings.features.count, 0);
});

test("a folder without a training row is refused, and the fault names the split", () => {
  const dataset = makeDataset({
    sources: [{ name: reserved, models: MODELS, prompts: promptsOf("reserved") }],
    hasSplits: true,
  });
  assert.throws(() => prepareRun(dataset, { ...REQUEST, split: "release" }, SMALL), {
    code: "invalid_data",
    detail: "No prompt of the folder may be trained on in the release split.",
  });
});

test("the tier chooses the recipe, and a given one keeps its tier's name", () => {
  assert.deepEqual(chooseRecipe(REQUEST), { name: RECIPE_NAME, options: RECIPE });
  const transformer = chooseRecipe({ ...REQUEST, encoder: {} });
  assert.deepEqual(transformer, { name: TRANSFORMER_RECIPE_NAME, options: TRANSFORMER_RECIPE });
  assert.deepEqual(chooseRecipe({ ...REQUEST, recipe: SMALL }).options, SMALL);
  assert.equal(TRANSFORMER_RECIPE.tokenSize, 0);
});
