// The gain of a custom router: trained on a few hundred rows of one source, judged on other rows of that source,
// against the shipped router on the same rows.
import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, fitRouter, type RouterData } from "@signalbox/engine/learn";
import { meanOf, mulberry32 } from "@signalbox/engine/numerics";

import { computeAuc } from "../metrics/index.ts";
import { learnedEstimates } from "./online-policy.ts";
import { meanOutcome, type OutcomeWorld } from "./outcome-world.ts";
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
  /** Mean outcome of the model that leads the training rows. */
  readonly utilitySingle: number;
  /** Mean over the models of the AUC over the prompts of one. */
  readonly aucWithinShipped: number;
  readonly aucWithinCustom: number;
  readonly logLossShipped: number;
  readonly logLossCustom: number;
}

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

function dataOf(world: OutcomeWorld, prompts: readonly number[]): RouterData {
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

/** @shape both prompts x models */
interface Predicted {
  readonly chances: Float64Array;
  /** The order that a pick goes by. */
  readonly order: Float64Array;
}

function predict(
  world: OutcomeWorld,
  router: LearnedPolicy | undefined,
  prompts: readonly number[],
): Predicted {
  const columns = world.models.length;
  const size = prompts.length * columns;
  const [chances, order] = [new Float64Array(size), new Float64Array(size)];
  prompts.forEach((prompt, row) => {
    const shipped = world.shipped.subarray(prompt * columns, (prompt + 1) * columns);
    learnedEstimates(router, world, { prompt, shipped }).forEach(({ success, guard = 0 }, column) => {
      chances[row * columns + column] = success;
      order[row * columns + column] = success + guard;
    });
  });
  return { chances, order };
}

/** The model with the best mean of the training rows, for every prompt. */
function predictSingle(world: OutcomeWorld, training: readonly number[], count: number): Float64Array {
  const means = world.models.map((_, model) => meanOutcome(world, model, training));
  return Float64Array.from(
    { length: count * means.length },
    (_, at) => valueAt(means, at % means.length) || 0,
  );
}

/** Nobody is surer than this. */
const CHANCE_MIN = 1e-3;

function logLossOf(chance: number, outcome: number): number {
  const p = Math.min(1 - CHANCE_MIN, Math.max(CHANCE_MIN, chance));
  return -outcome * Math.log(p) - (1 - outcome) * Math.log(1 - p);
}

/** Mean outcome of the model that is first in this order. */
function utilityOf(outcomes: readonly number[], order: Float64Array, columns: number): number {
  const picked: number[] = [];
  for (let start = 0; start < outcomes.length; start += columns) {
    let best = -1;
    for (let at = start; at < start + columns; at += 1)
      if (!Number.isNaN(valueAt(outcomes, at)) && (best < 0 || valueAt(order, at) > valueAt(order, best)))
        best = at;
    if (best >= 0) picked.push(valueAt(outcomes, best));
  }
  return meanOf(picked);
}

/** AUC and log loss over all pairs of prompt and model, AUC within a model, and the mean outcome of the pick. */
function judge(world: OutcomeWorld, prompts: readonly number[], { chances, order }: Predicted) {
  const columns = world.models.length;
  const outcomes = prompts.flatMap((prompt) =>
    Array.from(world.outcomes.subarray(prompt * columns, (prompt + 1) * columns)),
  );
  const known = outcomes.map((_, index) => index).filter((index) => !Number.isNaN(valueAt(outcomes, index)));
  const aucOf = (places: readonly number[]): number =>
    computeAuc({
      predicted: Float32Array.from(places, (index) => valueAt(chances, index)),
      observed: Float32Array.from(places, (index) => valueAt(outcomes, index)),
    });
  const within = world.models
    .map((_, model) => aucOf(known.filter((index) => index % columns === model)))
    .filter((auc) => !Number.isNaN(auc));
  const losses = known.map((index) => logLossOf(valueAt(chances, index), valueAt(outcomes, index)));
  return {
    auc: aucOf(known),
    aucWithin: meanOf(within),
    utility: utilityOf(outcomes, order, columns),
    logLoss: meanOf(losses),
    outcomes,
  };
}

export function measureGain(world: OutcomeWorld, options: GainOptions): GainResult {
  const { training, held } = drawSides(world, options);
  const router = createRouterPolicy("study", fitRouter(dataOf(world, training)));
  const shipped = judge(world, held, predict(world, undefined, held));
  const custom = judge(world, held, predict(world, router, held));
  const single = predictSingle(world, training, held.length);
  return {
    aucShipped: shipped.auc,
    aucCustom: custom.auc,
    utilityShipped: shipped.utility,
    utilityCustom: custom.utility,
    utilitySingle: utilityOf(shipped.outcomes, single, world.models.length),
    aucWithinShipped: shipped.aucWithin,
    aucWithinCustom: custom.aucWithin,
    logLossShipped: shipped.logLoss,
    logLossCustom: custom.logLoss,
  };
}
