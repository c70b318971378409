// The product's custom router, trained on someone's own graded prompts, beside methods that learn from the same rows.
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { computeMeanCosts } from "../runner/problem.ts";
import type { Part, Problem } from "../runner/problem.ts";
import { valueAt } from "../../arrays/value-at.ts";
import { SPLIT, splitByGroup } from "../../data/index.ts";
import { LATENT_SEMANTIC_FEATURES } from "../../features/latent-semantic.ts";
import { createCustomEstimator, createUntrainedEstimator } from "../../estimators/custom/custom-router.ts";
import {
  listModelPoints,
  PARETO_FIGURES,
  fitExpectedCost,
  findBestSingle,
  judgePareto,
} from "../runner/judge-pareto.ts";
import { requireSections, summariseMethods } from "../runner/summarise-section.ts";
import { buildSourceProblem, countOwnRows } from "../runner/source-problem.ts";
import { oursOf } from "../runner/run-estimator.ts";
import type { Contender, FigureName, Judged } from "../runner/run-estimator.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import { runProblem } from "../runner/run-problem.ts";
import type { MethodRuns } from "../runner/run-problem.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { productOf } from "../served/judged-product.ts";
import type { JudgedProduct } from "../served/judged-product.ts";

// A problem with fewer rows to learn from and fewer models: what someone has who graded a few dozen prompts.

/** Share of the rows at hand that methods with settings tune on. */
const DEV_SHARE = 0.2;

interface Cut {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Columns of the part that is cut. */
  readonly columnCount: number;
}

function cutTable<T extends Float32Array | Float64Array>(table: T, out: T, cut: Cut): T {
  const { rows, columns, columnCount } = cut;
  rows.forEach((row, i) =>
    columns.forEach((column, j) => {
      out[i * columns.length + j] = valueAt(table, row * columnCount + column);
    }),
  );
  return out;
}

function cutPart({ prompts, rows, scores, costUsd }: Part, cut: Cut): Part {
  const size = cut.rows.length * cut.columns.length;
  const { dim } = prompts;
  const features = new Float32Array(cut.rows.length * dim);
  cut.rows.forEach((row, i) => features.set(prompts.features.subarray(row * dim, (row + 1) * dim), i * dim));
  return {
    rows: Int32Array.from(cut.rows, (row) => valueAt(rows, row)),
    scores: cutTable(scores, new Float32Array(size), cut),
    costUsd: cutTable(costUsd, new Float64Array(size), cut),
    prompts: {
      count: cut.rows.length,
      text: cut.rows.map((row) => valueAt(prompts.text, row)),
      features,
      dim,
      task: Int32Array.from(cut.rows, (row) => valueAt(prompts.task, row)),
    },
  };
}

const allRows = (part: Part): number[] => [...part.rows.keys()];

function withMeanCosts(problem: Problem): Problem {
  const costs = computeMeanCosts(problem.train, problem.models.length);
  const models = problem.models.map((model, column) => ({ ...model, meanCostUsd: valueAt(costs, column) }));
  return { ...problem, models };
}

/** The models that most of the training rows were answered by, in the order that they have. */
export function keepModels(problem: Problem, max: number): Problem {
  const { models, train, dev, test } = problem;
  const columnCount = models.length;
  const known = (column: number): number =>
    allRows(train).filter((row) => !Number.isNaN(valueAt(train.scores, row * columnCount + column))).length;
  const columns = models
    .map((_, column) => ({ column, count: known(column) }))
    .toSorted((a, b) => b.count - a.count || a.column - b.column)
    .slice(0, max)
    .map(({ column }) => column)
    .toSorted((a, b) => a - b);
  const cut = (part: Part): Part => cutPart(part, { rows: allRows(part), columns, columnCount });
  return {
    ...problem,
    models: columns.map((column) => valueAt(models, column)),
    train: cut(train),
    dev: cut(dev),
    test: cut(test),
  };
}

/** The same judged rows, learned from so many of the training rows; those to tune on are among them. */
export function keepRows(problem: Problem, count: number, seed: number): Problem {
  const { train, models } = problem;
  const columns = models.map((_, column) => column);
  const drawn = [...shuffle(Int32Array.from(allRows(train)), splitmix32(seed))].slice(0, count);
  const devCount = Math.round(DEV_SHARE * drawn.length);
  const take = (rows: readonly number[]): Part =>
    cutPart(train, { rows: rows.toSorted((a, b) => a - b), columns, columnCount: columns.length });
  return withMeanCosts({
    ...problem,
    train: take(drawn.slice(devCount)),
    dev: take(drawn.slice(0, devCount)),
  });
}

/** Rows learned from; the last represents all. */
const ROW_COUNTS = [25, 50, 200, Number.POSITIVE_INFINITY] as const;
/** Rows that show what few teach where no dollars are recorded. */
const FEW_ROWS = 50;
const MODELS_MAX = 16;
/** Fewer prompts than this judge nothing. */
const JUDGED_MIN = 60;
const FIGURE_NAMES = PARETO_FIGURES;
const PLAIN_FIGURES: readonly FigureName[] = ["accuracy", "auc", "aucPooled", "brier", "ece"];

/**
 * The rows that take part. Where the artefact has learned from a source, only rows that it was neither trained nor tuned on take
 * part.
 */
function withoutLearned(context: ProtocolContext, product: JudgedProduct): ProtocolContext {
  const { dataset, split, seeds } = context;
  const byGroup = splitByGroup(dataset.prompts.group, seeds[0] ?? 0);
  const learned = dataset.sources.map((source) => product.learnedSplitOf(source));
  const own = Uint8Array.from(split, (code, row) => {
    const name = learned[valueAt(dataset.prompts.source, row)];
    if (name === undefined) return code;
    const used = dataset.splits?.[name][row];
    return used === SPLIT.train || used === SPLIT.dev ? SPLIT.dropped : valueAt(byGroup, row);
  });
  return { ...context, split: own };
}

function contendersOf({ contenders, views }: ProtocolContext): readonly Contender[] {
  const others = contenders.filter(({ name }) => name !== "custom-router" && name !== "untrained");
  const untrained = { ...oursOf(views.map(createUntrainedEstimator)), isOurs: false };
  return [oursOf(views.map(createCustomEstimator)), untrained, ...others];
}

/** One problem a draw of the rows. With all rows there is one draw, and seeds move the methods alone. */
function drawProblems(problem: Problem, rows: number, seeds: readonly number[]): readonly Problem[] {
  if (rows === Number.POSITIVE_INFINITY) return [problem];
  return seeds.map((seed) => keepRows(problem, rows, seed));
}

function runDraws(context: ProtocolContext, draws: readonly Problem[]): readonly MethodRuns[] {
  const { seeds, onProgress } = context;
  const contenders = contendersOf(context);
  const judged = contenders.map((): Judged[] => []);
  for (const [i, problem] of draws.entries()) {
    const bestColumn = findBestSingle(problem);
    const expectedCost = fitExpectedCost(problem);
    const used = draws.length === 1 ? seeds : [valueAt(seeds, i)];
    const runs = runProblem({ problem, contenders, seeds: used, onProgress });
    runs.forEach(({ runs: fitted }, at) =>
      valueAt(judged, at).push(
        ...fitted.map((run) => judgePareto(problem, run, { bestColumn, expectedCost })),
      ),
    );
  }
  return contenders.map((contender, at) => ({ contender, parameters: {}, judged: valueAt(judged, at) }));
}

interface SizedProblem {
  readonly problem: Problem;
  readonly rows: number;
  readonly isLearned: boolean;
}

function runSize(context: ProtocolContext, sized: SizedProblem): SectionResult {
  const { problem, rows, isLearned } = sized;
  const draws = drawProblems(problem, rows, context.seeds);
  const points = listModelPoints(problem.models, problem.test);
  const [first = problem] = draws;
  const trainCount = first.train.prompts.count + first.dev.prompts.count;
  return {
    name: `${problem.name}, ${trainCount} rows`,
    promptCount: problem.test.prompts.count,
    modelCount: problem.models.length,
    trainCount,
    isLearned,
    facts: [`best single model: ${problem.models[findBestSingle(first)]?.name}`],
    points,
    methods: summariseMethods({
      runs: runDraws(context, draws),
      promptCount: problem.test.prompts.count,
      figureNames: points.length < 2 ? PLAIN_FIGURES : FIGURE_NAMES,
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  };
}

function listSizes(problem: Problem): readonly number[] {
  const hasDollars = listModelPoints(problem.models, problem.test).length >= 2;
  const most = problem.train.prompts.count;
  return hasDollars
    ? ROW_COUNTS.filter((rows) => rows === Number.POSITIVE_INFINITY || rows < most)
    : [FEW_ROWS];
}

export const CUSTOM: Protocol = {
  name: "custom",
  title: "The product: a custom router on own graded prompts",
  description: `The custom router that the service trains from a file of graded prompts, on ${FEW_ROWS} rows of each source, and on 25, 50, 200 and all of them where dollars are recorded; up to ${MODELS_MAX} models a source. Beside it the product untrained, and methods that learn from the same rows, tuned on a fifth of them. Rows that the artefact was trained or tuned on take no part. One draw of the rows a seed. AIQ is the quality of the picks averaged over the price curve.`,
  figures: FIGURE_NAMES,
  judgesProduct: true,
  run: async (whole) => {
    const product = productOf(whole);
    const context = withoutLearned(whole, product);
    const sections: SectionResult[] = [];
    for (const source of context.dataset.sources) {
      if (countOwnRows(context, source) < FEW_ROWS) continue;
      const { dataset, split, seeds } = context;
      const own = buildSourceProblem({
        dataset,
        split,
        source,
        features: LATENT_SEMANTIC_FEATURES,
        seed: seeds[0] ?? 0,
      });
      const problem = keepModels(own, MODELS_MAX);
      if (problem.test.prompts.count < JUDGED_MIN || problem.models.length < 2) continue;
      const isLearned = product.learnedSplitOf(source) !== undefined;
      for (const rows of listSizes(problem)) sections.push(runSize(context, { problem, rows, isLearned }));
    }
    return requireSections(
      sections,
      `a source with ${FEW_ROWS} rows to learn from and ${JUDGED_MIN} to judge`,
    );
  },
};
