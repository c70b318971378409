// The custom router that the service trains from graded prompts, beside what one would do with the same rows without it.
import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, fitRouter, type RouterData } from "@signalbox/engine/learn";
import { meanOf, mulberry32, prepareAuc, shuffle } from "@signalbox/engine/numerics";
import { valueAt } from "../../arrays/value-at.ts";
import { buildWorld } from "../../learning/build-world.ts";
import { learnedEstimates } from "../../learning/online-policy.ts";
import { meanOutcome, type OutcomeWorld } from "../../learning/outcome-world.ts";
import { weightedMean, type FigureName, type Judged } from "../runner/figures.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import { requireSections, summariseMethods, type SectionResult } from "../runner/summarise-section.ts";

const ROW_COUNTS = [25, 50, 200] as const;
const ROWS_MAX = Math.max(...ROW_COUNTS);
const JUDGED_MAX = 500;
const FIGURES: readonly FigureName[] = ["accuracy", "auc", "logLoss"];

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

/** A method about one prompt, a model each: the chance of success, and what the pick goes by where that is another number. */
type Said = readonly { readonly success: number; readonly guard?: number | undefined }[];
type Method = (prompt: number) => Said;

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

const NEIGHBOURS = 20;
/** Imaginary neighbours at a model's own mean. */
const PRIOR = 3;

function cosine(one: Float32Array, other: Float32Array): number {
  let [inner, a, b] = [0, 0, 0];
  for (const [i, value] of one.entries()) {
    const against = other[i] ?? 0;
    inner += value * against;
    a += value * value;
    b += against * against;
  }
  return inner / Math.sqrt(a * b || 1);
}

/** The mean over the most alike rows, by the features that the product reads of a prompt, drawn towards a model's own mean. */
function neighboursMethod(world: OutcomeWorld, rows: readonly number[]): Method {
  const means = world.models.map((_, model) => meanOutcome(world, model, rows) || 0);
  const featuresOf = (prompt: number): Float32Array => valueAt(world.encodings, prompt).features;
  return (prompt) => {
    const nearest = rows
      .map((row) => ({ row, like: cosine(featuresOf(prompt), featuresOf(row)) }))
      .toSorted((a, b) => b.like - a.like)
      .slice(0, NEIGHBOURS)
      .flatMap(({ row }) => row);
    return means.map((mean, model) => {
      const known = nearest
        .map((row) => valueAt(world.outcomes, row * means.length + model))
        .filter((outcome) => !Number.isNaN(outcome));
      return {
        success: known.reduce((sum, outcome) => sum + outcome, PRIOR * mean) / (known.length + PRIOR),
      };
    });
  };
}

const CHANCE_MIN = 1e-3;

function logLossOf(chance: number, outcome: number): number {
  const p = Math.min(1 - CHANCE_MIN, Math.max(CHANCE_MIN, chance));
  return -outcome * Math.log(p) - (1 - outcome) * Math.log(1 - p);
}

function judgeMethod(world: OutcomeWorld, held: readonly number[], method: Method): Judged {
  const columns = world.models.length;
  const said = held.map(method);
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
  return {
    figures: {
      accuracy: (weights) => weightedMean(picked, weights),
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
  const judge = (method: Method): Judged => judgeMethod(world, held, method);
  return {
    "custom-router": judge(policyMethod(world, createRouterPolicy("custom", fitRouter(dataOf(world, rows))))),
    untrained: judge(policyMethod(world, undefined)),
    "best-single": judge(sayAlways(means)),
    knn: judge(neighboursMethod(world, rows)),
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
