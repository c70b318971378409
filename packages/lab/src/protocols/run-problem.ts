// Runs every contender on one problem: tuned once with the first seed, then fitted and judged once a seed.
import type { Contender } from "./contender.ts";
import type { Judged } from "./judged.ts";
import type { Problem } from "./problem.ts";
import { runEstimator, tuneEstimator } from "./run-estimator.ts";
import type { EstimatorRun } from "./run-estimator.ts";

export interface MethodRuns {
  readonly contender: Contender;
  readonly parameters: Readonly<Record<string, number>>;
  /** One a seed; a single one for a method that no seed changes. */
  readonly judged: readonly Judged[];
}

export interface ProblemRun {
  readonly problem: Problem;
  readonly contenders: readonly Contender[];
  readonly seeds: readonly number[];
  readonly judge: (run: EstimatorRun) => Judged;
  readonly onProgress: (message: string) => void;
}

function runContender(contender: Contender, { problem, seeds, judge }: ProblemRun): MethodRuns {
  const first = contender.estimatorOf(0);
  const parameters = tuneEstimator(first, problem, seeds[0] ?? 0);
  const used = first.isSeeded || contender.isOurs ? seeds : seeds.slice(0, 1);
  const judged = used.map((seed, index) =>
    judge(runEstimator(contender.estimatorOf(index), problem, { seed, parameters })),
  );
  return { contender, parameters, judged };
}

export function runProblem(run: ProblemRun): readonly MethodRuns[] {
  return run.contenders.map((contender) => {
    run.onProgress(`${run.problem.name}: ${contender.title}`);
    return runContender(contender, run);
  });
}
