// Figures of learning, from the data folder and an artefact: online regret and poisoning. Seeds are fixed, and every learner has
// one setting for all sources.

import {
  bootstrapMean,
  type Interval,
  createReportsPolicy,
  fitReports,
  type FeedbackEvidence,
} from "@signalbox/engine/learn";
import { meanOf, mulberry32 } from "@signalbox/engine/numerics";
import { loadDataset } from "../data/index.ts";
import { openArtefactView } from "../artefact-view.ts";
import { buildWorld, densePrompts, type OutcomeWorld, meanOutcome } from "./build-world.ts";
import {
  createLearnerPolicy,
  createLinearBandit,
  createShippedPolicy,
  createUcb1,
  LEARNER_DEFAULTS,
  type OnlinePolicy,
  learnedSuccess,
  type OnlineFeedback,
} from "./online-policy.ts";
import { valueAt } from "../arrays/value-at.ts";
import type { LearnedPolicy } from "@signalbox/engine";

// The online trial: thousands of prompts, noisy and late feedback, and the best model degrading half-way.
// All learners meet the same prompts, the same noise and the same delays.

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

const ONLINE_TRIAL_DEFAULTS: Omit<OnlineTrialOptions, "seed"> = {
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

// One key of an account turns malicious and reports the opposite of the truth. How many picks does it change, and what do they lose?

interface PoisoningOptions {
  readonly feedbacks: number;
  /** Share of the feedback that the poisoned key sends. @range 0..1 */
  readonly share: number;
  readonly honestKeys: number;
  readonly seed: number;
}

interface PoisoningResult {
  /** Share of picks that differ between learning with and without the poisoned key. @range 0..1 */
  readonly changed: number;
  /** Mean outcome of the picks without the poisoned key less that with it. */
  readonly lost: number;
  readonly picks: number;
}

function drawEvidence(
  world: OutcomeWorld,
  options: PoisoningOptions,
): { rows: FeedbackEvidence[]; held: number[] } {
  const random = mulberry32(options.seed);
  const prompts = densePrompts(world).sort(() => random() - 0.5);
  const half = Math.floor(prompts.length / 2);
  const columns = world.models.length;
  const rows = Array.from({ length: options.feedbacks }, (_, index): FeedbackEvidence => {
    const prompt = valueAt(prompts, Math.floor(random() * half));
    const model = Math.floor(random() * columns);
    const isPoison = random() < options.share;
    const outcome = valueAt(world.outcomes, prompt * columns + model);
    return {
      arm: valueAt(world.models, model),
      encoding: valueAt(world.encodings, prompt),
      prior: valueAt(world.shipped, prompt * columns + model),
      outcome: isPoison ? 1 - outcome : outcome,
      keyId: isPoison ? "poison" : `honest-${Math.floor(random() * options.honestKeys)}`,
      reportedAtMs: index * 60_000,
      credit: 1,
    };
  });
  return { rows, held: prompts.slice(half) };
}

function pickWith(world: OutcomeWorld, learned: LearnedPolicy | undefined, prompt: number): number {
  const columns = world.models.length;
  const shipped = world.shipped.subarray(prompt * columns, (prompt + 1) * columns);
  const estimates = learnedSuccess(learned, world, { prompt, shipped });
  return estimates.indexOf(Math.max(...estimates));
}

export function measurePoisoning(world: OutcomeWorld, options: PoisoningOptions): PoisoningResult {
  const { rows, held } = drawEvidence(world, options);
  const nowMs = options.feedbacks * 60_000;
  const fit = (kept: readonly FeedbackEvidence[]) => {
    const fitted = fitReports(kept, nowMs);
    return fitted && createReportsPolicy("study", fitted);
  };
  const clean = fit(rows.filter((row) => row.keyId !== "poison"));
  const poisoned = fit(rows);
  const outcomeOf = (prompt: number, model: number): number =>
    valueAt(world.outcomes, prompt * world.models.length + model);
  let [changed, lost] = [0, 0];
  for (const prompt of held) {
    const [before, after] = [clean, poisoned].map((learned) => pickWith(world, learned, prompt));
    changed += Number(before !== after);
    lost += outcomeOf(prompt, before ?? 0) - outcomeOf(prompt, after ?? 0);
  }
  return { changed: changed / held.length, lost: lost / held.length, picks: held.length };
}

interface SimulationOptions {
  readonly dataDir: string;
  readonly artefactDir: string;
  /** Only these sources; default all with enough held-out prompts. */
  readonly sources?: readonly string[];
  readonly onProgress?: (message: string) => void;
}

export interface SimulationRow {
  readonly simulation: "online" | "poisoning";
  readonly source: string;
  readonly figure: string;
  readonly value: Interval;
}

const DRAWS = 10;
const TRIALS = 3;
/** Optimism of the bandits, and the deviation of Thompson's draws. */
const WIDTH = 0.3;
const DISCOUNT = 0.998;
/** Tenths of the trial after which regret is read: 500, 1,000 and 5,000 steps. */
const READ_AT = [1, 2, 10];
const DENSE_MIN = 250;

function summarise(values: readonly number[]): Interval {
  const random = mulberry32(3);
  return bootstrapMean({ values: Float64Array.from(values), resamples: 1000, confidence: 0.95, random });
}

const linear = { width: WIDTH, ridge: 1 };

/** Ours as published and with the draws of an account that changed nothing, and the textbook. */
const POLICIES: Readonly<Record<string, (world: OutcomeWorld, random: () => number) => OnlinePolicy>> = {
  "Signalbox, 15 % drawn": (world, random) => createLearnerPolicy(world, { ...LEARNER_DEFAULTS, random }),
  "Signalbox, default": (world, random) =>
    createLearnerPolicy(world, { ...LEARNER_DEFAULTS, explorationRate: 0, random }),
  shipped: (world) => createShippedPolicy(world),
  UCB1: (world) => createUcb1(world, WIDTH),
  "LinUCB, discounted": (world, random) =>
    createLinearBandit(world, { ...linear, kind: "linucb", discount: DISCOUNT, random }),
  Thompson: (world, random) =>
    createLinearBandit(world, { ...linear, kind: "thompson", discount: 1, random }),
};

function onlineRows(world: OutcomeWorld): SimulationRow[] {
  return Object.entries(POLICIES).flatMap(([name, create]) => {
    const results = Array.from({ length: TRIALS }, (_, trial) =>
      playTrial(
        create(world, mulberry32(100 + trial)),
        drawTrial(world, { ...ONLINE_TRIAL_DEFAULTS, seed: trial }),
      ),
    );
    return READ_AT.map((tenths) => ({
      simulation: "online" as const,
      source: world.source,
      figure: `regret of ${name}, at ${(tenths * ONLINE_TRIAL_DEFAULTS.steps) / 10}`,
      value: summarise(
        results.map(({ regretByTenth }) =>
          regretByTenth.slice(0, tenths).reduce((sum, part) => sum + part, 0),
        ),
      ),
    }));
  });
}

function poisoningRows(world: OutcomeWorld): SimulationRow[] {
  const found = Array.from({ length: DRAWS }, (_, seed) =>
    measurePoisoning(world, { feedbacks: 2000, share: 0.2, honestKeys: 4, seed }),
  );
  const row = (figure: string, values: readonly number[]): SimulationRow => ({
    simulation: "poisoning",
    source: world.source,
    figure: `${figure} by a key with 20 % of the feedback`,
    value: summarise(values),
  });
  return [
    row(
      "picks changed",
      found.map(({ changed }) => changed),
    ),
    row(
      "score lost",
      found.map(({ lost }) => lost),
    ),
  ];
}

/** All figures, and their means over the sources at the end. */
export async function runSimulations(options: SimulationOptions): Promise<readonly SimulationRow[]> {
  const tell = options.onProgress ?? (() => undefined);
  tell("reading the data folder and the artefact");
  const [dataset, view] = await Promise.all([
    loadDataset(options.dataDir),
    openArtefactView(options.artefactDir),
  ]);
  const rows: SimulationRow[] = [];
  for (const source of options.sources ?? dataset.sources) {
    const world = buildWorld(dataset, view, source);
    if (world === undefined) continue;
    tell(`${source}: ${world.encodings.length} prompts, ${world.models.length} models`);
    if (world.models.length < 3 || densePrompts(world).length < DENSE_MIN) continue;
    rows.push(...onlineRows(world), ...poisoningRows(world));
  }
  return [...rows, ...meanRows(rows)];
}

/** Means over the sources. */
function meanRows(rows: readonly SimulationRow[]): SimulationRow[] {
  const byFigure = Map.groupBy(rows, (row) => `${row.simulation}\u0000${row.figure}`);
  return [...byFigure.values()].map((group) => {
    const { simulation, figure, value } = valueAt(group, 0);
    const means = group.map((row) => row.value.mean);
    const mean = { ...summarise(means), mean: meanOf(means) };
    return {
      simulation,
      figure,
      source: `mean of ${group.length} sources`,
      value: group.length < 2 ? value : mean,
    };
  });
}
