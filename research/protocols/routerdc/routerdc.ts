// RouterDC (arXiv 2409.19886): seven small models, accuracy of the pick, mean over tasks, in and out of distribution.
import { SPLIT } from "../../../packages/lab/src/data/index.ts";
import { chooseProblem } from "../../../packages/lab/src/protocols/runner/joined-problem.ts";
import { findBestSingle } from "../../../packages/lab/src/protocols/runner/judge-pareto.ts";
import { judgePrediction } from "../../../packages/lab/src/protocols/runner/judge-prediction.ts";
import type {
  FigureName,
  Judged,
  EstimatorRun,
} from "../../../packages/lab/src/protocols/runner/run-estimator.ts";
import { requireSections } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { pickColumn } from "../../../packages/lab/src/protocols/runner/price-sweep.ts";
import type { Problem } from "../../../packages/lab/src/protocols/runner/problem.ts";
import type { Protocol, ProtocolContext } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import { runSlices } from "../../../packages/lab/src/protocols/runner/run-section.ts";
import type { SectionResult } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

const SOURCE = "routerdc";
const FIGURE_NAMES: readonly FigureName[] = ["accuracy", "auc", "aucPooled", "brier", "ece"];

/** Mean over tasks of the mean score of the picks, under prompt weights. */
function macroMean(scores: Float32Array, task: Int32Array, weights: Float64Array): number {
  const sums = new Map<number, { score: number; weight: number }>();
  for (let i = 0; i < scores.length; i += 1) {
    const sum = sums.get(valueAt(task, i)) ?? { score: 0, weight: 0 };
    sum.score += valueAt(weights, i) * valueAt(scores, i);
    sum.weight += valueAt(weights, i);
    sums.set(valueAt(task, i), sum);
  }
  const means = [...sums.values()]
    .filter(({ weight }) => weight > 0)
    .map(({ score, weight }) => score / weight);
  return means.reduce((a, b) => a + b, 0) / means.length;
}

function judgeAccuracy(problem: Problem, predicted: Float32Array): Judged {
  const { test, models } = problem;
  const columns = models.length;
  const flat = new Float64Array(predicted.length);
  const input = { columns, predicted, expectedCostUsd: flat, scores: test.scores, costUsd: flat };
  const scores = Float32Array.from({ length: test.prompts.count }, (_, row) => {
    const column = pickColumn(input, row, 0);
    return column < 0 ? 0 : valueAt(test.scores, row * columns + column);
  });
  const prediction = judgePrediction(problem, predicted);
  return {
    ...prediction,
    figures: { ...prediction.figures, accuracy: (weights) => macroMean(scores, test.prompts.task, weights) },
  };
}

function describeBestInHindsight({ test, models }: Problem): string {
  const ones = new Float64Array(test.prompts.count).fill(1);
  const means = models.map((_, m) => {
    const scores = Float32Array.from({ length: ones.length }, (_, row) =>
      valueAt(test.scores, row * models.length + m),
    );
    return macroMean(scores, test.prompts.task, ones);
  });
  const best = means.indexOf(Math.max(...means));
  return `${models[best]?.name} ${means[best]?.toFixed(4)}`;
}

const SECTIONS = [
  { name: "in distribution", sourceSplit: "test" },
  { name: "out of distribution", sourceSplit: "ood_test" },
] as const;

async function judgeSections(context: ProtocolContext): Promise<readonly SectionResult[]> {
  const { dataset, split } = context;
  if (!dataset.sources.includes(SOURCE)) return requireSections([], `the source ${SOURCE}`);
  const { sourceSplit } = dataset.prompts;
  const isJudged = (row: number): boolean => split[row] === SPLIT.evalOnly || split[row] === SPLIT.test;
  const problem = chooseProblem(context, { source: SOURCE, isJudged });
  const request = {
    problem,
    figureNames: FIGURE_NAMES,
    facts: (judged: Problem) => [
      `best single model of the training rows: ${problem.models[findBestSingle(problem)]?.name}`,
      `best single model of the judged rows: ${describeBestInHindsight(judged)}`,
    ],
    judge: (judged: Problem, run: EstimatorRun) => judgeAccuracy(judged, run.test),
  };
  const slices = SECTIONS.map((section) => ({
    name: section.name,
    positions: [...problem.test.rows.keys()].filter(
      (i) => sourceSplit[valueAt(problem.test.rows, i)] === section.sourceSplit,
    ),
  }));
  return requireSections(await runSlices(context, request, slices), "test rows of the source routerdc");
}

export const ROUTERDC: Protocol = {
  name: "routerdc",
  title: "RouterDC: seven small models",
  description:
    "Learned from the source's training rows that are no near-duplicates of judged prompts, which leaves none of HumanEval and 26 of MMLU; judged on its test tasks (MMLU, GSM8K, CMMLU, ARC-C, HumanEval) and on tasks outside (MATH prealgebra, MBPP, C-EVAL). Accuracy is the mean over tasks of the picked model's score.",
  figures: FIGURE_NAMES,
  run: judgeSections,
};

/** One published training row in so many tunes and calibrates. */
const DEV_SHARE = 10;

/** The source's own training split, whole, as the paper learns from it. */
function publishedSplit({ dataset, split }: ProtocolContext): Uint8Array {
  const source = dataset.sources.indexOf(SOURCE);
  const { prompts } = dataset;
  return split.map((code, row) => {
    if (prompts.source[row] !== source) return code;
    if (prompts.sourceSplit[row] === "train") return row % DEV_SHARE === 0 ? SPLIT.dev : SPLIT.train;
    return code === SPLIT.evalOnly ? code : SPLIT.never;
  });
}

export const ROUTERDC_PUBLISHED: Protocol = {
  name: "routerdc-published",
  title: "RouterDC with its published training rows",
  description:
    "The same judged prompts, but learned from the source's whole training split, as published figures are: the stricter table above leaves out training rows that resemble judged ones, among them all of HumanEval. Artefacts learned from none but those of the stricter table; every method that learns from the folder takes them all.",
  figures: FIGURE_NAMES,
  run: (context) => judgeSections({ ...context, split: publishedSplit(context) }),
};
