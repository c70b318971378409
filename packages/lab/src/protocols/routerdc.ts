// RouterDC (arXiv 2409.19886): seven small models, accuracy of the pick, mean over tasks, in and out of distribution.
import { SPLIT } from "../data/index.ts";
import { chooseProblem } from "./choose-problem.ts";
import { findBestSingle } from "./judge-pareto.ts";
import { judgePrediction } from "./judge-prediction.ts";
import type { FigureName, Judged } from "./judged.ts";
import { requireSections } from "./pareto.ts";
import { pickColumn } from "./price-sweep.ts";
import type { Problem } from "./problem.ts";
import type { Protocol, ProtocolContext } from "./protocol.ts";
import { runSection } from "./run-section.ts";

const SOURCE = "routerdc";
const FIGURE_NAMES: readonly FigureName[] = ["accuracy", "auc", "aucPooled", "brier", "ece"];

/** Mean over tasks of the mean score of the picks, under prompt weights. */
function macroMean(scores: Float32Array, task: Int32Array, weights: Float64Array): number {
  const sums = new Map<number, { score: number; weight: number }>();
  for (let i = 0; i < scores.length; i += 1) {
    const sum = sums.get(task[i]!) ?? { score: 0, weight: 0 };
    sum.score += weights[i]! * scores[i]!;
    sum.weight += weights[i]!;
    sums.set(task[i]!, sum);
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
    return column < 0 ? 0 : test.scores[row * columns + column]!;
  });
  const prediction = judgePrediction(problem, predicted);
  return {
    ...prediction,
    figures: { ...prediction.figures, accuracy: (weights) => macroMean(scores, test.prompts.task, weights) },
  };
}

/** Test rows that no training split holds. */
function isJudgedRow(
  { split, dataset }: ProtocolContext,
  row: number,
  wanted: (split: string) => boolean,
): boolean {
  const isOpen = split[row] === SPLIT.evalOnly || split[row] === SPLIT.test;
  return isOpen && wanted(dataset.prompts.sourceSplit[row]!);
}

const SECTIONS = [
  { name: "in distribution", wanted: (split: string) => split === "test" },
  { name: "out of distribution", wanted: (split: string) => split.startsWith("ood_test") },
] as const;

export const ROUTERDC: Protocol = {
  name: "routerdc",
  title: "RouterDC: seven small models",
  description:
    "Learned from the source's training rows; judged on its test tasks (MMLU, GSM8K, CMMLU, ARC-C, HumanEval) and on tasks outside (MATH prealgebra, MBPP, C-EVAL, JavaScript). Accuracy is the mean over tasks of the picked model's score.",
  figures: FIGURE_NAMES,
  run: async (context) => {
    if (!context.dataset.sources.includes(SOURCE)) return requireSections([], `the source ${SOURCE}`);
    const sections = SECTIONS.flatMap(({ name, wanted }) => {
      const isJudged = (row: number): boolean => isJudgedRow(context, row, wanted);
      const problem = chooseProblem(context, { source: SOURCE, name, isJudged });
      if (problem.test.prompts.count === 0) return [];
      return runSection(context, {
        problem,
        figureNames: FIGURE_NAMES,
        facts: [`best single model: ${problem.models[findBestSingle(problem)]?.name}`],
        judge: (run) => judgeAccuracy(problem, run.test),
      });
    });
    return requireSections(sections, "test rows of the source routerdc");
  },
};
