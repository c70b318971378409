// One member from start to finish: forward pass, optimiser, dev score, checkpoint, and what the recipe hands on.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { computeAuc, logLoss, sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { createTensorBag } from "../artefact/tensor-bag.ts";
import { clearGradients, createGradients, runBackward } from "./backward.ts";
import { bagMembers } from "./bag-members.ts";
import { numberIdentities } from "./build-training-set.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { combineTheta, predictLogits, scoreLogits, scoreMember } from "./dev-score.ts";
import { createPass, runForward } from "./forward.ts";
import { cloneMember, createMember, inputSizeOf, PARAMETER_NAMES } from "./member.ts";
import type { MemberParameters, MemberShape } from "./member.ts";
import { createOptimiser, stepMember } from "./optimiser.ts";
import { trainMember } from "./train-member.ts";
import type { MemberOptions } from "./train-member.ts";
import type { PromptFeatures, TrainingSet } from "./training-set.ts";

const SHAPE: MemberShape = {
  vocabularySize: 6,
  tokenSize: 4,
  denseSize: 2,
  hiddenSize: 8,
  abilitySize: 2,
  modelCount: 3,
  canonicalCount: 2,
};
const ROWS = 80;

/** Token 1 marks easy prompts and token 2 hard ones; model 0 fails the hard ones, models 1 and 2 are one and the same. */
function makeFeatures(): PromptFeatures {
  const offsets = Int32Array.from({ length: ROWS + 1 }, (_, row) => 2 * row);
  const ids = Uint16Array.from({ length: 2 * ROWS }, (_, at) =>
    at % 2 === 0 ? 1 + (Math.floor(at / 2) % 2) : 3 + (at % 3),
  );
  const dense = Float32Array.from({ length: 2 * ROWS }, (_, at) => Math.sin(at));
  return { count: ROWS, offsets, ids, dense, denseSize: 2 };
}

function makeSet(): TrainingSet {
  const features = makeFeatures();
  const rows = Int32Array.from({ length: ROWS }, (_, row) => row);
  return {
    features,
    rewordings: { offsets: new Int32Array(ROWS + 1), features },
    outcomes: {
      offsets: Int32Array.from({ length: ROWS + 1 }, (_, row) => 3 * row),
      model: Int32Array.from({ length: 3 * ROWS }, (_, at) => at % 3),
      score: Float32Array.from({ length: 3 * ROWS }, (_, at) =>
        at % 3 === 0 ? 1 - (Math.floor(at / 3) % 2) : Number(at % 12 !== 1),
      ),
      weight: new Float32Array(3 * ROWS).fill(1),
    },
    sourceOf: Int32Array.from(rows, (row) => Number(row >= ROWS / 2)),
    canonicalOf: Int32Array.of(0, 1, 1),
    canonicalCount: 2,
    trainRows: rows.filter((row) => row % 4 !== 3),
    devRows: rows.filter((row) => row % 4 === 3),
  };
}

const START = { tokens: new Float32Array(SHAPE.vocabularySize * 5).map((_, at) => Math.cos(at)), width: 5 };
const OPTIONS: MemberOptions = {
  shape: SHAPE,
  seed: 11,
  epochs: 30,
  batchSize: 8,
  dropout: { token: 0, hidden: 0.1, dense: 0.1 },
  rates: { network: 0.02, theta: 0.05, tokens: 0.05, weightDecay: 0.01, sharedDecay: 0.001, ownDecay: 0.01 },
  rewordShare: 0,
};
const train = (set: TrainingSet, options: MemberOptions = OPTIONS) =>
  trainMember(set, options, START, () => undefined);
const freshMember = (): MemberParameters => createMember(SHAPE, START, splitmix32(1));

test("a fresh member takes the first columns of the starting vectors, and its own abilities start at zero", () => {
  const member = freshMember();
  assert.deepEqual([...member.tokens.subarray(4, 8)], [...START.tokens.subarray(5, 9)]);
  assert.ok(member.own.every((value) => value === 0));
  assert.equal(member.hidden.length, SHAPE.hiddenSize * inputSizeOf(SHAPE));
});

test("a clone shares no memory with its member", () => {
  const member = freshMember();
  const clone = cloneMember(member);
  for (const name of PARAMETER_NAMES) {
    assert.deepEqual(clone[name], member[name]);
    clone[name].fill(9);
    assert.ok(member[name].length === 0 || !member[name].every((value) => value === 9));
  }
});

test("without dropout a forward pass depends on the prompt alone, and dropout of all tokens leaves dense features", () => {
  const member = freshMember();
  const features = makeFeatures();
  const pass = createPass(SHAPE, 8);
  runForward({ shape: SHAPE, member, features }, 3, pass);
  const first = pass.heads.slice();
  runForward({ shape: SHAPE, member, features }, 4, pass);
  assert.notDeepEqual(pass.heads, first);
  runForward({ shape: SHAPE, member, features }, 3, pass);
  assert.deepEqual(pass.heads, first);
  const training = { dropout: { token: 1, hidden: 0, dense: 0 }, random: splitmix32(1) };
  runForward({ shape: SHAPE, member, features, training }, 3, pass);
  assert.equal(pass.keptCount, 0);
  assert.ok(pass.input.subarray(0, SHAPE.tokenSize).every((value) => value === 0));
  assert.deepEqual([...pass.input.subarray(SHAPE.tokenSize)], [...features.dense.subarray(6, 8)]);
});

test("steps along the gradient lower the loss, and tokens that no prompt holds stay where they were", () => {
  const set = makeSet();
  const member = freshMember();
  const before = member.tokens.slice(0, SHAPE.tokenSize);
  const state = createOptimiser(SHAPE, member);
  const gradients = createGradients(SHAPE, 64);
  const pass = createPass(SHAPE, 8);
  const losses = Array.from({ length: 20 }, () => {
    clearGradients(gradients);
    let loss = 0;
    for (const row of set.trainRows) {
      runForward({ shape: SHAPE, member, features: set.features }, row, pass);
      loss += runBackward({ shape: SHAPE, member, features: set.features }, { set, row, pass }, gradients);
    }
    stepMember({ shape: SHAPE, member, set }, state, { gradients, rates: OPTIONS.rates, pace: 1 });
    return loss;
  });
  assert.ok(Number(losses.at(-1)) < 0.8 * Number(losses[0]), losses.join(" "));
  assert.deepEqual(member.tokens.slice(0, SHAPE.tokenSize), before);
});

test("cleared gradients are zero, and no token holds a slot", () => {
  const set = makeSet();
  const member = freshMember();
  const gradients = createGradients(SHAPE, 16);
  const pass = createPass(SHAPE, 8);
  runForward({ shape: SHAPE, member, features: set.features }, 0, pass);
  runBackward({ shape: SHAPE, member, features: set.features }, { set, row: 0, pass }, gradients);
  assert.ok(gradients.touchedCount > 0);
  clearGradients(gradients);
  assert.equal(gradients.touchedCount, 0);
  assert.ok(gradients.slotOf.every((slot) => slot === -1));
  assert.ok(
    [gradients.hidden, gradients.heads, gradients.theta].every((array) => array.every((v) => v === 0)),
  );
});

test("the same set, seed and start give the same member, another seed another one", () => {
  const set = makeSet();
  const [first, second] = [train(set), train(set)];
  assert.deepEqual(first, second);
  assert.notDeepEqual(train(set, { ...OPTIONS, seed: 12 }).parameters.hidden, first.parameters.hidden);
});

test("training learns which prompts are hard for which model, and keeps the epoch that is best on dev rows", () => {
  const set = makeSet();
  const losses: number[] = [];
  const trained = trainMember(set, OPTIONS, START, ({ dev }) => losses.push(dev.loss));
  assert.equal(losses.length, OPTIONS.epochs);
  assert.equal(trained.dev.loss, Math.min(...losses));
  assert.equal(losses.indexOf(trained.dev.loss) + 1, trained.epoch);
  assert.deepEqual(scoreMember(set, SHAPE, trained.parameters), trained.dev);
  const untrained = scoreMember(set, SHAPE, freshMember());
  assert.ok(trained.dev.loss < 0.7 * untrained.loss, `${trained.dev.loss} after ${untrained.loss}`);
});

test("dev outcomes never reach the training: other dev scores give the same parameters in every epoch", () => {
  const set = makeSet();
  const turned = makeSet();
  for (const row of turned.devRows)
    for (let at = turned.outcomes.offsets[row] ?? 0; at < (turned.outcomes.offsets[row + 1] ?? 0); at += 1)
      turned.outcomes.score[at] = 1 - (turned.outcomes.score[at] ?? 0);
  const lossesOf = (one: TrainingSet): number[] => {
    const losses: number[] = [];
    trainMember(one, { ...OPTIONS, epochs: 3 }, START, ({ trainLoss }) => losses.push(trainLoss));
    return losses;
  };
  assert.deepEqual(lossesOf(turned), lossesOf(set));
  const lastOnly = { ...OPTIONS, epochs: 1 };
  assert.deepEqual(train(turned, lastOnly).parameters, train(set, lastOnly).parameters);
});

test("theta of a source's model is its shared part plus its own", () => {
  const set = makeSet();
  const member = freshMember();
  member.own.set([0.5, -0.25, 1], 3);
  const theta = combineTheta(set, SHAPE, member);
  const shared = [...member.shared.subarray(3, 6)];
  [0.5, -0.25, 1].forEach((own, at) =>
    assert.ok(Math.abs((theta[3 + at] ?? 0) - own - (shared[at] ?? 0)) < 1e-6),
  );
  assert.deepEqual([...theta.subarray(6, 9)], shared.map(Math.fround));
});

test("dev scores are means over sources of the log loss and of the AUC", () => {
  const set = makeSet();
  const member = freshMember();
  const logits = predictLogits(set, SHAPE, member, set.devRows);
  assert.equal(logits.length, 3 * set.devRows.length);
  const { loss, auc, aucOfSource } = scoreLogits(set, set.devRows, logits);
  const scores = Array.from(set.devRows).flatMap((row) =>
    Array.from(set.outcomes.score.subarray(3 * row, 3 * row + 3)),
  );
  const half = logits.length / 2;
  const meanLoss = (from: number, to: number): number =>
    scores
      .slice(from, to)
      .reduce((sum, score, at) => sum + logLoss(sigmoid(logits[from + at] ?? 0), score), 0) / half;
  assert.ok(Math.abs(loss - (meanLoss(0, half) + meanLoss(half, 2 * half)) / 2) < 1e-6);
  const aucs = [0, half].map((from) =>
    computeAuc({ predicted: logits.subarray(from, from + half), observed: scores.slice(from, from + half) }),
  );
  assert.deepEqual(Object.values(aucOfSource), aucs);
  assert.ok(Math.abs(auc - (Number(aucs[0]) + Number(aucs[1])) / 2) < 1e-12);
});

test("a source with one class only has no AUC and does not spoil the mean", () => {
  const set = makeSet();
  for (const row of set.devRows)
    if (set.sourceOf[row] === 1) set.outcomes.score.fill(1, 3 * row, 3 * row + 3);
  const { auc, aucOfSource } = scoreLogits(
    set,
    set.devRows,
    predictLogits(set, SHAPE, freshMember(), set.devRows),
  );
  assert.ok(Number.isNaN(aucOfSource[1]));
  assert.equal(auc, aucOfSource[0]);
});

test("equal identities share an ability, numbered in order of first sight", () => {
  const { canonicalOf, names } = numberIdentities(["b", "a", "b", "c"]);
  assert.deepEqual([...canonicalOf], [0, 1, 0, 2]);
  assert.deepEqual(names, ["b", "a", "c"]);
});

test("a finished member is found again under the same key alone, and a torn file is trained again", (t) => {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-checkpoint-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const checkpoint = openCheckpoint(dir, "key");
  assert.equal(checkpoint.find(0), undefined);
  const member = freshMember();
  checkpoint.save(0, member);
  assert.deepEqual(openCheckpoint(dir, "key").find(0), member);
  assert.equal(openCheckpoint(dir, "other key").find(0), undefined);
  const [folder = ""] = readdirSync(dir);
  writeFileSync(join(dir, folder, "member-0.bin"), "torn");
  assert.equal(openCheckpoint(dir, "key").find(0), undefined);
  checkpoint.remove();
  assert.deepEqual(readdirSync(dir), []);
});

test("token tables are quantised row by row within half a step, and members stand side by side", () => {
  const members = [freshMember(), createMember(SHAPE, START, splitmix32(2))];
  const bag = createTensorBag();
  bagMembers(members, SHAPE, bag);
  const [table, scale] = [bag.int8("tokens"), bag.float32("tokenScale")];
  const width = members.length * SHAPE.tokenSize;
  for (let id = 0; id < SHAPE.vocabularySize; id += 1)
    members.forEach((member, index) => {
      for (let column = 0; column < SHAPE.tokenSize; column += 1) {
        const step = scale[id] ?? 0;
        const kept = (table[id * width + index * SHAPE.tokenSize + column] ?? 0) * step;
        assert.ok(Math.abs(kept - (member.tokens[id * SHAPE.tokenSize + column] ?? 0)) <= step / 2 + 1e-7);
      }
    });
  assert.equal(bag.float32("hidden").length, 2 * SHAPE.hiddenSize * inputSizeOf(SHAPE));
  assert.deepEqual([...bag.float32("calibration")], [1, 0]);
});

test("a bag names the tensor that is missing or of another type", () => {
  const bag = createTensorBag();
  bag.set("words", new TextEncoder().encode("a\nb"), 3);
  assert.equal(bag.text("words"), "a\nb");
  assert.throws(() => bag.float32("words"), /"words" is not in the bag yet, or has another type/);
  assert.throws(() => bag.int8("none"), /"none"/);
});
