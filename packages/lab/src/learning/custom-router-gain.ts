// The gain of a custom router: trained on a few hundred rows of one source, judged on other rows of that source,
// against the shipped router on the same rows.
import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, fitRouter, selectRouter, type CorrectionData } from "@signalbox/engine/learn";
import { meanOf, mulberry32 } from "@signalbox/engine/numerics";

import { computeAuc } from "../metrics/index.ts";
import { learnedSuccess } from "./online-policy.ts";
import type { OutcomeWorld } from "./outcome-world.ts";
import { valueAt } from "../arrays/value-at.ts";

interface GainOptions {
  readonly rows: number;
  readonly heldOutMax: number;
  readonly seed: number;
}

interface GainResult {
  readonly aucShipped: number;
  readonly aucCustom: number;
  /** Mean outcome of the pick. */
  readonly utilityShipped: number;
  readonly utilityCustom: number;
  /** Means over all pairs of prompt and model, with the chances that a decision goes by. */
  readonly logLossShipped: number;
  readonly logLossCustom: number;
}

const FOLD_COUNT = 5;

/** Whole groups to one side or the other, until enough rows are drawn. */
function drawSides(world: OutcomeWorld, options: GainOptions): { training: number[]; held: number[] } {
  const random = mulberry32(options.seed);
  const byGroup = Map.groupBy(
    world.encodings.map((_, prompt) => prompt),
    (prompt) => valueAt(world.groups, prompt),
  );
  const groups = [...byGroup.values()]
    .map((prompts) => ({ prompts, key: random() }))
    .sort((a, b) => a.key - b.key);
  const training: number[] = [];
  const held: number[] = [];
  for (const { prompts } of groups) {
    if (training.length < options.rows) training.push(...prompts);
    else if (held.length < options.heldOutMax) held.push(...prompts);
  }
  return { training: training.slice(0, options.rows), held };
}

function dataOf(world: OutcomeWorld, prompts: readonly number[]): CorrectionData {
  const columns = world.models.length;
  const outcomes = prompts.flatMap((prompt, index) =>
    world.models.map((_, arm) => ({
      prompt: index,
      arm,
      prior: valueAt(world.shipped, prompt * columns + arm),
      outcome: valueAt(world.outcomes, prompt * columns + arm),
      weight: 1,
    })),
  );
  return {
    arms: world.models,
    encodings: prompts.map((prompt) => valueAt(world.encodings, prompt)),
    outcomes: outcomes.filter((row) => !Number.isNaN(row.outcome)),
  };
}

function predict(
  world: OutcomeWorld,
  router: LearnedPolicy | undefined,
  prompts: readonly number[],
): Float64Array {
  const columns = world.models.length;
  const predictions = new Float64Array(prompts.length * columns);
  prompts.forEach((prompt, row) => {
    const shipped = world.shipped.subarray(prompt * columns, (prompt + 1) * columns);
    predictions.set(learnedSuccess(router, world, { prompt, shipped }), row * columns);
  });
  return predictions;
}

/** Nobody is surer than this. */
const CHANCE_MIN = 1e-3;

function logLossOf(chance: number, outcome: number): number {
  const p = Math.min(1 - CHANCE_MIN, Math.max(CHANCE_MIN, chance));
  return -outcome * Math.log(p) - (1 - outcome) * Math.log(1 - p);
}

/** AUC and log loss over all pairs of prompt and model, and the mean outcome of the best-estimated model. */
function judge(world: OutcomeWorld, prompts: readonly number[], predictions: Float64Array) {
  const columns = world.models.length;
  const outcomes = prompts.flatMap((prompt) =>
    Array.from(world.outcomes.subarray(prompt * columns, (prompt + 1) * columns)),
  );
  const known = outcomes.map((_, index) => index).filter((index) => !Number.isNaN(valueAt(outcomes, index)));
  let utility = 0;
  let counted = 0;
  prompts.forEach((_, row) => {
    let best = -1;
    for (let index = row * columns; index < (row + 1) * columns; index += 1)
      if (
        !Number.isNaN(valueAt(outcomes, index)) &&
        (best < 0 || valueAt(predictions, index) > valueAt(predictions, best))
      )
        best = index;
    if (best < 0) return;
    utility += valueAt(outcomes, best);
    counted += 1;
  });
  const auc = computeAuc({
    predicted: Float32Array.from(known, (index) => valueAt(predictions, index)),
    observed: Float32Array.from(known, (index) => valueAt(outcomes, index)),
  });
  const logLoss = meanOf(
    known.map((index) => logLossOf(valueAt(predictions, index), valueAt(outcomes, index))),
  );
  return { auc, utility: utility / counted, logLoss };
}

export function measureGain(world: OutcomeWorld, options: GainOptions): GainResult {
  const { training, held } = drawSides(world, options);
  const data = dataOf(world, training);
  const folds = Int32Array.from(training, (_, index) => index % FOLD_COUNT);
  const { shares } = selectRouter(data, folds);
  const router = createRouterPolicy("study", fitRouter(data, shares));
  const shipped = judge(world, held, predict(world, undefined, held));
  const custom = judge(world, held, predict(world, router, held));
  return {
    aucShipped: shipped.auc,
    aucCustom: custom.auc,
    utilityShipped: shipped.utility,
    utilityCustom: custom.utility,
    logLossShipped: shipped.logLoss,
    logLossCustom: custom.logLoss,
  };
}
