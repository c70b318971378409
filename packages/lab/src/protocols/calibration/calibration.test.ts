// Calibration of the product: figures on predictions whose faults are known, and the protocol on made sources.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import { openArtefactView } from "../../estimators/custom/custom-router.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { CALIBRATION, calibrationSlope } from "./calibration-protocol.ts";

test("the slope is 1 for true chances, a half for logits twice too bold, and moves with neither level nor weights of copies", () => {
  const random = splitmix32(4);
  const logits = Float64Array.from({ length: 4000 }, () => 4 * random() - 2);
  const observed = Float32Array.from(logits, (logit) => Number(random() < sigmoid(logit)));
  const ones = new Float64Array(4000).fill(1);
  const slopeOf = (bend: (logit: number) => number, weights = ones): number =>
    calibrationSlope(
      { predicted: Float32Array.from(logits, (logit) => sigmoid(bend(logit))), observed },
      weights,
    );
  const right = slopeOf((logit) => logit);
  assert.ok(Math.abs(right - 1) < 0.1, `${right}`);
  assert.ok(Math.abs(slopeOf((logit) => 2 * logit) - right / 2) < 0.01);
  assert.ok(Math.abs(slopeOf((logit) => logit + 1) - right) < 0.01);
  assert.ok(
    Math.abs(slopeOf((logit) => logit, new Float64Array(4000).fill(3)) - right) < 1e-6,
    "every item three times is the same line",
  );
  assert.ok(slopeOf((logit) => -logit) < -0.9, "an inverted order has a negative slope");
  const constant = calibrationSlope(
    { predicted: new Float32Array(9).fill(0.5), observed: new Float32Array(9) },
    ones,
  );
  assert.equal(constant, 0, "equal predictions tell nothing apart");
});

function contextOf(score: number, view: ProtocolContext["views"][number]): ProtocolContext {
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
    split: new Uint8Array(60),
    judgedSources: [],
    contenders: [],
    views: [view],
    seeds: [1],
    resamples: 10,
    onProgress: () => undefined,
  };
}

test("each source stands beside the mean of the others, and languages and origins gather all sources", async () => {
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
  const english = sections.find(({ name }) => name === "language en");
  assert.equal(english?.promptCount, 60);
  assert.ok(sections.some(({ name }) => name.startsWith("ability from ")));
  const again = await CALIBRATION.run(contextOf(0.75, view));
  assert.deepEqual(again, sections);
});
