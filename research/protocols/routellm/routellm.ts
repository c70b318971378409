// RouteLLM's evaluation (arXiv 2406.18665): gpt-4-1106-preview against Mixtral-8x7B, never trained on these rows.
import { SignalboxError } from "@signalbox/contracts";
import { buildStrongWeakCurve, computeApgr, computeCpt } from "../../../packages/lab/src/metrics/index.ts";
import { chooseProblem, sliceByTask } from "../../../packages/lab/src/protocols/runner/joined-problem.ts";
import type {
  FigureName,
  Judged,
  EstimatorRun,
} from "../../../packages/lab/src/protocols/runner/run-estimator.ts";
import type { Problem } from "../../../packages/lab/src/protocols/runner/problem.ts";
import type { Protocol } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import { runSlices } from "../../../packages/lab/src/protocols/runner/run-section.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

const SOURCE = "routellm";
const FIGURE_NAMES: readonly FigureName[] = ["apgr", "cpt50", "cpt80"];

function findColumn(problem: Problem, isWanted: (name: string) => boolean): number {
  const column = problem.models.findIndex((model) => isWanted(model.canonical));
  if (column < 0) throw new SignalboxError("invalid_data", "routellm needs a gpt-4 and a mixtral model.");
  return column;
}

function judgeStrongWeak(problem: Problem, predicted: Float32Array): Judged {
  const columns = problem.models.length;
  const strong = findColumn(problem, (name) => name.startsWith("gpt-4"));
  const weak = findColumn(problem, (name) => name.startsWith("mixtral"));
  const pick = (values: Float32Array, column: number): Float32Array =>
    Float32Array.from({ length: problem.test.prompts.count }, (_, i) =>
      valueAt(values, i * columns + column),
    );
  const [strongP, weakP] = [pick(predicted, strong), pick(predicted, weak)];
  const items = {
    preference: strongP.map((p, i) => p - valueAt(weakP, i)),
    strong: pick(problem.test.scores, strong),
    weak: pick(problem.test.scores, weak),
  };
  const curve = (weights?: Float64Array) => buildStrongWeakCurve(items, weights);
  const { share, quality } = curve();
  return {
    figures: {
      apgr: (weights) => computeApgr(curve(weights)),
      cpt50: (weights) => computeCpt(curve(weights), 0.5),
      cpt80: (weights) => computeCpt(curve(weights), 0.8),
    },
    curve: share.map((costUsd, i) => ({ costUsd, quality: valueAt(quality, i) })),
  };
}

export const ROUTELLM: Protocol = {
  name: "routellm",
  title: "RouteLLM: a strong and a weak model",
  description:
    "gpt-4-1106-preview against Mixtral-8x7B on MMLU, GSM8K and MT-Bench. Nothing of this source is learned from; both models are known from other sources. Preference = difference of predicted success. Curves run over the share of strong calls.",
  figures: FIGURE_NAMES,
  run: async (context) => {
    const { prompts, sources } = context.dataset;
    const own = sources.indexOf(SOURCE);
    if (own < 0) throw new SignalboxError("invalid_data", `The data folder has no source ${SOURCE}.`);
    // Rows that the publication marks as contaminated are left out.
    const isJudged = (row: number): boolean =>
      prompts.source[row] === own && prompts.sourceSplit[row] !== "test_contaminated";
    const problem = chooseProblem(context, { source: SOURCE, isJudged, isForeign: true });
    const request = {
      problem,
      figureNames: FIGURE_NAMES,
      judge: (judged: Problem, run: EstimatorRun) => judgeStrongWeak(judged, run.test),
    };
    return runSlices(context, request, sliceByTask(problem, context.dataset.taskNames));
  },
};
