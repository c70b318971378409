import type { EndedExperiment as Wire, Experiment, ExperimentsQuery, Page } from "@signalbox/contracts";
import type { EndedExperiment } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso } from "../timestamps.ts";

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
