// The custom router that the service trains from graded prompts, beside what one would do with the same rows without it.
import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, fitRouter, type RouterData } from "@signalbox/engine/learn";
import { meanOf, meanOfKnown, mulberry32, prepareAuc, shuffle } from "@signalbox/engine/numerics";
import { valueAt } from "../../arrays/value-at.ts";
import { buildWorld } from "../../learning/build-world.ts";
import { learnedEstimates } from "../../learning/online-policy.ts";
import { meanOutcome, type OutcomeWorld } from "../../learning/outcome-world.ts";
import { prepareAiq } from "../../metrics/price-curve.ts";
import { weightedMean, type FigureName, type Judged } from "../runner/figures.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import { requireSections, summariseMethods, type SectionResult } from "../runner/summarise-section.ts";
import { neighboursMethod, wordMethods, type Method } from "./row-methods.ts";

const ROW_COUNTS = [25, 50, 200] as const;
const ROWS_MAX = Math.max(...ROW_COUNTS);
const JUDGED_MAX = 500;
const FIGURES: readonly FigureName[] = ["accuracy", "aiq", "auc", "logLoss"];

interface Sides {
  /** Groups of near-duplicates that rows are drawn from. */
  readonly pool: readonly (readonly number[])[];
  readonly held: readonly number[];
}

/** Whole groups to one side or the other: the judged prompts are the same whatever rows are drawn. */
function drawSides({ groups, encodings }: OutcomeWorld, seed: number): Sides {
  const byGroup = Map.groupBy(encodings.keys(), (prompt) => valueAt(groups, prompt));
  const keys = shuffle(Int32Array.from(byGroup.keys()), mulberry32(seed));
  const drawn = Array.from(keys, (key) => byGroup.get(key) ?? []);
  const held: number[] = [];
  let rows = encodings.length;
  while (held.length < JUDGED_MAX && rows - (drawn.at(-1)?.length ?? rows) >= ROWS_MAX) {
    const group = drawn.pop() ?? [];
    held.push(...group);
    rows -= group.length;
  }
  return { pool: drawn, held };
}

function drawRows({ pool }: Sides, count: number, seed: number): readonly number[] {
  const order = shuffle(Int32Array.from(pool.keys()), mulberry32(seed));
  return Array.from(order, (at) => valueAt(pool, at))
    .flat()
    .slice(0, count);
}

/** Rows as the service lays out a file. */
function dataOf(world: OutcomeWorld, rows: readonly number[]): RouterData {
  const columns = world.models.length;
  const outcomes = rows.flatMap((row, prompt) =>
    world.models.map((_, arm) => ({
      prompt,
      arm,
      prior: valueAt(world.shipped, row * columns + arm),
      outcome: valueAt(world.outcomes, row * columns + arm),
      weight: 1,
    })),
  );
  return {
    arms: world.models,
    encodings: rows.map((row) => valueAt(world.encodings, row)),
    outcomes: outcomes.filter(({ outcome }) => !Number.isNaN(outcome)),
  };
}

function policyMethod(world: OutcomeWorld, learned: LearnedPolicy | undefined): Method {
  const columns = world.models.length;
  return (prompt) => {
    const shipped = world.shipped.subarray(prompt * columns, (prompt + 1) * columns);
    return learnedEstimates(learned, world, { prompt, shipped });
  };
}

const sayAlways =
  (chances: readonly number[]): Method =>
  () =>
    chances.map((success) => ({ success: Number.isNaN(success) ? 0 : success }));

const CHANCE_MIN = 1e-3;

function logLossOf(chance: number, outcome: number): number {
  const p = Math.min(1 - CHANCE_MIN, Math.max(CHANCE_MIN, chance));
  return -outcome * Math.log(p) - (1 - outcome) * Math.log(1 - p);
}

/** Mean dollars of each model; undefined where the source has not recorded all of them. */
function meanDollars(
  { models, outcomes, costUsd }: OutcomeWorld,
  rows: readonly number[],
): readonly number[] | undefined {
  if (costUsd.some((usd, cell) => Number.isNaN(usd) && !Number.isNaN(outcomes[cell]))) return undefined;
  const means = models.map(
    (_, model) => meanOfKnown(rows.map((row) => valueAt(costUsd, row * models.length + model))) ?? Number.NaN,
  );
  return Math.max(...means) > Math.min(...means) ? means : undefined;
}

interface Judging {
  readonly held: readonly number[];
  /** Expected dollars of each model, where they are known. */
  readonly expectedUsd: readonly number[] | undefined;
}

function judgeMethod(world: OutcomeWorld, { held, expectedUsd }: Judging, method: Method): Judged {
  const columns = world.models.length;
  const said = held.map(method);
  const cells = (of: Float64Array): Float64Array =>
    Float64Array.from(held.flatMap((prompt) => [...of.subarray(prompt * columns, (prompt + 1) * columns)]));
  const outcomeOf = (row: number, model: number): number =>
    valueAt(world.outcomes, valueAt(held, row) * columns + model);
  const knownOf = (row: number): readonly number[] =>
    [...world.models.keys()].filter((model) => !Number.isNaN(outcomeOf(row, model)));
  const picked = Float64Array.from(said, (each, row) => {
    const orderOf = (model: number): number =>
      valueAt(each, model).success + (valueAt(each, model).guard ?? 0);
    const pick = knownOf(row).toSorted((a, b) => orderOf(b) - orderOf(a))[0];
    return pick === undefined ? Number.NaN : outcomeOf(row, pick);
  });
  const losses = Float64Array.from(said, (each, row) =>
    meanOf(knownOf(row).map((model) => logLossOf(valueAt(each, model).success, outcomeOf(row, model)))),
  );
  const perModel = world.models.map((_, model) => {
    const rows = held.flatMap((__, row) => (Number.isNaN(outcomeOf(row, model)) ? [] : [row]));
    const auc = prepareAuc({
      predicted: Float32Array.from(rows, (row) => valueAt(valueAt(said, row), model).success),
      observed: Float32Array.from(rows, (row) => outcomeOf(row, model)),
    });
    return (weights: Float64Array): number => auc(Float64Array.from(rows, (row) => valueAt(weights, row)));
  });
  const order = Float64Array.from(
    said.flatMap((each) => each.map(({ success, guard = 0 }) => success + guard)),
  );
  return {
    figures: {
      accuracy: (weights) => weightedMean(picked, weights),
      ...(expectedUsd !== undefined && {
        aiq: prepareAiq({
          said: order,
          outcomes: cells(world.outcomes),
          usd: cells(world.costUsd),
          expectedUsd,
        }),
      }),
      auc: (weights) => meanOf(perModel.map((auc) => auc(weights)).filter((value) => !Number.isNaN(value))),
      logLoss: (weights) => weightedMean(losses, weights),
    },
  };
}

/** The mean of all picks: an accuracy alone. */
function judgeRandom(world: OutcomeWorld, held: readonly number[]): Judged {
  const means = Float64Array.from(held, (prompt) => {
    const columns = world.models.length;
    const row = world.outcomes.subarray(prompt * columns, (prompt + 1) * columns);
    return meanOf(Array.from(row).filter((outcome) => !Number.isNaN(outcome)));
  });
  return { figures: { accuracy: (weights) => weightedMean(means, weights) } };
}

const METHODS = {
  "custom-router": "Signalbox, custom router",
  untrained: "Signalbox, untrained",
  "best-single": "the model that leads the rows",
  knn: "nearest neighbours on the rows",
  regression: "ridge regression on latent semantics",
  factors: "factors of that regression",
  random: "random",
} as const;

/** Each method judged once a draw of the rows. */
function judgeDraw(
  world: OutcomeWorld,
  sides: Sides,
  rows: readonly number[],
): Readonly<Record<keyof typeof METHODS, Judged>> {
  const { held } = sides;
  const means = world.models.map((_, model) => meanOutcome(world, model, rows));
  const judging = { held, expectedUsd: meanDollars(world, rows) };
  const judge = (method: Method): Judged => judgeMethod(world, judging, method);
  const words = wordMethods(world, rows);
  return {
    "custom-router": judge(policyMethod(world, createRouterPolicy("custom", fitRouter(dataOf(world, rows))))),
    untrained: judge(policyMethod(world, undefined)),
    "best-single": judge(sayAlways(means)),
    knn: judge(neighboursMethod(world, rows)),
    regression: judge(words.regression),
    factors: judge(words.factors),
    random: judgeRandom(world, held),
  };
}

function runSize(context: ProtocolContext, world: OutcomeWorld, count: number): SectionResult {
  const { seeds, resamples } = context;
  const sides = drawSides(world, seeds[0] ?? 0);
  const draws = seeds.map((seed) => judgeDraw(world, sides, drawRows(sides, count, seed)));
  const names = Object.keys(METHODS) as readonly (keyof typeof METHODS)[];
  return {
    name: `${world.source}, ${count} rows`,
    promptCount: sides.held.length,
    modelCount: world.models.length,
    trainCount: count,
    facts: [],
    methods: summariseMethods({
      runs: names.map((name) => ({
        contender: { name, title: METHODS[name], isOurs: name === "custom-router" },
        judged: draws.map((draw) => draw[name]),
      })),
      promptCount: sides.held.length,
      figureNames: FIGURES,
      seed: seeds[0] ?? 0,
      resamples,
    }),
  };
}

export const CUSTOM: Protocol = {
  name: "custom",
  title: "The product: a custom router on own graded prompts",
  description: `The custom router that the service trains from a file of graded prompts, on ${ROW_COUNTS.join(", ")} rows of each source with 300 prompts that the artefact was neither trained nor tuned on; up to 8 models a source, one draw of the rows a seed, the same judged prompts, no near-duplicates of the rows. Beside it the product untrained and what the same rows say without it.`,
  figures: FIGURES,
  run: (context) => {
    const sections: SectionResult[] = [];
    for (const source of context.dataset.sources) {
      if (context.sources?.includes(source) === false) continue;
      const world = buildWorld(context.dataset, context.view, source);
      if (world === undefined) continue;
      context.onProgress(`${source}: ${world.encodings.length} prompts, ${world.models.length} models`);
      sections.push(...ROW_COUNTS.map((count) => runSize(context, world, count)));
    }
    return Promise.resolve(
      requireSections(sections, "a source with 300 prompts that the artefact has not seen"),
    );
  },
};
