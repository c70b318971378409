// One section of a protocol: a problem, every contender, figures with intervals.
import type { Judged } from "./judged.ts";
import type { Problem } from "./problem.ts";
import type { ProtocolContext } from "./protocol.ts";
import type { EstimatorRun } from "./run-estimator.ts";
import { runProblem } from "./run-problem.ts";
import { summariseMethods } from "./summarise-section.ts";
import type { SectionResult } from "./summarise-section.ts";

export interface SectionRequest {
  readonly problem: Problem;
  readonly judge: (run: EstimatorRun) => Judged;
  readonly figureNames: readonly string[];
  readonly facts?: readonly string[];
  readonly points?: SectionResult["points"];
}

export function runSection(context: ProtocolContext, request: SectionRequest): SectionResult {
  const { problem, judge, figureNames } = request;
  const runs = runProblem({
    problem,
    judge,
    contenders: context.contenders,
    seeds: context.seeds,
    onProgress: context.onProgress,
  });
  const promptCount = problem.test.prompts.count;
  return {
    name: problem.name,
    promptCount,
    modelCount: problem.models.length,
    trainCount: problem.train.prompts.count,
    facts: request.facts ?? [],
    points: request.points ?? [],
    methods: summariseMethods({
      runs,
      promptCount,
      figureNames,
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  };
}
