// The studies of learning on a made world, whose truth is known: what is drawn, what is regretted, what a key can change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FEATURE_COUNT, headsOf } from "@signalbox/engine/internals";
import { meanOf, mulberry32 } from "@signalbox/engine/numerics";
import {
  createLearnerPolicy,
  createLinearBandit,
  createShippedPolicy,
  createUcb1,
  LEARNER_DEFAULTS,
  type OnlineFeedback,
  type OnlinePolicy,
} from "./online-policy.ts";
import { drawTrial, playTrial, measurePoisoning } from "./run-simulations.ts";
import { densePrompts, meanOutcome, type OutcomeWorld } from "./build-world.ts";

const MODELS = ["left", "right"];
const COUNT = 600;

/** Features of which only the heads tell anything. */
function featuresOf(heads: readonly number[]): Float32Array {
  const features = new Float32Array(FEATURE_COUNT);
  headsOf(features).set(heads);
  return features;
}

/** Prompts with a first head above zero are solved by "left", the others by "right"; the shipped router does not know. */
function makeWorld(unknownEvery = 0): OutcomeWorld {
  const random = mulberry32(1);
  const encodings = Array.from({ length: COUNT }, () => {
    const heads = Array.from({ length: 4 }, () => 2 * random() - 1);
    return { features: featuresOf(heads), field: "chat", difficulty: 0.5 };
  });
  const outcomes = new Float64Array(COUNT * 2);
  const shipped = new Float64Array(COUNT * 2);
  encodings.forEach(({ features }, prompt) => {
    const isLeft = (headsOf(features)[0] ?? 0) > 0;
    for (const model of [0, 1]) {
      const isSolved = random() < (isLeft === (model === 0) ? 0.9 : 0.2);
      const isUnknown = unknownEvery > 0 && prompt % unknownEvery === 0 && model === 1;
      outcomes[prompt * 2 + model] = isUnknown ? Number.NaN : Number(isSolved);
      shipped[prompt * 2 + model] = 0.55 + 0.05 * random();
    }
  });
  const groups = Int32Array.from({ length: COUNT }, (_, prompt) => Math.floor(prompt / 2));
  const texts = encodings.map(() => "");
  return { source: "made", models: MODELS, encodings, texts, shipped, outcomes, costUsd: outcomes, groups };
}
const WORLD = makeWorld();
const TRIAL = { steps: 800, noise: 0.1, delayMax: 20, degradation: 0.5, seed: 4 };

test("prompts that some model was not asked are not dense, and means skip them", () => {
  const world = makeWorld(10);
  const dense = densePrompts(world);
  assert.equal(dense.length, COUNT - COUNT / 10);
  assert.ok(dense.every((prompt) => prompt % 10 !== 0));
  assert.equal(meanOutcome(world, 1, [0]), Number.NaN);
  assert.equal(meanOutcome(world, 0, [0, 1]), ((world.outcomes[0] ?? 0) + (world.outcomes[2] ?? 0)) / 2);
});

test("a trial is drawn before anybody acts, the same for the same seed", () => {
  assert.deepEqual(drawTrial(WORLD, TRIAL), drawTrial(WORLD, TRIAL));
  assert.notDeepEqual(drawTrial(WORLD, { ...TRIAL, seed: 5 }), drawTrial(WORLD, TRIAL));
  const script = drawTrial(WORLD, TRIAL);
  assert.ok(script.every(({ delay }) => delay >= 1 && delay <= TRIAL.delayMax));
  const flipped = script.filter(({ isFlipped }) => isFlipped).length / script.length;
  assert.ok(Math.abs(flipped - TRIAL.noise) < 0.04);
});

test("only the best model degrades, and only in the second half", () => {
  const script = drawTrial(WORLD, { ...TRIAL, degradation: 1 });
  const rewardOf = (model: number, from: number): number =>
    meanOf(script.slice(from, from + 400).map(({ rewards }) => rewards[model] ?? 0));
  const lost = [0, 1].filter((model) => rewardOf(model, 400) === 0);
  assert.equal(lost.length, 1);
  const [worse = 0] = lost;
  assert.ok(rewardOf(worse, 0) > 0.3);
  assert.ok(rewardOf(1 - worse, 400) > 0.3);
});

/** Chooses as instructed and writes down what it hears. */
function scripted(choose: (prompt: number) => number): OnlinePolicy & { readonly heard: OnlineFeedback[] } {
  const heard: OnlineFeedback[] = [];
  return { name: "scripted", choose, receive: (feedback) => void heard.push(feedback), heard };
}

test("regret is the best fixed model's reward less the policy's, tenth by tenth", () => {
  const script = drawTrial(WORLD, TRIAL);
  const totals = [0, 1].map((model) => script.reduce((sum, { rewards }) => sum + (rewards[model] ?? 0), 0));
  const best = totals.indexOf(Math.max(...totals));
  const fixed = playTrial(
    scripted(() => best),
    script,
  );
  assert.equal(fixed.regret, 0);
  assert.ok(fixed.regretByTenth.every((regret) => regret === 0));
  const other = playTrial(
    scripted(() => 1 - best),
    script,
  );
  assert.ok(Math.abs(other.regret - Math.abs(Number(totals[0]) - Number(totals[1]))) < 1e-9);
  assert.ok(Math.abs(other.rewardMean - (totals[1 - best] ?? 0) / script.length) < 1e-12);
});

test("feedback arrives late and never before its decision, flipped where the script says so", () => {
  const script = drawTrial(WORLD, TRIAL);
  const policy = scripted(() => 0);
  playTrial(policy, script);
  const due = script.filter(({ delay }, step) => step + delay < script.length);
  assert.equal(policy.heard.length, due.length);
  const steps = policy.heard.map(({ step }) => step);
  assert.deepEqual(
    steps,
    steps.toSorted((a, b) => a - b),
  );
  const real = meanOf(
    script.map(({ rewards, isFlipped }) => (isFlipped ? 1 - (rewards[0] ?? 0) : (rewards[0] ?? 0))),
  );
  assert.ok(Math.abs(meanOf(policy.heard.map(({ value }) => value)) - real) < 0.02);
});

test("every learner ends with less regret than the shipped router, which is deaf to feedback", () => {
  const script = drawTrial(WORLD, { ...TRIAL, steps: 1_500, degradation: 0 });
  const shipped = playTrial(createShippedPolicy(WORLD), script).regret;
  const learner = createLearnerPolicy(WORLD, { ...LEARNER_DEFAULTS, random: mulberry32(2) });
  const bandit = { kind: "linucb", width: 0.3, ridge: 1, discount: 1, random: mulberry32(2) } as const;
  const policies = [
    learner,
    createLinearBandit(WORLD, bandit),
    createLinearBandit(WORLD, { ...bandit, kind: "thompson" }),
  ];
  for (const policy of policies) {
    const { regret } = playTrial(policy, script);
    assert.ok(regret < shipped - 50, `${policy.name}: ${regret} against ${shipped}`);
  }
  const { regret } = playTrial(createUcb1(WORLD, 0.3), script);
  assert.ok(Math.abs(regret) < 25, `means alone find the best fixed model and no more: ${regret}`);
});

test("without a poisoned key nothing changes, and one in five changes few picks", () => {
  const options = { feedbacks: 600, share: 0, honestKeys: 4, seed: 3 };
  assert.equal(measurePoisoning(WORLD, options).changed, 0);
  const { changed, picks } = measurePoisoning(WORLD, { ...options, share: 0.2 });
  assert.equal(picks, COUNT / 2);
  assert.ok(changed < 0.1, `${changed}`);
});
