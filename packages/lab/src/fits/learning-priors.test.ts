import assert from "node:assert/strict";
import { test } from "node:test";

import { drawNormal, mulberry32 } from "@signalbox/engine/numerics";
import type { OutcomeWorld } from "../learning/build-world.ts";
import { summariseWorth, worthOf } from "./learning-priors.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Models whose usual logits differ; outcomes follow the shipped logit by one slope between models and another within one. */
function makeWorld(between: number, within: number, seed: number): OutcomeWorld {
  const random = mulberry32(seed);
  const usual = [-1, -0.5, 0, 0.5, 1];
  const prompts = 1_500;
  const [shipped, outcomes] = [new Float64Array(prompts * 5), new Float64Array(prompts * 5)];
  for (let at = 0; at < shipped.length; at += 1) {
    const own = usual[at % 5] ?? 0;
    const departure = drawNormal(random) * 0.7;
    shipped[at] = sigmoid(own + departure);
    outcomes[at] = Number(random() < sigmoid(0.4 + between * own + within * departure));
  }
  const encoding = { features: new Float32Array(0), field: "law", difficulty: 0.3 };
  return {
    source: "made",
    models: ["a", "b", "c", "d", "e"],
    encodings: Array.from({ length: prompts }, () => encoding),
    texts: Array.from({ length: prompts }, () => ""),
    shipped,
    outcomes,
    costUsd: outcomes,
    groups: Int32Array.from({ length: prompts }, (_, at) => at),
  };
}

test("the worth of the shipped estimate is found for each source, and its spread over sources", () => {
  const worths = [worthOf(makeWorld(1, 0.2, 1)), worthOf(makeWorld(1, 0.6, 2))];
  for (const [at, within] of [0.2, 0.6].entries()) {
    const [level = 0, between = 0, slope = 0] = worths[at]?.levels ?? [];
    assert.ok(Math.abs(level - 0.4) < 0.15 && Math.abs(between - 1) < 0.25, `${level} ${between}`);
    assert.ok(Math.abs(slope - within) < 0.1, `${slope} for ${within}`);
  }
  const { levels, within } = summariseWorth(worths);
  assert.ok(Math.abs((levels.means[2] ?? 0) - 0.4) < 0.08);
  assert.ok(Math.abs((levels.deviations[2] ?? 0) - 0.28) < 0.1);
  assert.ok(within.mean > 0.2 && within.mean < 0.5 && within.deviation > 0.1, JSON.stringify(within));
});
