// Runs every contender on one problem: tuned once with the first seed, then fitted once a seed.
import type { Contender, Judged, EstimatorRun } from "./run-estimator.ts";
import type { Problem } from "./problem.ts";
import { runEstimator, tuneEstimator } from "./run-estimator.ts";

/** The predictions of one contender. */
export interface ContenderRuns {
  readonly contender: Contender;
  readonly parameters: Readonly<Record<string, number>>;
  /** One a seed; a single one for a method that no seed changes. */
  readonly runs: readonly EstimatorRun[];
}

/** The same, judged. */
export interface MethodRuns {
  readonly contender: Pick<Contender, "name" | "title" | "isOurs">;
  readonly parameters: Readonly<Record<string, number>>;
  readonly judged: readonly Judged[];
}

interface ProblemRun {
  readonly problem: Problem;
  readonly contenders: readonly Contender[];
  readonly seeds: readonly number[];
  readonly onProgress: (message: string) => void;
}

function runContender(contender: Contender, { problem, seeds }: ProblemRun): ContenderRuns {
  const first = contender.estimatorOf(0);
  const used = first.isSeeded ? seeds : seeds.slice(0, 1);
  const parameters = tuneEstimator(first, problem, seeds[0] ?? 0);
  const runs = used.map((seed, index) =>
    runEstimator(contender.estimatorOf(index), problem, { seed, parameters }),
  );
  return { contender, parameters, runs };
}

export function runProblem(run: ProblemRun): readonly ContenderRuns[] {
  return run.contenders.map((contender) => {
    run.onProgress(`${run.problem.name}: ${contender.title}`);
    return runContender(contender, run);
  });
}
