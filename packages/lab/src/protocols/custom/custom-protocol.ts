// The custom router that the service trains from graded prompts, beside what one would do with the same rows without it.

import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, fitRouter, type RouterData } from "@signalbox/engine/learn";
import {
  meanOf,
  meanOfKnown,
  mulberry32,
  prepareAuc,
  shuffle,
  findPrincipalAxes,
  fitRidge,
  fitWhitenedAxes,
} from "@signalbox/engine/numerics";
import { valueAt, addAt, floatAt } from "../../arrays/value-at.ts";
import { buildWorld, meanOutcome, type OutcomeWorld } from "../../learning/build-world.ts";
import { learnedEstimates } from "../../learning/online-policy.ts";
import { prepareAiq } from "../../metrics/metrics.ts";
import {
  weightedMean,
  type FigureName,
  type Judged,
  type Protocol,
  type ProtocolContext,
  requireSections,
  summariseMethods,
  type SectionResult,
} from "../runner/protocol.ts";

// Methods that work on graded rows without a router: neighbours, regression on words, factors. One setting for all sources.

/** A method about one prompt, a model each: the chance of success, and what the pick goes by where that is another number. */
type Said = readonly { readonly success: number; readonly guard?: number | undefined }[];
type Method = (prompt: number) => Said;

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

const SLOTS = 2_048;
const READ_CHARACTERS = 4_000;
const WORD = /\p{L}+|\p{N}+/gu;
const AXES = 32;

function slotOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function countWords(text: string): Float32Array {
  const counts = new Float32Array(SLOTS);
  for (const [word] of text.slice(0, READ_CHARACTERS).toLowerCase().matchAll(WORD))
    addAt(counts, slotOf(word), 1);
  return counts;
}

/**
 * Latent semantic analysis: hashed words by rarity among the rows, rows of unit length, on their main axes.
 * @source Deerwester et al., Indexing by latent semantic analysis (1990)
 * @returns coordinates of a prompt
 */
function fitSemantics({ texts }: OutcomeWorld, rows: readonly number[]): (prompt: number) => Float32Array {
  const counted = rows.map((row) => countWords(valueAt(texts, row)));
  const rarity = Float32Array.from({ length: SLOTS }, (_, slot) =>
    Math.log((rows.length + 1) / (counted.filter((counts) => floatAt(counts, slot) > 0).length + 1)),
  );
  const weigh = (counts: Float32Array): Float32Array => {
    const weighed = counts.map((count, slot) => Math.log1p(count) * floatAt(rarity, slot));
    const length = Math.hypot(...weighed) || 1;
    return weighed.map((value) => value / length);
  };
  const found = fitWhitenedAxes(counted.map(weigh), { count: AXES, isStandardised: false });
  return (prompt) => {
    const row = weigh(countWords(valueAt(texts, prompt)));
    return Float32Array.from({ length: found.count }, (_, axis) => {
      let sum = 0;
      for (let slot = 0; slot < SLOTS; slot += 1)
        sum +=
          (floatAt(row, slot) - floatAt(found.mean, slot)) * floatAt(found.directions, axis * SLOTS + slot);
      return sum * floatAt(found.shares, axis);
    });
  };
}

const PENALTY = 1;
const FACTORS = 2;
const METHOD_CHANCE_MIN = 0.02;

const asChance = (value: number): number =>
  Math.min(1 - METHOD_CHANCE_MIN, Math.max(METHOD_CHANCE_MIN, value));

interface WordMethods {
  readonly regression: Method;
  readonly factors: Method;
}

/**
 * Ridge regression of each model's outcomes on the semantic coordinates; and the same through few factors that all
 * models share, as reduced-rank regression has them in closed form.
 * @source Izenman, Reduced-rank regression for the multivariate linear model (1975)
 */
function wordMethods(world: OutcomeWorld, rows: readonly number[]): WordMethods {
  const columns = world.models.length;
  const coordinatesOf = fitSemantics(world, rows);
  const coordinates = rows.map((row) => coordinatesOf(row));
  const width = coordinates[0]?.length ?? 0;
  const inputs = Float32Array.from(coordinates.flatMap((row) => Array.from(row)));
  const weights = world.models.map((_, model) => {
    const outcomes = rows.map((row) => valueAt(world.outcomes, row * columns + model));
    const known = [...rows.keys()].filter((at) => !Number.isNaN(outcomes[at]));
    if (known.length === 0) return new Float64Array(width + 1);
    const targets = known.map((at) => valueAt(outcomes, at));
    return fitRidge({ inputs, stride: width, width, rows: known, targets, penalty: PENALTY });
  });
  const predict = (x: Float32Array): Float32Array =>
    Float32Array.from(weights, (own) =>
      x.reduce((sum, value, at) => sum + value * floatAt(own, at), floatAt(own, width)),
    );
  const fitted = Float32Array.from(coordinates.flatMap((row) => Array.from(predict(row))));
  const { mean, axes } = findPrincipalAxes(fitted, columns, Math.min(FACTORS, columns));
  const throughFactors = (said: Float32Array): Float32Array => {
    const out = Float32Array.from(mean);
    for (let from = 0; from < axes.length; from += columns) {
      const factor = said.reduce(
        (sum, value, at) => sum + (value - floatAt(mean, at)) * floatAt(axes, from + at),
        0,
      );
      out.forEach((_, at) => addAt(out, at, factor * floatAt(axes, from + at)));
    }
    return out;
  };
  const say = (said: Float32Array): Said => Array.from(said, (value) => ({ success: asChance(value) }));
  return {
    regression: (prompt) => say(predict(coordinatesOf(prompt))),
    factors: (prompt) => say(throughFactors(predict(coordinatesOf(prompt)))),
  };
}

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
