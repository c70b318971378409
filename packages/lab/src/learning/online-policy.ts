// Ways to choose while learning from feedback, behind one interface: ours and the textbook bandits, equally informed.
// Every learner sees the same coordinates of the prompt, the shipped estimate among them.
import { createReportsPolicy, fitReports, type FeedbackEvidence } from "@signalbox/engine/learn";
import type { LearnedEstimate, LearnedPolicy } from "@signalbox/engine";
import { deviationBetween, headsOf } from "@signalbox/engine/internals";
import { drawNormal, logitOf } from "@signalbox/engine/numerics";

import type { OutcomeWorld } from "./build-world.ts";
import { addAt, floatAt, valueAt } from "../arrays/value-at.ts";

export interface OnlineFeedback {
  readonly step: number;
  readonly prompt: number;
  readonly model: number;
  /** As reported: noisy. @range 0..1 */
  readonly value: number;
}

export interface OnlinePolicy {
  readonly name: string;
  choose(prompt: number): number;
  receive(feedback: OnlineFeedback): void;
}

const MINUTE_MS = 60_000;

function argmax(count: number, valueOf: (index: number) => number): number {
  let best = 0;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index += 1) {
    const value = valueOf(index);
    if (value > bestValue) {
      best = index;
      bestValue = value;
    }
  }
  return best;
}

/** The shipped router, deaf to feedback. */
export function createShippedPolicy(world: OutcomeWorld): OnlinePolicy {
  const columns = world.models.length;
  return {
    name: "shipped",
    choose: (prompt) => argmax(columns, (model) => floatAt(world.shipped, prompt * columns + model)),
    receive: () => undefined,
  };
}

/** Reports up to which the learner is fitted five times as often. */
const FEW_REPORTS = 300;

interface LearnerOptions {
  /** Reports between two fits; a multiple of 5. */
  readonly refitEvery: number;
  /** Share of choices drawn among the models within one deviation of the best, for exploration. */
  readonly explorationRate: number;
  readonly random: () => number;
}

export const LEARNER_DEFAULTS: Omit<LearnerOptions, "random"> = {
  refitEvery: 100,
  explorationRate: 0.15,
};

/** Estimates that a decision goes by. @shape models */
export function learnedEstimates(
  learned: LearnedPolicy | undefined,
  world: OutcomeWorld,
  { prompt, shipped }: { readonly prompt: number; readonly shipped: Float64Array },
): readonly Pick<LearnedEstimate, "success" | "doubt" | "guard">[] {
  const estimates = Array.from(shipped, (success) => ({ success, spread: 0 }));
  const modelIds = world.models.map(() => undefined);
  const encoding = valueAt(world.encodings, prompt);
  return learned?.adjust({ encoding, labels: world.models, modelIds, estimates }) ?? estimates;
}

/** Success that a decision among models of one price goes by. @shape models */
export const learnedSuccess = (...input: Parameters<typeof learnedEstimates>): Float64Array =>
  Float64Array.from(learnedEstimates(...input), ({ success }) => success);

/** Ours: the shipped router with the account's correction, refitted as the service does in the background. */
export function createLearnerPolicy(world: OutcomeWorld, options: LearnerOptions): OnlinePolicy {
  const columns = world.models.length;
  const evidence: FeedbackEvidence[] = [];
  let learned: LearnedPolicy | undefined;
  return {
    name: "signalbox",
    choose(prompt) {
      const shipped = world.shipped.subarray(prompt * columns, (prompt + 1) * columns);
      const estimates = learnedEstimates(learned, world, { prompt, shipped });
      const best = argmax(columns, (model) => valueAt(estimates, model).success);
      if (options.random() >= options.explorationRate) return best;
      const first = valueAt(estimates, best);
      const near = [...estimates.keys()].filter((model) => {
        const { success, doubt } = valueAt(estimates, model);
        return success + deviationBetween(doubt, first.doubt) >= first.success;
      });
      return valueAt(near, Math.floor(options.random() * near.length));
    },
    receive({ step, prompt, model, value }) {
      evidence.push({
        arm: valueAt(world.models, model),
        encoding: valueAt(world.encodings, prompt),
        prior: floatAt(world.shipped, prompt * columns + model),
        outcome: value,
        keyId: "key",
        reportedAtMs: step * MINUTE_MS,
        credit: 1,
      });
      const every = evidence.length <= FEW_REPORTS ? options.refitEvery / 5 : options.refitEvery;
      if (evidence.length % every !== 0) return;
      const fitted = fitReports(evidence, step * MINUTE_MS);
      learned = fitted && createReportsPolicy("study", fitted);
    },
  };
}

/**
 * Means alone, with optimism: reads no prompt. A choice counts immediately, its report when it arrives.
 * @source Auer, Cesa-Bianchi, Fischer, Finite-time analysis of the multiarmed bandit problem (2002), UCB1
 */
export function createUcb1(world: OutcomeWorld, width: number): OnlinePolicy {
  const [chosen, reported, sums] = [0, 0, 0].map(() => new Float64Array(world.models.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let steps = 0;
  return {
    name: "ucb1",
    choose: () => {
      steps += 1;
      const pick = argmax(chosen.length, (model) => {
        const mean = floatAt(reported, model) === 0 ? 1 : floatAt(sums, model) / floatAt(reported, model);
        return mean + width * Math.sqrt(Math.log(steps) / floatAt(chosen, model));
      });
      addAt(chosen, pick, 1);
      return pick;
    },
    receive: ({ model, value }) => {
      addAt(reported, model, 1);
      addAt(sums, model, value);
    },
  };
}

interface LinearBanditOptions {
  readonly kind: "linucb" | "thompson";
  /** Width of the optimism (LinUCB) or of the posterior draw (Thompson). */
  readonly width: number;
  readonly ridge: number;
  /** Evidence decays by this a step of the same arm; 1 = never. @range (0, 1] */
  readonly discount: number;
  readonly random: () => number;
}

/** Coordinates for the bandits: intercept, shipped logit, what the heads say. @shape 2 + heads */
function banditCoordinates(world: OutcomeWorld, prompt: number, model: number): Float64Array {
  const heads = headsOf(valueAt(world.encodings, prompt).features);
  const x = new Float64Array(2 + heads.length);
  x[0] = 1;
  x[1] = logitOf(floatAt(world.shipped, prompt * world.models.length + model)) / 2;
  const scale = 1 / Math.sqrt(Math.max(1, heads.length));
  heads.forEach((said, index) => {
    x[2 + index] = scale * said;
  });
  return x;
}

/**
 * Disjoint linear bandit with optimism or posterior sampling. The inverse is kept by rank-one updates; a discount
 * below 1 inflates it each step.
 * @source Li et al., A contextual-bandit approach to personalized news recommendation (2010), algorithm 1;
 * Agrawal and Goyal, Thompson sampling for contextual bandits with linear payoffs (2013)
 */
export function createLinearBandit(world: OutcomeWorld, options: LinearBanditOptions): OnlinePolicy {
  const columns = world.models.length;
  const size = banditCoordinates(world, 0, 0).length;
  const arms = Array.from({ length: columns }, () => createLinearArm(size, options.ridge));
  return {
    name: options.kind,
    choose: (prompt) =>
      argmax(columns, (model) => {
        const x = banditCoordinates(world, prompt, model);
        const { mean, sd } = valueAt(arms, model).predict(x);
        const draw = options.kind === "linucb" ? 1 : drawNormal(options.random);
        return mean + options.width * sd * draw;
      }),
    receive: ({ prompt, model, value }) =>
      valueAt(arms, model).update(banditCoordinates(world, prompt, model), value, options.discount),
  };
}

/** Ridge regression kept by Sherman and Morrison's update. */
function createLinearArm(size: number, ridge: number) {
  const inverse = new Float64Array(size * size);
  for (let index = 0; index < size; index += 1) inverse[index * size + index] = 1 / ridge;
  const moment = new Float64Array(size);
  const times = (x: Float64Array): Float64Array => {
    const product = new Float64Array(size);
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1)
        addAt(product, row, floatAt(inverse, row * size + column) * floatAt(x, column));
    return product;
  };
  const inner = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, index) => sum + value * floatAt(b, index), 0);
  return {
    predict(x: Float64Array): { mean: number; sd: number } {
      const direction = times(x);
      return { mean: inner(direction, moment), sd: Math.sqrt(Math.max(0, inner(direction, x))) };
    },
    update(x: Float64Array, value: number, discount: number): void {
      for (let index = 0; index < inverse.length; index += 1)
        inverse[index] = Math.min(1e6, floatAt(inverse, index) / discount);
      const direction = times(x);
      const scale = 1 / (1 + inner(direction, x));
      for (let row = 0; row < size; row += 1) {
        for (let column = 0; column < size; column += 1)
          addAt(
            inverse,
            row * size + column,
            -(scale * floatAt(direction, row) * floatAt(direction, column)),
          );
        moment[row] = discount * floatAt(moment, row) + value * floatAt(x, row);
      }
    },
  };
}
