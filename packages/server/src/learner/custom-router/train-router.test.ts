import assert from "node:assert/strict";
import { test } from "node:test";

import { bootstrapMean } from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";

import type { ChoiceResult } from "./held-out-choice.ts";
import { wordsOfSingle } from "./train-router.ts";

function choice(scores: readonly number[], usdMean: number): ChoiceResult {
  const values = Float64Array.from(scores);
  const score = bootstrapMean({ values, resamples: 100, confidence: 0.95, random: mulberry32(1) });
  return { name: "", score, usdMean, scores: values, picks: scores.map(() => 0) };
}
const ones = (good: number, count = 100): number[] =>
  Array.from({ length: count }, (_, at) => Number(at < good));
const point = (score: number, usd: number | null) => ({
  name: "",
  score_mean: score,
  usd_mean: usd,
  low: 0,
  high: 1,
});

test("a router says whether it beats the model that leads its own file, and what it saves at that score", () => {
  const single = choice(ones(60), 0.01);
  const curve = [point(0.7, 0.02), point(0.6, 0.004), point(0.5, 0.001)];
  assert.equal(
    wordsOfSingle("openai/o3", { own: choice(ones(80), 0.02), single, curve }),
    "Better than always openai/o3: 80.0 % against 60.0 % on held-out rows. At that score it costs 60.0 % less.",
  );
  assert.match(
    wordsOfSingle("openai/o3", { own: choice(ones(60), 0.01), single, curve: [point(0.5, 0.001)] }),
    /^No better than always openai\/o3, as far as the rows show: 60\.0 % against 60\.0 % on held-out rows\.$/,
  );
  const unpriced = { own: choice(ones(60), Number.NaN), single: choice(ones(60), Number.NaN), curve: [] };
  assert.doesNotMatch(wordsOfSingle("a/b", unpriced), /costs/);
});
