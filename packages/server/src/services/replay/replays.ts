// Replays are jobs: queued by a caller, worked off in the background, read until they are done.
import { randomUUID } from "node:crypto";

import {
  findPolicyFaults,
  invalid,
  SignalboxError,
  type CreateReplay,
  type PreferencePolicy,
  type Replay,
} from "@signalbox/contracts";
import type { Job, StoredPreference } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { toStoredPolicy } from "../preferences/stored-policy.ts";
import { readTimestamp, toIso } from "../timestamps.ts";

/** Stored with the job; the learner's replay reads it back. */
export interface ReplayParams {
  readonly a: PreferencePolicy;
  readonly b: PreferencePolicy;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly decisionsMax: number;
}

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

/**
 * The preference of that id, else the only one of that name.
 * @throws SignalboxError conflict when several have the name
 */
async function findPreferenceNamed(
  context: ServiceContext,
  accountId: string,
  text: string,
): Promise<StoredPreference | undefined> {
  const known = await context.storage.preferences.find({ accountId, id: text });
  if (known !== undefined) return known;
  const named: StoredPreference[] = [];
  for await (const preference of allPages((page) => context.storage.preferences.list({ accountId, ...page })))
    if (preference.name === text) named.push(preference);
  if (named.length > 1)
    throw new SignalboxError(
      "conflict",
      `${named.length} preferences are named "${text}". Send the id of one.`,
    );
  return named[0];
}

/** A policy as written, or a preference by id or name, at one version or now, or a custom router by its id. */
async function resolvePolicy(
  context: ServiceContext,
  accountId: string,
  side: { readonly ref: CreateReplay["a"]; readonly location: string },
): Promise<PreferencePolicy> {
  const { preference_id: text, version, policy } = side.ref;
  if (policy !== undefined) {
    const faults = findPolicyFaults(policy, side.location);
    if (faults.length > 0) throw invalid(faults);
    return toStoredPolicy(context, policy, side.location);
  }
  if (text === undefined) return {};
  const { preferences, customRouters } = context.storage;
  const preference = await findPreferenceNamed(context, accountId, text);
  if (version !== undefined) {
    const id = preference?.id ?? text;
    return found(await preferences.findVersion({ accountId, id, version }), "preference version").policy;
  }
  if (preference !== undefined) return preference.policy;
  const router = await customRouters.find({ accountId, id: text });
  if (router === undefined)
    throw new SignalboxError(
      "not_found",
      `There is no preference or custom router "${text}" in this account. Send an id, or the name of a preference.`,
    );
  if (!router.hasArtefact)
    throw new SignalboxError(
      "conflict",
      `The custom router is ${router.state} and changes nothing to replay.`,
    );
  return { custom_router_id: router.id };
}

const toMs = (location: string, text: string | undefined): number | null =>
  text === undefined ? null : readTimestamp(text, location);

/** @throws SignalboxError not_found for a foreign preference */
export async function createReplay(
  context: ServiceContext,
  caller: Caller,
  input: CreateReplay,
): Promise<Replay> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  const params: ReplayParams = {
    a: await resolvePolicy(context, accountId, { ref: input.a, location: "body.a.policy" }),
    b: await resolvePolicy(context, accountId, { ref: input.b, location: "body.b.policy" }),
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
