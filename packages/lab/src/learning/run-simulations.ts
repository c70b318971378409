// Figures of learning, from the data folder and an artefact: online regret and poisoning. Seeds are fixed; baselines are tuned
// on other seeds than the ones they are judged on.
import { bootstrapMean, type Interval } from "@signalbox/engine/learn";
import { meanOf, mulberry32 } from "@signalbox/engine/numerics";

import { loadDataset } from "../data/index.ts";
import { openArtefactView } from "../artefact-view.ts";
import { buildWorld } from "./build-world.ts";
import {
  createLearnerPolicy,
  createLinearBandit,
  createShippedPolicy,
  LEARNER_DEFAULTS,
  type LinearBanditOptions,
  type OnlinePolicy,
} from "./online-policy.ts";
import { drawTrial, ONLINE_TRIAL_DEFAULTS, playTrial } from "./online-regret.ts";
import { densePrompts, type OutcomeWorld } from "./outcome-world.ts";
import { measurePoisoning } from "./poisoning.ts";
import { valueAt } from "../arrays/value-at.ts";

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
const TUNING_SEED = 9000;
const TUNING_STEPS = 2500;
const DENSE_MIN = 250;

function summarise(values: readonly number[]): Interval {
  const random = mulberry32(3);
  return bootstrapMean({ values: Float64Array.from(values), resamples: 1000, confidence: 0.95, random });
}

type Tuning = Pick<LinearBanditOptions, "kind" | "width" | "ridge" | "discount">;

/** The grid of each bandit; our learner has no more settings than its one default. */
function tunings(kind: Tuning["kind"]): Tuning[] {
  return [0.1, 0.3, 1].flatMap((width) =>
    [1, 0.998].map((discount) => ({ kind, width, ridge: 1, discount })),
  );
}

function bestTuning(world: OutcomeWorld, kind: Tuning["kind"]): Tuning {
  const script = drawTrial(world, { ...ONLINE_TRIAL_DEFAULTS, steps: TUNING_STEPS, seed: TUNING_SEED });
  const scored = tunings(kind).map((tuning) => ({
    tuning,
    regret: playTrial(createLinearBandit(world, { ...tuning, random: mulberry32(TUNING_SEED) }), script)
      .regret,
  }));
  return valueAt(
    scored.toSorted((a, b) => a.regret - b.regret),
    0,
  ).tuning;
}

function onlineRows(world: OutcomeWorld): SimulationRow[] {
  const linucb = bestTuning(world, "linucb");
  const thompson = bestTuning(world, "thompson");
  const policies: readonly ((seed: number) => OnlinePolicy)[] = [
    (seed) => createLearnerPolicy(world, { ...LEARNER_DEFAULTS, random: mulberry32(seed) }),
    () => createShippedPolicy(world),
    (seed) => createLinearBandit(world, { ...linucb, random: mulberry32(seed) }),
    (seed) => createLinearBandit(world, { ...thompson, random: mulberry32(seed) }),
  ];
  return policies.map((create) => {
    const results = Array.from({ length: TRIALS }, (_, trial) =>
      playTrial(create(100 + trial), drawTrial(world, { ...ONLINE_TRIAL_DEFAULTS, seed: trial })),
    );
    const value = summarise(results.map((result) => result.regret));
    return {
      simulation: "online",
      source: world.source,
      figure: `regret of ${results[0]?.name ?? ""}`,
      value,
    };
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
