// One fit of every contender on a problem, then figures with intervals for each section of its judged rows.
import type { Judged, EstimatorRun } from "./run-estimator.ts";
import type { Problem } from "./problem.ts";
import type { ProtocolContext } from "./protocol.ts";
import { runProblem } from "./run-problem.ts";
import type { ContenderRuns } from "./run-problem.ts";
import { sliceProblem, sliceRun } from "./joined-problem.ts";
import type { Slice } from "./joined-problem.ts";
import { summariseMethods } from "./summarise-section.ts";
import type { SectionResult } from "./summarise-section.ts";

interface SectionRequest {
  readonly problem: Problem;
  readonly judge: (problem: Problem, run: EstimatorRun) => Judged;
  readonly figureNames: readonly string[];
  readonly facts?: (problem: Problem) => readonly string[];
  readonly points?: SectionResult["points"];
}

function summarise(
  context: ProtocolContext,
  request: SectionRequest,
  cut: { readonly problem: Problem; readonly fitted: readonly ContenderRuns[] },
): SectionResult {
  const { problem, fitted } = cut;
  const promptCount = problem.test.prompts.count;
  return {
    name: problem.name,
    promptCount,
    modelCount: problem.models.length,
    trainCount: problem.train.prompts.count,
    facts: request.facts?.(problem) ?? [],
    points: request.points ?? [],
    methods: summariseMethods({
      runs: fitted.map(({ contender, parameters, runs }) => ({
        contender,
        parameters,
        judged: runs.map((run) => request.judge(problem, run)),
      })),
      promptCount,
      figureNames: request.figureNames,
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  };
}

function fitAll(context: ProtocolContext, problem: Problem): Promise<readonly ContenderRuns[]> {
  const { contenders, seeds, cache, onProgress } = context;
  return runProblem({ problem, contenders, seeds, cache, onProgress });
}

export async function runSection(context: ProtocolContext, request: SectionRequest): Promise<SectionResult> {
  const fitted = await fitAll(context, request.problem);
  return summarise(context, request, { problem: request.problem, fitted });
}

/** Sections without a judged row are left out. */
export async function runSlices(
  context: ProtocolContext,
  request: SectionRequest,
  slices: readonly Slice[],
): Promise<readonly SectionResult[]> {
  const { problem } = request;
  const fitted = await fitAll(context, problem);
  return slices
    .filter((slice) => slice.positions.length > 0)
    .map((slice) => {
      const cut = fitted.map(({ contender, parameters, runs }) => ({
        contender,
        parameters,
        runs: runs.map((run) => sliceRun(run, slice, problem.models.length)),
      }));
      return summarise(context, request, { problem: sliceProblem(problem, slice), fitted: cut });
    });
}
