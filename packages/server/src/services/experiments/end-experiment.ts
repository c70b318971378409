// When a preference no longer names its challenger the run goes into the history, in the transaction that ends it. What it
// showed is counted afterwards in the background, so that no change waits for it.
import { randomUUID } from "node:crypto";

import type { PreferencePolicy } from "@signalbox/contracts";
import type { EndedExperiment, Repositories, StoredPreference } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { countExperiment } from "./count-experiment.ts";
import { challengerOf, findLastRun, type ExperimentRun } from "./experiment-run.ts";

interface Ending {
  /** As the preference was before the change. */
  readonly before: StoredPreference;
  /** Undefined when the preference goes. */
  readonly policy: PreferencePolicy | undefined;
  readonly atMs: number;
  readonly by: string;
  readonly keep: number;
}

/** Call it before the change. Does nothing when no experiment ends by it. */
export async function endExperiment(repositories: Repositories, ending: Ending): Promise<void> {
  const { before, policy, atMs, by, keep } = ending;
  const challengerId = challengerOf(before.policy);
  if (challengerId === undefined || challengerOf(policy) === challengerId) return;
  const { accountId, id: preferenceId } = before;
  const run = await findLastRun(repositories, { accountId, preferenceId });
  if (run === undefined) return;
  const challenger = await repositories.preferences.find({ accountId, id: challengerId });
  await repositories.experiments.create({
    ...run,
    id: randomUUID(),
    preferenceName: before.name,
    challengerName: challenger?.name ?? "a deleted preference",
    endedAtMs: atMs,
    endedBy: by,
    report: null,
  });
  await repositories.experiments.prune({ accountId, keep });
}

const runOf = ({ accountId, preferenceId, challengerId, share, startedAtMs, endedAtMs }: EndedExperiment) =>
  ({ accountId, preferenceId, challengerId, share, startedAtMs, endedAtMs }) satisfies ExperimentRun;

/** Counts every experiment that has ended without being counted. */
export async function countEndedExperiments(context: ServiceContext): Promise<void> {
  const { experiments } = context.storage;
  for (;;) {
    const ended = await experiments.findUncounted();
    if (ended === undefined) return;
    const report = { ...(await countExperiment(context, runOf(ended))) };
    await experiments.conclude({ accountId: ended.accountId, id: ended.id, report });
  }
}
