// The online trial: thousands of prompts, noisy and late feedback, and the best model degrading half-way.
// All learners meet the same prompts, the same noise and the same delays.

import { mulberry32 } from "@signalbox/engine/numerics";
import type { OnlineFeedback, OnlinePolicy } from "./online-policy.ts";
import type { OutcomeWorld } from "./outcome-world.ts";
import { densePrompts, meanOutcome } from "./outcome-world.ts";
import { valueAt } from "../arrays/value-at.ts";

interface OnlineTrialOptions {
  readonly steps: number;
  /** Share of reports that are flipped. @range 0..0.5 */
  readonly noise: number;
  /** Reports arrive 1..delayMax steps late. */
  readonly delayMax: number;
  /** Share of its good answers that the best model loses at half-time. @range 0..1 */
  readonly degradation: number;
  readonly seed: number;
}

export const ONLINE_TRIAL_DEFAULTS: Omit<OnlineTrialOptions, "seed"> = {
  steps: 5000,
  noise: 0.1,
  delayMax: 100,
  degradation: 0.5,
};

interface OnlineTrialResult {
  readonly name: string;
  /** Reward of the best fixed model in hindsight less the policy's, summed over all steps. Negative: better than it. */
  readonly regret: number;
  /** Regret within each tenth of the trial. */
  readonly regretByTenth: readonly number[];
  readonly rewardMean: number;
}

interface Step {
  readonly prompt: number;
  /** Real reward of every model at this step, degradation included. */
  readonly rewards: Float64Array;
  readonly isFlipped: boolean;
  readonly delay: number;
}

/** The trial's script; drawn before any policy acts, so that every policy meets the same world. */
export function drawTrial(world: OutcomeWorld, options: OnlineTrialOptions): Step[] {
  const random = mulberry32(options.seed);
  const prompts = densePrompts(world);
  const columns = world.models.length;
  const means = world.models.map((_, model) => meanOutcome(world, model, prompts));
  const degraded = means.indexOf(Math.max(...means));
  return Array.from({ length: options.steps }, (_, step) => {
    const prompt = valueAt(prompts, Math.floor(random() * prompts.length));
    const rewards = world.outcomes.slice(prompt * columns, (prompt + 1) * columns);
    const isLost = random() < options.degradation;
    if (step >= options.steps / 2 && isLost) rewards[degraded] = 0;
    return {
      prompt,
      rewards,
      isFlipped: random() < options.noise,
      delay: 1 + Math.floor(random() * options.delayMax),
    };
  });
}

/** Plays one policy through the script. */
export function playTrial(policy: OnlinePolicy, script: readonly Step[]): OnlineTrialResult {
  const models = script[0]?.rewards.length ?? 0;
  const totals = Array.from({ length: models }, (_, model) =>
    script.reduce((sum, step) => sum + valueAt(step.rewards, model), 0),
  );
  const bestFixed = totals.indexOf(Math.max(...totals));
  const due = new Map<number, OnlineFeedback[]>();
  const regretByTenth = Array.from({ length: 10 }, () => 0);
  let reward = 0;
  script.forEach((step, index) => {
    for (const feedback of due.get(index) ?? []) policy.receive(feedback);
    due.delete(index);
    const model = policy.choose(step.prompt);
    const real = valueAt(step.rewards, model);
    reward += real;
    const tenth = Math.floor((10 * index) / script.length);
    regretByTenth[tenth] = valueAt(regretByTenth, tenth) + valueAt(step.rewards, bestFixed) - real;
    const arrival = index + step.delay;
    const feedback = { step: arrival, prompt: step.prompt, model, value: step.isFlipped ? 1 - real : real };
    due.set(arrival, [...(due.get(arrival) ?? []), feedback]);
  });
  return {
    name: policy.name,
    regret: regretByTenth.reduce((sum, value) => sum + value, 0),
    regretByTenth,
    rewardMean: reward / script.length,
  };
}
