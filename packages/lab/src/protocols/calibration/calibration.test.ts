// Calibration of the product: figures on predictions whose faults are known, and the protocol on made sources.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import type { ModelFacts } from "@signalbox/contracts";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import { openArtefactView } from "../../artefact-view.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { aucWithinModels, CALIBRATION, classOfModel } from "./calibration-protocol.ts";

function contextOf(score: number, view: ProtocolContext["view"]): ProtocolContext {
  const models = ["gpt-4o-2024-08-06", "gpt-4o-mini", "llama-3.1-8b-instruct"];
  const sourceOf = (name: string, level: number) => ({
    name,
    models,
    prompts: Array.from({ length: 30 }, (_, i) => ({
      text: `${name}: what is the name of river number ${i} of the old map?`,
      split: "test",
      scores: models.map(() => level),
    })),
  });
  return {
    dataset: makeDataset({ sources: [sourceOf("first", score), sourceOf("second", 0.25)], hasSplits: true }),
    dataDir: "",
    view,
    seeds: [1],
    resamples: 10,
    onProgress: () => undefined,
  };
}

test("each source is compared with the mean of the others, and origins gather all sources", async () => {
  const view = await openArtefactView(SHIPPED_ARTEFACT_DIR);
  const sections = await CALIBRATION.run(contextOf(0.75, view));
  const valueOf = (name: string, method: string, figure: string): number =>
    sections.find((section) => section.name === name)?.methods.find((one) => one.name === method)?.figures[
      figure
    ]?.value ?? Number.NaN;
  assert.equal(valueOf("first", "signalbox", "observedMean"), 0.75);
  assert.ok(Math.abs(valueOf("first", "base-rate", "ece") - 0.5) < 1e-6, "the other source's mean is .25");
  assert.ok(Math.abs(valueOf("second", "base-rate", "ece") - 0.5) < 1e-6);
  const gap = Math.abs(valueOf("first", "signalbox", "predictedMean") - 0.75);
  assert.ok(
    valueOf("first", "signalbox", "ece") >= gap - 1e-6,
    "no calibration error below the error of the level",
  );
  // The second source is harder for every class: raw figures gather that, figures within sources do not.
  const classes = sections.filter(({ name }) => name.startsWith("open questions, class "));
  assert.deepEqual(classes.map(({ name }) => name).toSorted(), [
    "open questions, class small 2024",
    "open questions, class strong 2024",
  ]);
  const off = (name: string): number =>
    valueOf(name, "signalbox", "predictedMean") - valueOf(name, "signalbox", "observedMean");
  const within = classes.map(({ name }) => valueOf(name, "signalbox", "offWithin"));
  const raw = classes.map(({ name }) => off(name));
  const level = (off("first") + off("second")) / 2;
  within.forEach((each, at) => assert.ok(Math.abs(each - ((raw[at] ?? 0) - level)) < 1e-6));
  assert.ok(sections.some(({ name }) => name.startsWith("ability from ")));
  const again = await CALIBRATION.run(contextOf(0.75, view));
  assert.deepEqual(again, sections);
});

const answersOf = (key: string, predict: (prompt: number) => number) =>
  Array.from({ length: 8 }, (_, prompt) => ({
    key,
    prompt,
    predicted: predict(prompt),
    observed: prompt < 4 ? 0 : 1,
  }));
const EVEN = new Float64Array(8).fill(1);

test("1 where easy prompts are predicted above hard ones, 0 the other way round, a half without a difference", () => {
  assert.equal(aucWithinModels(answersOf("a", (prompt) => prompt / 8))(EVEN), 1);
  assert.equal(aucWithinModels(answersOf("a", (prompt) => -prompt))(EVEN), 0);
  assert.equal(aucWithinModels(answersOf("a", () => 0.7))(EVEN), 0.5);
});

test("models are compared with themselves alone, and each counts the same", () => {
  const low = answersOf("low", (prompt) => 0.1 + prompt / 100);
  const high = answersOf("high", (prompt) => 0.9 - prompt / 100);
  assert.equal(aucWithinModels([...low, ...high])(EVEN), 0.5);
});

test("a prompt that is not drawn does not count, and nothing to compare is no figure", () => {
  const answers = answersOf("a", (prompt) => (prompt === 0 ? 1 : prompt / 8));
  const without = Float64Array.of(0, 1, 1, 1, 1, 1, 1, 1);
  assert.ok(aucWithinModels(answers)(EVEN) < 1);
  assert.equal(aucWithinModels(answers)(without), 1);
  assert.ok(Number.isNaN(aucWithinModels(answersOf("a", () => 1).slice(0, 4))(EVEN)));
});

test("a model's class is its list price and its year, and without either it has none", () => {
  const facts = (outputUsdPerMTok: number | undefined, releasedOn: string | undefined): ModelFacts =>
    ({ prices: { outputUsdPerMTok, source: "test" }, releasedOn }) as unknown as ModelFacts;
  assert.deepEqual([facts(0.6, "2024-07-18"), facts(4, "2025-03"), facts(15, "2026")].map(classOfModel), [
    "small 2024",
    "mid 2025",
    "strong 2026",
  ]);
  assert.deepEqual([facts(undefined, "2024"), facts(1, undefined), undefined].map(classOfModel), [
    undefined,
    undefined,
    undefined,
  ]);
});
