import assert from "node:assert/strict";
import { test } from "node:test";

import type { ModelFacts } from "@signalbox/contracts";

import { aucWithinModels, classOfModel } from "./calibration-protocol.ts";

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
