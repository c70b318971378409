// The product's custom router on a made source: what it learns from the rows, and what it is judged beside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { MadePrompt } from "../../data/made-dataset.suite.ts";
import { openArtefactView } from "../../artefact-view.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { CUSTOM } from "./custom-protocol.ts";

const MODELS = ["gpt-4o", "llama-3.1-8b-instruct", "house-model-x"];

/** The public boards are wrong here: the house model can do the work, but for verses, which only the small one can. */
function makePrompt(row: number): MadePrompt {
  const isVerse = row % 4 === 0;
  const text = isVerse
    ? `Rhyme a verse on the river ${row}`
    : `Write a SQL join over table ${row} and ${row * 7}`;
  const scores = [
    row % 5 === 0 ? 1 : 0,
    isVerse ? 1 : row === 1 ? null : 0,
    isVerse || row % 7 === 0 ? 0 : 1,
  ];
  return { text, split: row % 10 === 0 ? "train" : "test", scores };
}

test("the same judged prompts for every number of rows, none that the artefact was trained on, and what rows teach", async () => {
  const prompts = Array.from({ length: 400 }, (_, row) => makePrompt(row));
  const context: ProtocolContext = {
    dataset: makeDataset({ sources: [{ name: "made", models: MODELS, prompts }], hasSplits: true }),
    dataDir: "",
    view: await openArtefactView(SHIPPED_ARTEFACT_DIR),
    seeds: [1, 2],
    resamples: 5,
    onProgress: () => undefined,
  };
  const sections = await CUSTOM.run(context);
  assert.deepEqual(
    sections.map(({ name, promptCount }) => [name, promptCount]),
    [25, 50, 200].map((rows) => [`made, ${rows} rows`, sections[0]?.promptCount]),
  );
  const promptCount = sections[0]?.promptCount ?? 0;
  assert.ok(promptCount > 100 && promptCount <= 160, "of 360 unseen prompts 200 are kept for rows");
  const value = (section: number, name: string, figure: string): number =>
    sections[section]?.methods.find((method) => method.name === name)?.figures[figure]?.value ?? Number.NaN;
  assert.ok(value(1, "untrained", "accuracy") < 0.4, "the boards point at gpt-4o");
  assert.ok(value(1, "custom-router", "accuracy") > 0.6);
  for (const figure of ["accuracy", "auc"])
    assert.ok(value(2, "custom-router", figure) > value(2, "untrained", figure), figure);
  assert.ok(value(2, "custom-router", "logLoss") < value(2, "untrained", "logLoss"));
  assert.ok(value(2, "custom-router", "accuracy") >= value(2, "best-single", "accuracy") - 0.02);
  for (const name of ["knn", "regression", "factors"])
    assert.ok(value(2, name, "accuracy") > value(2, "random", "accuracy"), name);
  for (const name of ["regression", "factors"])
    assert.ok(value(2, name, "auc") > 0.7, `${name}: its words tell a verse from a join`);
  assert.ok(Math.abs(value(0, "best-single", "auc") - 0.5) < 1e-9, "one chance for all prompts orders none");
  assert.deepEqual(await CUSTOM.run(context), sections);
});
