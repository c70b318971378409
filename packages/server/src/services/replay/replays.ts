// Replays are jobs: queued by a caller, worked off in the background, read until they are done.
import { randomUUID } from "node:crypto";

import type { CreateReplay, PreferencePolicy, Replay } from "@signalbox/contracts";
import type { Job } from "@signalbox/storage";

import type { ReplayParams } from "../../learner/replay/run-replay.ts";
import type { ServiceContext } from "../../runtime/service-context.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { found, invalid } from "../not-found.ts";
import { toIso } from "../timestamps.ts";

const DECISIONS_DEFAULT = 2000;
const STATUS = {
  uploading: "queued",
  queued: "queued",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "failed",
} as const;

function toWire(job: Job): Replay {
  return {
    id: job.id,
    status: STATUS[job.state],
    progress: job.progress,
    error: job.error,
    created_at: toIso(job.createdAtMs),
    result: job.report as Replay["result"],
  };
}

/** A policy as written, or one version of a preference of the account. */
export async function resolvePolicy(
  context: ServiceContext,
  accountId: string,
  ref: CreateReplay["a"],
): Promise<PreferencePolicy> {
  const { preference_id: id, version, policy } = ref;
  if (policy !== undefined) return policy;
  if (id === undefined) return {};
  const { preferences } = context.storage;
  if (version === undefined) return found(await preferences.find({ accountId, id }), "preference").policy;
  return found(await preferences.findVersion({ accountId, id, version }), "preference version").policy;
}

function toMs(location: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid(location, "is not a date", "Send ISO 8601, e.g. 2026-01-31T00:00:00Z.");
  return ms;
}

/** @throws SignalboxError not_found for a foreign preference */
export async function createReplay(
  context: ServiceContext,
  caller: Caller,
  input: CreateReplay,
): Promise<Replay> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  const params: ReplayParams = {
    a: await resolvePolicy(context, accountId, input.a),
    b: await resolvePolicy(context, accountId, input.b),
    fromMs: toMs("body.from", input.from),
    toMs: toMs("body.to", input.to),
    decisionsMax: input.decisions_max ?? DECISIONS_DEFAULT,
  };
  const job = { id: randomUUID(), accountId, params: { ...params }, createdAtMs: context.clock.nowMs() };
  return toWire(await context.storage.replayJobs.create(job));
}

/** @throws SignalboxError not_found */
export async function getReplay(context: ServiceContext, caller: Caller, id: string): Promise<Replay> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  return toWire(found(await context.storage.replayJobs.find({ accountId, id }), "replay"));
}
