// Shows one experiment, and lists those that ended.
import type { Experiment, EndedExperiment as Wire, ExperimentsQuery, Page } from "@signalbox/contracts";
import type { EndedExperiment } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { countExperiment } from "./count-experiment.ts";
import { findLastRun } from "./experiment-run.ts";
import { toIso } from "../timestamps.ts";

/** @throws SignalboxError not_found for an unknown or foreign preference, and for one that never had an experiment */
export async function getExperiment(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<Experiment> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  found(await context.storage.preferences.find({ accountId, id }), "preference");
  const run = await findLastRun(context.storage, { accountId, preferenceId: id });
  if (run === undefined) throw notFound("experiment");
  return countExperiment(context, run);
}

export function experimentToWire(ended: EndedExperiment): Wire {
  return {
    id: ended.id,
    preference: { preference_id: ended.preferenceId, name: ended.preferenceName },
    challenger: { preference_id: ended.challengerId, name: ended.challengerName },
    share: ended.share,
    started_at: toIso(ended.startedAtMs),
    ended_at: toIso(ended.endedAtMs),
    ended_by: ended.endedBy,
    result: ended.report as Experiment | null,
  };
}

/** Those that have ended, newest first. */
export async function listExperiments(
  context: ServiceContext,
  caller: Caller,
  { preference_id: preferenceId, ...page }: ExperimentsQuery,
): Promise<Page<Wire>> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  const { items, nextCursor } = await context.storage.experiments.list({ accountId, preferenceId, ...page });
  return { data: items.map(experimentToWire), next_cursor: nextCursor };
}
