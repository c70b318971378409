// Figures of learning, from the data folder and an artefact: online regret and poisoning. Seeds are fixed, and every learner has
// one setting for all sources.
import { bootstrapMean, type Interval } from "@signalbox/engine/learn";
import { meanOf, mulberry32 } from "@signalbox/engine/numerics";

import { loadDataset } from "../data/index.ts";
import { openArtefactView } from "../artefact-view.ts";
import { buildWorld } from "./build-world.ts";
import {
  createLearnerPolicy,
  createLinearBandit,
  createShippedPolicy,
  createUcb1,
  LEARNER_DEFAULTS,
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
