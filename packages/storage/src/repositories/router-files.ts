// Files that belong to a custom router beside its row, in parts: the uploaded file, so that any replica can start the training
// again after a crash, the rows that it was trained from, so that it can be trained again, and what was learned.
import { setTimeout as delay } from "node:timers/promises";

import type { Context } from "../database/context.ts";
import type { RouterFileKind } from "../database/schema.ts";
import type { CustomRouterRepository, JobRef } from "../interface/learning.ts";

type Files = Pick<
  CustomRouterRepository,
  | "putUploadPart"
  | "streamEvidence"
  | "deleteEvidence"
  | "purgeUploads"
  | "putRows"
  | "putArtefact"
  | "findArtefact"
>;

function partsOf(context: Context, { accountId, id }: JobRef, kind: RouterFileKind) {
  return context.db
    .selectFrom("routerFiles")
    .select("bytes")
    .where("routerId", "=", id)
    .where("kind", "=", kind)
    .where("accountId", "=", accountId);
}

async function* streamParts(context: Context, ref: JobRef, kind: RouterFileKind): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await partsOf(context, ref, kind).where("part", "=", part).executeTakeFirst();
    if (row === undefined) return;
    yield Uint8Array.from(row.bytes);
  }
}

interface FilePart {
  readonly kind: RouterFileKind;
  readonly part: number;
  readonly bytes: Uint8Array;
}

/** Writes a part of the account's own router; false when it is another's or gone. */
async function putFile(context: Context, { accountId, id }: JobRef, file: FilePart): Promise<boolean> {
  const owner = await context.db
    .selectFrom("customRouters")
    .select("id")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst();
  if (owner === undefined) return false;
  await context.db
    .insertInto("routerFiles")
    .values({ routerId: id, accountId, ...file })
    .onConflict((conflict) =>
      conflict.columns(["routerId", "kind", "part"]).doUpdateSet({ bytes: file.bytes }),
    )
    .execute();
  return true;
}

const CUT_OFF = "The upload stopped before it was complete. Send the file again.";

// Deleted content is overwritten, which takes as long as writing it did, so uploads go a few parts at a time.

const PARTS_AT_ONCE = 4;
/** Others have the database in between. @unit milliseconds */
const PAUSE_MS = 5;

const partsOfKind = (db: Context["db"], kind: RouterFileKind) =>
  db.selectFrom("routerFiles").select(["routerId", "part"]).where("kind", "=", kind);
type PartQuery = ReturnType<typeof partsOfKind>;

/** @returns how many parts there were */
async function deleteByParts(
  context: Context,
  kind: RouterFileKind,
  choose: (parts: PartQuery) => PartQuery,
): Promise<number> {
  for (let deleted = 0; ; await delay(PAUSE_MS)) {
    const parts = await choose(partsOfKind(context.db, kind)).limit(PARTS_AT_ONCE).execute();
    for (const { routerId, part } of parts)
      await context.db
        .deleteFrom("routerFiles")
        .where("routerId", "=", routerId)
        .where("kind", "=", kind)
        .where("part", "=", part)
        .execute();
    deleted += parts.length;
    if (parts.length < PARTS_AT_ONCE) return deleted;
  }
}

async function failStale(
  { db }: Context,
  { staleBeforeMs, nowMs }: Parameters<CustomRouterRepository["purgeUploads"]>[0],
): Promise<void> {
  await db
    .updateTable("customRouters")
    .set({ state: "failed", stage: "failed", error: CUT_OFF, updatedAtMs: nowMs })
    .where("state", "=", "uploading")
    .where("createdAtMs", "<", staleBeforeMs)
    .execute();
}

async function purgeUploads(
  context: Context,
  input: Parameters<CustomRouterRepository["purgeUploads"]>[0],
): Promise<number> {
  await failStale(context, input);
  return deleteByParts(context, "upload", (parts) =>
    parts.where("routerId", "in", (inner) =>
      inner.selectFrom("customRouters").select("id").where("state", "in", ["done", "failed", "cancelled"]),
    ),
  );
}

/** Only while the worker owns the job: rows after a cancellation would never be deleted. */
async function putRows(
  context: Context,
  { parts, upload, workerId, ...ref }: Parameters<CustomRouterRepository["putRows"]>[0],
): Promise<boolean> {
  const held = await context.db
    .updateTable("customRouters")
    .set({ upload: JSON.stringify(upload) })
    .where("id", "=", ref.id)
    .where("accountId", "=", ref.accountId)
    .where("workerId", "=", workerId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (held.numUpdatedRows === 0n) return false;
  await context.db
    .deleteFrom("routerFiles")
    .where("routerId", "=", ref.id)
    .where("kind", "=", "rows")
    .execute();
  for (const [part, bytes] of parts.entries()) await putFile(context, ref, { kind: "rows", part, bytes });
  return true;
}

export function createRouterFiles(context: Context): Files {
  return {
    putUploadPart: ({ part, bytes, ...ref }) =>
      context.transaction((inside) => putFile(inside, ref, { kind: "upload", part, bytes })),
    streamEvidence: (ref) => streamParts(context, ref, ref.kind),
    deleteEvidence: ({ accountId, id, kind }) =>
      deleteByParts(context, kind, (parts) =>
        parts.where("routerId", "=", id).where("accountId", "=", accountId),
      ),
    purgeUploads: (input) => purgeUploads(context, input),
    putRows: (input) => context.transaction((inside) => putRows(inside, input)),
    putArtefact: ({ blob, ...ref }) =>
      context.transaction(async (inside) => {
        if (!(await putFile(inside, ref, { kind: "artefact", part: 0, bytes: blob }))) return false;
        await inside.db
          .updateTable("customRouters")
          .set({ hasArtefact: 1 })
          .where("id", "=", ref.id)
          .execute();
        inside.notify({ topic: "routers", accountId: ref.accountId, id: ref.id });
        return true;
      }),
    findArtefact: async (ref) => {
      const row = await partsOf(context, ref, "artefact").executeTakeFirst();
      return row && Uint8Array.from(row.bytes);
    },
  };
}
