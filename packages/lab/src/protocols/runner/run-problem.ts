// Runs every contender on one problem: tuned once with the first seed, then fitted once a seed.
import type { Contender, Judged, EstimatorRun } from "./run-estimator.ts";
import type { Problem } from "./problem.ts";
import { cacheKey, fingerprintProblem } from "./run-cache.ts";
import type { RunCache } from "./run-cache.ts";
import { runEstimator, tuneEstimator } from "./run-estimator.ts";
import { valueAt } from "../../arrays/value-at.ts";

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
  readonly cache: RunCache;
  readonly onProgress: (message: string) => void;
}

function runFresh(
  contender: Contender,
  { problem, seeds }: ProblemRun,
  missing: readonly number[],
): EstimatorRun[] {
  const parameters = tuneEstimator(contender.estimatorOf(0), problem, seeds[0] ?? 0);
  return missing.map((index) =>
    runEstimator(contender.estimatorOf(index), problem, { seed: valueAt(seeds, index), parameters }),
  );
}

async function runContender(
  contender: Contender,
  run: ProblemRun,
  fingerprint: string,
): Promise<ContenderRuns> {
  const { seeds, cache } = run;
  const first = contender.estimatorOf(0);
  const used = first.isSeeded ? seeds : seeds.slice(0, 1);
  // The settings come from the first seed, so it is part of every key.
  const keyOf = (seed: number): string => cacheKey(`${fingerprint} ${seeds[0]}`, first, seed);
  const runs = await Promise.all(
    used.map((seed) => (contender.isCached ? cache.find(keyOf(seed)) : Promise.resolve(undefined))),
  );
  const missing = [...runs.keys()].filter((index) => runs[index] === undefined);
  for (const [i, fresh] of (missing.length === 0 ? [] : runFresh(contender, run, missing)).entries()) {
    const index = valueAt(missing, i);
    runs[index] = fresh;
    if (contender.isCached) await cache.save(keyOf(valueAt(used, index)), fresh);
  }
  const known = runs.filter((one) => one !== undefined);
  return { contender, parameters: known[0]?.parameters ?? {}, runs: known };
}

export async function runProblem(run: ProblemRun): Promise<readonly ContenderRuns[]> {
  const fingerprint = fingerprintProblem(run.problem);
  const results: ContenderRuns[] = [];
  for (const contender of run.contenders) {
    run.onProgress(`${run.problem.name}: ${contender.title}`);
    results.push(await runContender(contender, run, fingerprint));
  }
  return results;
}
