// An upload of own evaluations becomes a queued training. It takes its place in the queue before its first byte arrives, and is trained
// only once the whole file is stored, so that a crash in between leaves an upload that never trains.
import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import {
  SignalboxError,
  type CustomRouter as CustomRouterWire,
  type FieldError,
  invalid,
} from "@signalbox/contracts";
import type { CustomRouter, Repositories } from "@signalbox/storage";
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
/** Trainings of one account that are uploaded, wait or run. */
const WAITING_MAX = 10;
const RETRY_S = 60;

function busy(detail: string): SignalboxError {
  return new SignalboxError("rate_limited", detail, { retryAfterS: RETRY_S });
}

/** Bytes that wait for their training; kept rows wait for none. */
const bytesOf = (router: CustomRouter): number =>
  keptRowsOf(router) === undefined ? Number(router.upload["bytes"] ?? 0) : 0;

/**
 * @param bytes of the file that is announced; 0 for a training from kept rows
 * @throws SignalboxError rate_limited
 */
async function assertRoomForTraining(
  { config }: Pick<ServiceContext, "config">,
  { customRouters }: Pick<Repositories, "customRouters">,
  { accountId, bytes }: { readonly accountId: string; readonly bytes: number },
): Promise<void> {
  const { uploadBytesMax } = config.learning;
  const { items } = await customRouters.list({ accountId, limit: LOOKED_AT });
  const waiting = items.filter(({ state }) => WAITING.has(state));
  if (waiting.length >= WAITING_MAX)
    throw busy(`${WAITING_MAX} trainings of this account wait or run. Wait for one of them or cancel it.`);
  const held = waiting.reduce((sum, one) => sum + bytesOf(one), 0);
  if (held > 0 && held + bytes > uploadBytesMax)
    throw busy(
      `Files of ${held} bytes of this account wait for their training, and \`learning.uploadBytesMax\` holds for all of them together. Wait for one of them or cancel it.`,
    );
}

/** Uploads leave a tenth of the disk to decisions, 4 GiB at most. */
const FREE_SHARE_MIN = 0.1;
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/** @throws SignalboxError overloaded where an embedded database would fill its disk */
async function assertDiskFor({ config: { storage } }: Pick<ServiceContext, "config">, bytes: number) {
  if (storage.databaseUrl.trim() !== "") return;
  const { bavail, blocks, bsize } = await statfs(storage.dataDir);
  const kept = Math.min(FREE_SHARE_MIN * blocks * bsize, FREE_BYTES_MIN);
  if (bavail * bsize - bytes >= kept) return;
  throw new SignalboxError("overloaded", "The disk of the data directory has no room for this upload.", {
    retryAfterS: RETRY_S,
  });
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
  await assertRoomForTraining(context, context.storage, { accountId, bytes: 0 });
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const router = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    const kept = keptRowsOf(router);
    if (kept === undefined) throw new SignalboxError("conflict", NO_ROWS);
    const params = { ...router.params, activates: false, overrides };
    const nowMs = context.clock.nowMs();
    if (!(await repositories.customRouters.requeue({ accountId, id, params, nowMs })))
      throw new SignalboxError("conflict", WORKING);
    await note({ action: "custom_router.train_again", targetId: id, details: { rows: kept.rows } });
    const queued = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    return routerToWire(context, queued, repositories);
  });
}

export interface RouterFacts {
  readonly name: string | undefined;
  readonly preferenceId: string | undefined;
  readonly fileName: string;
  readonly promptColumn: string;
  readonly isLargerBetter: boolean;
  readonly activates: boolean;
  readonly overrides: boolean;
  /** Keep the rows with the router, so that it can be trained again. */
  readonly keepsRows: boolean;
}

export interface RouterUpload {
  /** The most that the file may turn out to have. */
  readonly announcedBytes: number;
  /** Hands the file to `store` piece by piece; resolves with what arrived beside it. */
  readonly receive: (store: (pieces: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<RouterFacts>;
}

/** @throws SignalboxError rate_limited, overloaded */
async function takePlace(context: ServiceContext, accountId: string, bytes: number): Promise<CustomRouter> {
  await assertDiskFor(context, bytes);
  return context.storage.transaction(async (repositories) => {
    await assertRoomForTraining(context, repositories, { accountId, bytes });
    return repositories.customRouters.create({
      id: randomUUID(),
      accountId,
      name: "evaluations",
      upload: { bytes },
      params: {},
      createdAtMs: context.clock.nowMs(),
      isUploading: true,
    });
  });
}

const EMPTY: FieldError = {
  location: "dataset_file",
  message: "The file is empty.",
  fix: "Send CSV or JSON with prompts and scores.",
};

/** @returns false where the upload was cancelled meanwhile */
function enterQueue(
  context: ServiceContext,
  caller: Caller,
  { id, bytes, facts }: { readonly id: string; readonly bytes: number; readonly facts: RouterFacts },
): Promise<boolean> {
  const { accountId } = caller.principal;
  const { name, preferenceId = null, fileName, ...wishes } = facts;
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (preferenceId !== null)
      found(await repositories.preferences.find({ accountId, id: preferenceId }), "preference");
    const shown = name ?? fileName;
    const isQueued = await repositories.customRouters.enqueue({
      accountId,
      id,
      name: shown,
      preferenceId,
      upload: { fileName, bytes },
      params: { fileName, ...wishes },
      nowMs: context.clock.nowMs(),
    });
    if (isQueued)
      await note({ action: "custom_router.create", targetId: id, details: { name: shown, bytes } });
    return isQueued;
  });
}

/**
 * Streams an upload into the database, and queues its training.
 * @throws SignalboxError rate_limited, overloaded before a byte is read; not_found for a foreign preference; validation_failed for an
 * empty file. Nothing of the upload is left then.
 */
export async function createRouter(
  context: ServiceContext,
  caller: Caller,
  upload: RouterUpload,
): Promise<CustomRouterWire> {
  authorise(caller.principal, "routers.write");
  const { customRouters } = context.storage;
  const place = await takePlace(context, caller.principal.accountId, upload.announcedBytes);
  const stored = { ...place, kind: "upload" } as const;
  try {
    let bytes = 0;
    const facts = await upload.receive(async (pieces) => {
      bytes += await storeParts(context, place, pieces);
    });
    if (bytes === 0) throw invalid([EMPTY]);
    if (!(await enterQueue(context, caller, { id: place.id, bytes, facts })))
      await customRouters.deleteEvidence(stored);
  } catch (fault) {
    await customRouters.deleteEvidence(stored);
    await customRouters.delete(place);
    throw fault;
  }
  return routerToWire(context, found(await customRouters.find(place), "custom router"));
}

/** Others have the thread and the database for so many times as long as a part took, before the next one. */
const PAUSE_TIMES = 4;
/** @unit milliseconds */
const PAUSE_MS_MAX = 100;
/** How often the disk is looked at. @unit parts of 128 KiB */
const DISK_EVERY = 64;

/**
 * Each part is a short transaction of its own: a large file must keep neither the event loop nor the journal from their work.
 * @returns bytes
 * @throws SignalboxError overloaded when the disk fills up meanwhile
 */
async function storeParts(
  context: ServiceContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  parts: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { customRouters } = context.storage;
  let part = 0;
  let stored = 0;
  for await (const bytes of parts) {
    if (part > 0 && part % DISK_EVERY === 0) await assertDiskFor(context, 0);
    const startedMs = performance.now();
    found((await customRouters.putUploadPart({ accountId, id, part, bytes })) || undefined, "custom router");
    await delay(Math.min(PAUSE_MS_MAX, PAUSE_TIMES * (performance.now() - startedMs)));
    part += 1;
    stored += bytes.length;
  }
  return stored;
}
