// Beliefs about models, and the consequences for a request.
import assert from "node:assert/strict";
import { test } from "node:test";

import { OPERATIONS } from "@signalbox/contracts";
import type { ArtefactAbilities } from "@signalbox/contracts";
import type { Circumstance } from "../reader/conversation/circumstance.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { TensorStore } from "../artefact/tensor-store.ts";
import { OUTER_FORM_COUNT } from "../reader/features/outer-form.ts";
import { loadAbilityTable } from "./ability-table.ts";
import { sigmoid } from "../numerics/index.ts";
import { NEED_INPUT_COUNT, NEED_TASK_AT } from "./need-inputs.ts";
import { boundTask } from "../cost/output-bound.ts";
import { createEstimator } from "./create-estimator.ts";
import { createNeedReader } from "./need-reader.ts";
import { placeIn } from "./place-ability.ts";
import { createSkillWeights } from "./skill-weights.ts";
import type { SkilledTask } from "./skill-weights.ts";
import { conditionBelief, flatBelief, weighBelief } from "./skill-belief.ts";
import { successOf } from "./success-of.ts";

const ABILITIES: ArtefactAbilities = {
  skills: ["general", "code"],
  rows: [
    { model: "v/able", mode: "default", boards: 30, outcomes: 2 },
    { model: "v/able", mode: "high", boards: 30, outcomes: 2 },
    { model: "v/heir", mode: "default", boards: 0, outcomes: 0, predecessor: "v/able" },
  ],
  modes: [
    { mode: "default", mean: 0, sd: 0.1 },
    { mode: "none", mean: -0.25, sd: 0.35 },
  ],
  boards: [{ benchmark: "humaneval", skill: "code", offset: 0.5, slope: 1, sd: 0.4 }],
  stranger: { mean: -1.2, sd: 0.7 },
  slope: 1.2,
  newWorkSd: 0.18,
  tiers: { ability: [-0.8, 0.2, 0.6, 1.5, 1.9], sd: 0.35, belief: { converse: 0.9 } },
};
const MEANS = Float32Array.of(1, 1.2, 1.3, 1.5, 1.15, 1.35);
const COVARIANCES = Float32Array.of(0.01, 0.01, 0.03, 0.01, 0.01, 0.03, 0.13, 0.13, 0.15);

/** Reading of a text of which nothing was counted. */
const BLANK = { features: new Float32Array(OUTER_FORM_COUNT) };

const store: TensorStore = {
  float32: (name) => (name === "abilityMean" ? MEANS : COVARIANCES),
  int8: () => new Int8Array(0),
  uint8: () => new Uint8Array(0),
  text: () => "",
};
const table = loadAbilityTable(store, ABILITIES);
const general = (modelId: string | undefined, mode?: string): number =>
  table.place({ modelId, mode, stated: {} }).belief.mean[0]!;

test("a model has the ability of the mode it is called in", () => {
  assert.ok(Math.abs(general("v/able", "high") - 1.3) < 1e-6);
  assert.ok(Math.abs(general("v/able") - 1) < 1e-6);
  const { belief, ground } = table.place({ modelId: "v/able", mode: "none", stated: {} });
  assert.ok(Math.abs(belief.mean[0]! - 0.75) < 1e-6 && belief.covariance[0]! > 0.12);
  assert.equal(ground.isModeGuessed, true);
});

test("a guessed mode stands between the measured ones of less and of more thought", () => {
  const guessing = (mean: number) => {
    const modes = [
      { mode: "medium", mean, sd: 0.35 },
      { mode: "xhigh", mean, sd: 0.35 },
    ];
    const guessed = loadAbilityTable(store, { ...ABILITIES, modes });
    const placed = (mode: string) => guessed.place({ modelId: "v/able", mode, stated: {} });
    return [placed("medium"), placed("xhigh")].map(({ belief }) => belief.mean[0]!.toFixed(2));
  };
  assert.deepEqual(guessing(0.2), ["1.20", "1.30"]);
  assert.deepEqual(guessing(0.9), ["1.30", "1.90"]);
  assert.ok(table.place({ modelId: "v/able", mode: "none", stated: {} }).belief.covariance[0]! > 0.12);
});

test("a stranger is taken for less able, with wide doubt", () => {
  const { belief, ground } = table.place({ modelId: "v/nobody", stated: {} });
  assert.equal(belief.mean[0], -1.2);
  assert.ok(belief.covariance[0]! > 0.4);
  assert.deepEqual(ground, { boards: 0, outcomes: 0, stated: 0, isModeGuessed: false });
});

test("an unknown version is a step above the one before it, moved towards the version before that", () => {
  const heir = (...predecessors: readonly string[]) =>
    table.place({ modelId: undefined, predecessors, stated: {} }).belief;
  const [alone, moved] = [heir("v/able"), heir("v/able", "v/gone", "v/heir")];
  assert.ok(Math.abs(alone.mean[0]! - 1.15) < 1e-6);
  // The version three steps back says 1.15 + 3 * .15 = 1.6; variances are .01 and .13, and .1225 more a step.
  const weight = 0.1325 / (0.1325 + 0.13 + 3 * 0.1225);
  assert.ok(Math.abs(moved.mean[0]! - (1.15 + weight * 0.45)) < 1e-6);
  assert.deepEqual(moved.covariance, alone.covariance);
});

test("a large stranger is abler than a small one, an expensive one a little, and neither is certain", () => {
  const levelOf = (hints: { paramsB?: number; blendedUsdPerMTok?: number }): number =>
    table.place({ modelId: undefined, stated: {}, hints }).belief.mean[0]!;
  const plain = levelOf({});
  assert.ok(levelOf({ paramsB: 405 }) > levelOf({ paramsB: 8 }) + 0.4 && levelOf({ paramsB: 405 }) < -0.6);
  assert.ok(levelOf({ paramsB: 1 }) < plain);
  assert.ok(levelOf({ blendedUsdPerMTok: 20 }) > plain + 0.5);
  for (const odd of [0, 1e308, Number.MIN_VALUE])
    assert.ok(Math.abs(levelOf({ paramsB: odd, blendedUsdPerMTok: odd }) - plain) <= 1.4);
  assert.equal(levelOf({ blendedUsdPerMTok: 0.01 }), plain);
  assert.equal(
    table.place({ modelId: "v/able", stated: {}, hints: { paramsB: 1 } }).belief.mean[0],
    table.place({ modelId: "v/able", stated: {} }).belief.mean[0],
  );
});

test("a stated score moves a stranger far and a known model little; unknown benchmarks move nobody", () => {
  const stated = { humaneval: 0.95, "house-benchmark": 0.99 };
  const stranger = table.place({ modelId: undefined, stated });
  const known = table.place({ modelId: "v/able", stated });
  assert.equal(stranger.ground.stated, 1);
  assert.ok(stranger.belief.mean[0]! > 0.5, `${stranger.belief.mean[0]}`);
  assert.ok(Math.abs(known.belief.mean[0]! - 1) < 0.1);
});

test("conditioning equals the Gaussian formula", () => {
  const belief = { mean: Float64Array.of(0.2, -0.1), covariance: Float64Array.of(0.5, 0.2, 0.4) };
  const next = conditionBelief(belief, { skill: 1, value: 1, offset: 0.1, slope: 0.8, variance: 0.3 });
  const spread = 0.64 * 0.4 + 0.3;
  const surprise = 1 - 0.1 + 0.08;
  assert.ok(Math.abs(next.mean[0]! - (0.2 + ((0.8 * 0.2) / spread) * surprise)) < 1e-12);
  assert.ok(Math.abs(next.covariance[2]! - (0.4 - (0.8 * 0.4) ** 2 / spread)) < 1e-12);
});

test("a mixture of skills has the mean and variance of its weights", () => {
  const belief = { mean: Float64Array.of(1, 2), covariance: Float64Array.of(0.5, 0.2, 0.4) };
  const { mean, variance } = weighBelief(belief, Float64Array.of(0.5, 0.5));
  assert.equal(mean, 1.5);
  assert.ok(Math.abs(variance - (0.125 + 0.1 + 0.1)) < 1e-12);
});

test("success rises with ability, falls with the need, and doubt about a model never raises it", () => {
  const needing = (mean: number) => ({
    weights: Float64Array.of(1, 0),
    parts: [{ share: 1, mean, sd: 1 }],
  });
  const need = needing(1);
  const of = (mean: number, sd: number, at = need) => successOf(flatBelief(2, mean, sd), at, ABILITIES);
  assert.ok(of(1, 0.1).success > of(0, 0.1).success);
  assert.ok(of(1, 0.1, needing(2)).success < of(1, 0.1).success);
  assert.ok(Math.abs(of(1, 0.1).success - 0.5) < 1e-9);
  assert.equal(of(0, 1).success, of(0, 0.1).success);
  assert.ok(of(0, 1).spread > of(0, 0.1).spread);
});

test("a model of the tier that a task needs does it well nearly always, one below does not", () => {
  const { need } = createNeedReader(ABILITIES)({
    ...BLANK,
    task: {
      operation: "write",
      operationChance: 1,
      field: "software",
      fieldChance: 1,
      tiers: [0, 1, 0, 0, 0],
      tokens: { low: 2, median: 6, high: 12 },
    },
  });
  const chance = (mean: number): number => successOf(flatBelief(2, mean, 0.1), need, ABILITIES).success;
  assert.ok(chance(0.2) > 0.93, `${chance(0.2)}`);
  assert.ok(chance(1.5) - chance(0.2) < 0.05 && chance(1.5) - chance(-1.5) > 0.15);
});

const taskRead = (over: Partial<TaskReading>): TaskReading => ({
  operation: "write",
  operationChance: 1,
  field: "software",
  fieldChance: 1,
  tiers: [0, 1, 0, 0, 0],
  tokens: { low: 2, median: 6, high: 12 },
  ...over,
});

test("a bare answer to a problem takes success from models that do not think, and from no others", () => {
  const estimate = createEstimator(ABILITIES);
  const bare = { mean: 2, low: 1, high: 3 };
  const chances = (operation: TaskReading["operation"], demanded?: typeof bare): readonly number[] => {
    const task = taskRead({ operation, tiers: [0, 0, 0.5, 0.5, 0] });
    const abilities = ["none", "high", undefined].map((mode) =>
      placeIn(table)({ modelId: "v/able", mode, stated: {} }),
    );
    const encoding = {
      ...BLANK,
      task,
      demanded,
      familiarity: 1,
      field: "software",
      difficulty: 0.5,
      language: "en",
    };
    return estimate(encoding, abilities).map(({ success }) => success);
  };
  const [free, unworked, asked] = [chances("solve"), chances("solve", bare), chances("answer", bare)];
  assert.ok(
    unworked[0]! < free[0]! - 0.02 && unworked[2]! < free[2]! - 0.02,
    `${free.join()} ${unworked.join()}`,
  );
  assert.equal(unworked[1], free[1]);
  assert.equal(asked[0], chances("answer")[0]);
});

test("a bound below the least that the work takes lowers the success of all models, and on work alone", () => {
  const estimate = createEstimator(ABILITIES);
  const chances = (operation: TaskReading["operation"], most: number): readonly number[] => {
    const task = taskRead({
      operation,
      tiers: [0, 0, 0.5, 0.5, 0],
      tokens: { low: 90, median: 300, high: 900 },
    });
    const read = { ...BLANK, task, familiarity: 1, field: "software", difficulty: 0.5, language: "en" };
    const abilities = ["none", "high"].map((mode) => placeIn(table)({ modelId: "v/able", mode, stated: {} }));
    return estimate(boundTask(read, most), abilities).map(({ success }) => success);
  };
  for (const operation of ["solve", "write_code"] as const)
    chances(operation, 8).forEach((chance, at) =>
      assert.ok(
        chance < chances(operation, 1_000)[at]! - 0.005,
        `${operation} ${chance} ${chances(operation, 1_000)[at]}`,
      ),
    );
  assert.deepEqual(chances("answer", 8), chances("answer", 1_000));
  assert.deepEqual(chances("solve", 200), chances("solve", 1_000));
});

test("nobody does what nobody can, and an agent's step on code needs more than the same step alone", () => {
  const at = (circumstance: Circumstance | undefined, over: Partial<TaskReading> = {}): number => {
    const task = taskRead({ operation: "debug", tiers: [0, 0, 1, 0, 0], ...over });
    const read = { ...BLANK, field: "software", language: "en", difficulty: 0.5, task, circumstance };
    return successOf(flatBelief(2, 1.8, 0.1), createNeedReader(ABILITIES)(read).need, ABILITIES).success;
  };
  assert.ok(at("open_problem") < 0.15 && at("unknowable") < 0.05);
  assert.ok(at("coding_agent") < at(undefined) - 0.05);
  assert.equal(at("coding_agent", { operation: "title" }), at(undefined, { operation: "title" }));
  const small = { tiers: [1, 0, 0, 0, 0] };
  assert.ok(at("coding_agent", small) > at(undefined, small) - 0.02, `${at("coding_agent", small)}`);
});

test("work in a language that few models know needs more of them, in one that most know it needs no more", () => {
  const at = (answerLanguage: string | undefined): number => {
    const task = taskRead(answerLanguage === undefined ? {} : { answerLanguage });
    const { need } = createNeedReader(ABILITIES)({ ...BLANK, task });
    return successOf(flatBelief(2, 0.2, 0.1), need, ABILITIES).success;
  };
  assert.equal(at("fr"), at(undefined));
  assert.ok(at("is") < at("fr") - 0.02, `${at("is")}`);
  assert.ok(at("ti") < at("is") - 0.05 && at("tlh") < at("ti") - 0.02, `${at("ti")}`);
  const trivial = (answerLanguage: string): number => {
    const { need } = createNeedReader(ABILITIES)({
      ...BLANK,
      task: taskRead({ tiers: [1, 0, 0, 0, 0], answerLanguage }),
    });
    return successOf(flatBelief(2, 0.2, 0.1), need, ABILITIES).success;
  };
  assert.ok(trivial("fr") > 0.99 && trivial("ti") < trivial("fr") - 0.02, `${trivial("ti")}`);
});

test("work in such a language leans on the skill of its boards, work on data on that of queries", () => {
  const weightsOf = createSkillWeights(["general", "code", "sql", "lesserLanguages"]);
  const of = (task: SkilledTask): readonly number[] => [...weightsOf(task)];
  assert.deepEqual(of({ field: "data", operation: "write_code" }), [0.5, 0, 0.5, 0]);
  assert.deepEqual(of({ field: "software", operation: "debug", answerLanguage: "yo" }), [0, 0.5, 0, 0.5]);
  assert.deepEqual(of({ field: "software", operation: "debug", answerLanguage: "de" }), [0.5, 0.5, 0, 0]);
  assert.deepEqual(of({ field: "travel" as SkilledTask["field"], operation: "plan" }), [1, 0, 0, 0]);
});

test("what is surely trivial every chat model does, and what is hardly read may need anything", () => {
  const chancesOf = (over: Partial<TaskReading>): readonly number[] => {
    const read = { ...BLANK, field: "software", language: "en", difficulty: 0.5, task: taskRead(over) };
    const { need } = createNeedReader(ABILITIES)(read);
    return [-1.3, 1.6].map((mean) => successOf(flatBelief(2, mean, 0.1), need, ABILITIES).success);
  };
  const [weakest = 0] = chancesOf({ tiers: [0.8, 0.2, 0, 0, 0] });
  assert.ok(weakest > 0.97, `${weakest}`);
  const [, surely = 0] = chancesOf({ tiers: [0, 0, 1, 0, 0] });
  const [, hardly = 1] = chancesOf({ tiers: [0, 0, 1, 0, 0], operationChance: 0.07 });
  assert.ok(hardly < surely - 0.1, `${hardly}, ${surely}`);
});

test("a request like those of recorded outcomes needs what these show, everyday work what its tier says", () => {
  const likeness = { intercept: -4, weights: Array.from<number>({ length: NEED_INPUT_COUNT }).fill(0) };
  const shown = { intercept: 0.5, weights: Array.from<number>({ length: NEED_INPUT_COUNT }).fill(0) };
  // How many options stand at the beginnings of lines, the fourth count; and a task that is to be solved.
  likeness.weights[3] = 8;
  shown.weights[NEED_TASK_AT + OPERATIONS.indexOf("solve")] = 0.75;
  const read = createNeedReader({ ...ABILITIES, need: { likeness, shown, sd: 1.1 } });
  const features = (options: number): Float32Array => {
    const dense = new Float32Array(OUTER_FORM_COUNT + 6);
    dense[6 + 5] = options;
    return dense;
  };
  const task: TaskReading = {
    operation: "solve",
    operationChance: 1,
    field: "mathematics",
    fieldChance: 1,
    tiers: [0.4, 0.6, 0, 0, 0],
    tokens: { low: 2, median: 6, high: 12 },
  };
  const at = (options: number) => read({ ...BLANK, features: features(options), task }).need.parts;
  const [expected, outcomes] = at(1);
  assert.ok(Math.abs((outcomes?.share ?? 0) - sigmoid(4)) < 1e-9);
  assert.deepEqual([outcomes?.mean, outcomes?.sd], [1.25, 1.1]);
  assert.ok((expected?.mean ?? 0) < -1, `${expected?.mean}`);
  assert.ok((at(0)[1]?.share ?? 1) < 0.02);
});
