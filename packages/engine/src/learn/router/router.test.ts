// The effect of graded prompts on the shipped model, from the choice of a setting to the decision.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { LearnedPolicy } from "../../input/decision-input.ts";
import { makeWorld } from "../made-world.suite.ts";
import { parseRouter, serialiseRouter } from "../serialise-learned.ts";
import {
  createRouterReader,
  fitRouter,
  judgeRouter,
  type RouterData,
  type RouterJudgement,
} from "./fit-router.ts";
import { levelAt } from "../levels/fit-levels.ts";
import { createRouterPolicy } from "./router-policy.ts";

function foldsOf(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => index % 5);
}

const chancesOf = ({ heldOut }: RouterJudgement): number[] => heldOut.map(({ success }) => success);

function squaredError(predictions: ArrayLike<number>, truth: Float64Array): number {
  return truth.reduce((sum, value, index) => sum + (predictions[index]! - value) ** 2, 0) / truth.length;
}

test("when the shipped model is right, 25 prompts bend it a little, and held-out prompts keep them from more", () => {
  const bends = Array.from({ length: 20 }, (_, seed) => {
    const { data, truth } = makeWorld({ prompts: 25, shift: [0, 0, 0, 0], slope: 0, seed });
    return squaredError(chancesOf(judgeRouter(data, foldsOf(25))), truth);
  });
  const mean = bends.reduce((sum, bend) => sum + bend, 0) / bends.length;
  assert.ok(Math.sqrt(mean) < 0.13, `${Math.sqrt(mean)}`);
});

test("a lesson within the noise of the held-out prompts is still learned in part", () => {
  const gains = Array.from({ length: 20 }, (_, seed) => {
    const { data, truth } = makeWorld({ prompts: 40, shift: [0.7, -0.7], slope: 0, seed });
    const shipped = data.outcomes.map(({ prior }) => prior);
    return squaredError(shipped, truth) - squaredError(chancesOf(judgeRouter(data, foldsOf(40))), truth);
  });
  assert.ok(gains.filter((gain) => gain > 0).length >= 18, gains.map((gain) => gain.toFixed(4)).join(" "));
});

test("when the shipped model is wrong, 200 prompts bring the estimate nearer to the truth", () => {
  const { data, truth } = makeWorld({ prompts: 200, shift: [1.2, -1, 0.4], slope: 1, seed: 7 });
  const selection = judgeRouter(data, foldsOf(200));
  assert.ok(selection.losses.learned < selection.losses.shipped);
  const shipped = data.outcomes.map((row) => row.prior);
  assert.ok(squaredError(chancesOf(selection), truth) < 0.35 * squaredError(shipped, truth));
});

interface Estimate {
  readonly success: number;
  readonly spread: number;
}

/** @param shipped of the arms; the stranger's, and that of an arm it lacks, is one half */
function estimate(
  policy: LearnedPolicy,
  data: RouterData,
  prompt: number,
  shipped: readonly Estimate[] = [],
) {
  const encoding = {
    ...data.encodings[prompt]!,
    familiarity: 1,
    field: "chat",
    difficulty: 0.5,
    language: "en",
  };
  const labels = [...data.arms, "stranger"];
  return policy.adjust({
    encoding,
    labels,
    modelIds: labels.map(() => undefined),
    estimates: labels.map((_, at) => shipped[at] ?? { success: 0.5, spread: 0.2 }),
  });
}

test("a router moves models towards their outcomes, leaves strangers nearly alone, and survives its stored form to the last digit", () => {
  const { data } = makeWorld({ prompts: 150, shift: [2, -2], slope: 0, seed: 3 });
  const fitted = fitRouter(data);
  const stored = parseRouter(serialiseRouter(fitted));
  assert.ok(stored !== undefined);
  const [policy, again] = [createRouterPolicy("a", fitted), createRouterPolicy("a", stored)];
  const [good, bad, stranger] = estimate(policy, data, 4);
  assert.ok(good!.success > 0.75 && good!.isOwn && good!.spread < 0.15, `${good!.success}`);
  assert.ok(bad!.success < 0.25 && bad!.isOwn, `${bad!.success}`);
  assert.ok(Math.abs(stranger!.success - 0.5) < 0.1 && !stranger!.isOwn && stranger!.spread === 0.2);
  assert.deepEqual(estimate(again, data, 4), estimate(policy, data, 4));
});

test("the same rows make the same router", () => {
  const { data } = makeWorld({ prompts: 60, shift: [1, 0], slope: 1, seed: 9 });
  const texts = [0, 1].map(() => serialiseRouter(fitRouter(data)));
  assert.equal(texts[0], texts[1]);
});

test("ties, constant scores, one model and folds without rows train to finite chances", () => {
  const { data } = makeWorld({ prompts: 30, shift: [0, 0], slope: 0, seed: 4 });
  const variants: RouterData[] = [
    { ...data, outcomes: data.outcomes.map((row) => ({ ...row, outcome: 1 })) },
    { ...data, outcomes: data.outcomes.map((row) => ({ ...row, outcome: 0 })) },
    { ...data, outcomes: data.outcomes.map((row) => ({ ...row, outcome: 0.5 })) },
    { ...data, arms: ["alone"], outcomes: data.outcomes.filter(({ arm }) => arm === 0) },
    { ...data, encodings: data.encodings.map(() => data.encodings[0]!) },
  ];
  for (const [at, variant] of variants.entries()) {
    const { heldOut, losses } = judgeRouter(variant, foldsOf(30));
    assert.ok(
      heldOut.every(({ success }) => success > 0 && success < 1),
      `variant ${at}`,
    );
    assert.ok(Number.isFinite(losses.shipped) && Number.isFinite(losses.learned), `variant ${at}`);
    const policy = createRouterPolicy("a", fitRouter(variant));
    for (const { success, spread } of estimate(policy, variant, 0))
      assert.ok(success > 0 && success < 1 && Number.isFinite(spread), `variant ${at}: ${success} ${spread}`);
  }
});

test("a snapshot of another release is passed over, and a broken one is distinguished from it", () => {
  assert.equal(parseRouter(JSON.stringify({ format: "signalbox-correction-2", fitted: {} })), undefined);
  assert.throws(() => parseRouter("{"), { code: "invalid_artefact" });
});

test("the model that leads by levels stays the pick unless another leads it here by more than the deviation of their contrast", () => {
  const { data } = makeWorld({ prompts: 60, shift: [0.05, 0, 0], slope: 0, seed: 14 });
  const fitted = fitRouter(data);
  const read = createRouterReader(fitted);
  const asked = [0, 1, 2].map((arm) => ({ arm, shipped: 0.5 }));
  const levels = asked.map(({ arm, shipped }) => levelAt(fitted.levels, arm, shipped));
  const leader = levels.indexOf(Math.max(...levels));
  let guarded = 0;
  for (const encoding of data.encodings) {
    const estimates = read(encoding, asked);
    const lead = estimates[leader]!;
    for (const each of estimates)
      if (each.success > lead.success) guarded += Number(each.guard < 0);
      else assert.equal(each.guard, 0);
  }
  assert.ok(guarded > 0, "the other leads somewhere");
});

test("models that never failed are distinguished by less than the tolerance, however the shipped model distinguishes them", () => {
  const { data } = makeWorld({ prompts: 25, shift: [0, 0], slope: 0, seed: 6 });
  const outcomes = data.outcomes.map((row) => ({ ...row, prior: row.arm === 0 ? 0.25 : 0.86, outcome: 1 }));
  const perfect = { ...data, outcomes };
  const policy = createRouterPolicy("a", fitRouter(perfect));
  const shipped = [
    { success: 0.25, spread: 0.12 },
    { success: 0.86, spread: 0.05 },
  ];
  const [weak, strong] = estimate(policy, data, 0, shipped);
  const [lead, doubt] = [strong!.success - weak!.success, Math.hypot(weak!.spread, strong!.spread)];
  assert.ok(lead > 0 && lead + doubt < 0.12, `${lead} ${doubt}`);
});

test("far from its rows a router says what ships, near them what it learned, and by degrees between", () => {
  const { data } = makeWorld({ prompts: 120, shift: [2, -2], slope: 0, seed: 8 });
  const fitted = fitRouter(data);
  const policy = createRouterPolicy("a", fitted);
  const own = data.encodings[0]!.features;
  const ask = (features: Float32Array) =>
    policy.adjust({
      encoding: { features, field: "chat", difficulty: 0.5 },
      labels: data.arms,
      modelIds: data.arms.map(() => undefined),
      estimates: data.arms.map(() => ({ success: 0.6, spread: 0.1 })),
    });
  const strange = own.map((_, at) => (at === 20 ? 9 : 0));
  for (const { success, spread, isOwn } of ask(strange))
    assert.ok(
      Math.abs(success - 0.6) < 1e-9 && Math.abs(spread - 0.1) < 1e-9 && !isOwn,
      `${success} ± ${spread}`,
    );
  const between = own.map((value, at) => 0.5 * value + 0.5 * strange[at]!);
  const [near, mid] = [ask(own)[0]!.success, ask(between)[0]!.success];
  assert.ok(near > 0.75 && mid >= 0.6 && mid <= near, `${near} ${mid}`);
});

test("models without rows move together, keep their order and their gap, and are named as such", () => {
  const { data } = makeWorld({ prompts: 120, shift: [-3, -3], slope: 0, seed: 9 });
  const policy = createRouterPolicy("a", fitRouter(data));
  const labels = ["model-0", "able", "small"];
  const [known, able, small] = policy.adjust({
    encoding: { ...data.encodings[3]!, field: "chat", difficulty: 0.5 },
    labels,
    modelIds: labels.map(() => undefined),
    estimates: [0.97, 0.99, 0.97].map((success) => ({ success, spread: 0.02 })),
  });
  assert.ok(known!.success < 0.7 && known!.isRowless === undefined, `${known!.success}`);
  assert.ok(able!.success < 0.95 && able!.isRowless === true, `${able!.success}`);
  const gap = able!.success - small!.success;
  assert.ok(gap > 0 && gap <= 0.02 + 1e-9, `${gap}`);
});
