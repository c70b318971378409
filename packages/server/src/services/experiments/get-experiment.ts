// The experiment of a preference: the one that runs, else the last one that did.
import type { Experiment } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { countExperiment } from "./count-experiment.ts";
import { findLastRun } from "./experiment-run.ts";

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
