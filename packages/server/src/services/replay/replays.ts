// Replays are jobs: queued by a caller, worked off in the background, read until they are done.
import { randomUUID } from "node:crypto";

import type {
  CreateReplay,
  DecisionsFilter,
  Page,
  PageQuery,
  PreferencePolicy,
  Replay,
} from "@signalbox/contracts";
import type { Job } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { found, notFound } from "../faults.ts";
import { perContext } from "../per-context.ts";
import { readTimestamp, toIso, toIsoOrNull } from "../timestamps.ts";
import { resolveSide, type ResolvedSide } from "./resolve-side.ts";

/** Stored with the job; the learner's replay reads it back. */
export interface ReplayParams {
  readonly a: PreferencePolicy;
  readonly b: PreferencePolicy;
  readonly price?: Replay["price"];
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly filter: DecisionsFilter;
  readonly decisionsMax: number;
}

/** Facts that a list says of a replay. */
interface KeptWith {
  readonly by: string;
  readonly compared: { readonly a: Replay["a"]; readonly b: Replay["b"] };
}

/** Rung when a replay is queued, so that it begins without waiting for the next round. */
export const replayBell = perContext(() => ({ ring: (): void => {} }));

const DECISIONS_DEFAULT = 2000;
/** Replays that an account keeps; the oldest go first. */
export const REPLAYS_KEPT = 100;
const STATUS = {
  uploading: "queued",
  queued: "queued",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "failed",
} as const;

export function replayToWire(job: Job): Replay {
  const params = job.params as unknown as ReplayParams & KeptWith;
  return {
    id: job.id,
    status: STATUS[job.state],
    progress: job.progress,
    error: job.error,
    created_at: toIso(job.createdAtMs),
    created_by: params.by,
    from: toIsoOrNull(params.fromMs),
    to: toIsoOrNull(params.toMs),
    filter: params.filter,
    decisions_max: params.decisionsMax,
    a: params.compared.a,
    b: params.compared.b,
    price: params.price ?? null,
    result: job.report as unknown as Replay["result"],
  };
}

/** A filter names records of the account. @throws SignalboxError not_found */
async function assertOwn(
  { apiKeys, preferences }: ServiceContext["storage"],
  accountId: string,
  { key_id: keyId, preference_id: preferenceId }: DecisionsFilter,
): Promise<void> {
  if (preferenceId !== undefined)
    found(await preferences.find({ accountId, id: preferenceId }), "preference");
  if (keyId !== undefined) found(await apiKeys.find({ accountId, id: keyId }), "key");
}

const toMs = (location: string, text: string | undefined): number | null =>
  text === undefined ? null : readTimestamp(text, location);

/** @throws SignalboxError not_found for a foreign preference or key */
export async function createReplay(
  context: ServiceContext,
  caller: Caller,
  input: CreateReplay,
): Promise<Replay> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  const side = (name: "a" | "b"): Promise<ResolvedSide> =>
    resolveSide(context, accountId, { ref: input[name], location: `body.${name}.policy` });
  const [a, b] = [await side("a"), await side("b")];
  const { filter = {} } = input;
  await assertOwn(context.storage, accountId, filter);
  const params: ReplayParams & KeptWith = {
    a: a.policy,
    b: b.policy,
    price: input.price ?? null,
    fromMs: toMs("body.from", input.from),
    toMs: toMs("body.to", input.to),
    filter,
    decisionsMax: input.decisions_max ?? DECISIONS_DEFAULT,
    by: actorOf(caller.principal).name,
    compared: { a: a.compared, b: b.compared },
  };
  const job = { id: randomUUID(), accountId, params: { ...params }, createdAtMs: context.clock.nowMs() };
  const replay = await context.storage.transaction(async ({ replayJobs }) => {
    await replayJobs.prune({ accountId, keep: REPLAYS_KEPT - 1 });
    return replayToWire(await replayJobs.create(job));
  });
  replayBell(context).ring();
  return replay;
}

/** Newest first. */
export async function listReplays(
  context: ServiceContext,
  caller: Caller,
  page: PageQuery,
): Promise<Page<Replay>> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  const { items, nextCursor } = await context.storage.replayJobs.list({ accountId, ...page });
  return { data: items.map(replayToWire), next_cursor: nextCursor };
}

/** One that still runs is given up. @throws SignalboxError not_found */
export async function deleteReplay(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  authorise(caller.principal, "replay.delete");
  const { accountId } = caller.principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await repositories.replayJobs.delete({ accountId, id }))) throw notFound("replay");
    await note({ action: "replay.delete", targetId: id });
  });
}

/** @throws SignalboxError not_found */
export async function getReplay(context: ServiceContext, caller: Caller, id: string): Promise<Replay> {
  authorise(caller.principal, "replay.run");
  const { accountId } = caller.principal;
  return replayToWire(found(await context.storage.replayJobs.find({ accountId, id }), "replay"));
}
