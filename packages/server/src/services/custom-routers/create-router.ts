// An upload of own evaluations becomes a queued training. The job enters the queue only when the whole file is stored,
// so that a crash in between leaves an upload that never trains.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  SignalboxError,
  type CustomRouter as CustomRouterWire,
  invalid,
  type CustomRouter,
} from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { found } from "../faults.ts";
import { keptRowsOf } from "./passed-over.ts";
import { routerToWire } from "./read-routers.ts";

// Trainings wait for one process: an account may have a few of them in the queue.
const WAITING: ReadonlySet<string> = new Set(["uploading", "queued", "running"]);
/** Newest routers of the account that are looked at; older ones have long ended. */
const LOOKED_AT = 200;
const RETRY_S = 60;

/** @throws SignalboxError rate_limited */
async function assertRoomForTraining(
  { storage, config }: Pick<ServiceContext, "storage" | "config">,
  accountId: string,
): Promise<void> {
  const max = config.learning.trainingsQueuedMax;
  const { items } = await storage.customRouters.list({ accountId, limit: LOOKED_AT });
  if (items.filter(({ state }) => WAITING.has(state)).length < max) return;
  throw new SignalboxError(
    "rate_limited",
    `${max} trainings of this account wait or run. Wait for one of them or cancel it, or raise \`learning.trainingsQueuedMax\`.`,
    { retryAfterS: RETRY_S },
  );
}

// A router that decisions pass over, or whose training failed, is trained again from the rows that were kept with it.
const NO_ROWS =
  "No rows are kept with this router, so it cannot be trained again by itself. Upload its evaluations again to train another, and switch that one on.";
const WORKING = "The router is being trained already. Wait until it is ready, or cancel the training.";

/**
 * Back to the queue; until it is ready, what it was before stands.
 * @param overrides whether it stays switched on even if it is not shown to be better
 * @throws SignalboxError not_found; conflict where no rows are kept or it is being trained
 */
export async function trainAgain(
  context: ServiceContext,
  caller: Caller,
  { id, overrides }: { readonly id: string; readonly overrides: boolean },
): Promise<CustomRouterWire> {
  authorise(caller.principal, "routers.write");
  const { accountId } = caller.principal;
  await assertRoomForTraining(context, accountId);
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const router = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    const kept = keptRowsOf(router);
    if (kept === undefined) throw new SignalboxError("conflict", NO_ROWS);
    const params = { ...router.params, isAgain: true, activates: false, overrides };
    const nowMs = context.clock.nowMs();
    if (!(await repositories.customRouters.requeue({ accountId, id, params, nowMs })))
      throw new SignalboxError("conflict", WORKING);
    await note({ action: "custom_router.train_again", targetId: id, details: { rows: kept.rows } });
    const queued = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    return routerToWire(context, queued, repositories);
  });
}

export interface RouterUpload {
  readonly name: string | undefined;
  readonly preferenceId: string | undefined;
  readonly fileName: string;
  readonly promptColumn: string;
  readonly isLargerBetter: boolean;
  readonly activates: boolean;
  readonly overrides: boolean;
  /** Keep the rows with the router, so that it can be trained again. */
  readonly keepsRows: boolean;
  /** Bytes of the file, already bounded and on disk. */
  readonly parts: AsyncIterable<Uint8Array>;
  readonly bytes: number;
}

/** @throws SignalboxError not_found for a foreign preference; validation_failed for an empty file */
export async function createRouter(
  context: ServiceContext,
  caller: Caller,
  upload: RouterUpload,
): Promise<CustomRouter> {
  authorise(caller.principal, "routers.write");
  const { accountId } = caller.principal;
  const { fileName, promptColumn, isLargerBetter, activates, overrides, keepsRows, preferenceId, bytes } =
    upload;
  if (bytes === 0)
    throw invalid([
      {
        location: "dataset_file",
        message: "The file is empty.",
        fix: "Send CSV or JSON with prompts and scores.",
      },
    ]);
  await assertRoomForTraining(context, accountId);
  const router = await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (preferenceId !== undefined)
      found(await repositories.preferences.find({ accountId, id: preferenceId }), "preference");
    const created = await repositories.customRouters.create({
      id: randomUUID(),
      accountId,
      name: upload.name ?? fileName,
      preferenceId: preferenceId ?? null,
      upload: { fileName, bytes },
      params: { fileName, promptColumn, isLargerBetter, activates, overrides, keepsRows },
      createdAtMs: context.clock.nowMs(),
      isUploading: true,
    });
    await note({
      action: "custom_router.create",
      targetId: created.id,
      details: { name: created.name, bytes },
    });
    return created;
  });
  await storeParts(context, router, upload.parts);
  const stored = found(await context.storage.customRouters.find(router), "custom router");
  return routerToWire(context, stored);
}

/** Others have the thread and the database for so many times as long as a part took, before the next one. */
const PAUSE_TIMES = 4;
/** @unit milliseconds */
const PAUSE_MS_MAX = 100;

/** Each part is a short transaction of its own: a large file must keep neither the event loop nor the journal from their work. */
async function storeParts(
  context: ServiceContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { customRouters } = context.storage;
  let part = 0;
  for await (const bytes of parts) {
    const startedMs = performance.now();
    await customRouters.putUploadPart({ accountId, id, part, bytes });
    await delay(Math.min(PAUSE_MS_MAX, PAUSE_TIMES * (performance.now() - startedMs)));
    part += 1;
  }
  await customRouters.enqueue({ accountId, id, nowMs: context.clock.nowMs() });
}
