// Routers trained on an account's own evaluations. Uploaded files are kept in parts beside the job, so that any
// replica can start the training again after a crash.
import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import type { Database, JobColumns } from "../database/schema.ts";
import type { CustomRouter, CustomRouterRepository, JobRef, NewCustomRouter } from "../interface/learning.ts";
import { createJobRepository, newJobColumns, toJob } from "./jobs.ts";

type RouterColumns = Database["customRouters"];

function toRouter(row: JobColumns): CustomRouter {
  const own = row as RouterColumns;
  return {
    ...toJob(row),
    name: own.name,
    preferenceId: own.preferenceId,
    upload: parseObject(own.upload),
    hasArtefact: own.hasArtefact === 1,
  };
}

function toColumns(router: NewCustomRouter): RouterColumns {
  return {
    ...newJobColumns(router),
    name: router.name,
    preferenceId: router.preferenceId ?? null,
    upload: JSON.stringify(router.upload),
    hasArtefact: 0,
  };
}

type Files = Pick<
  CustomRouterRepository,
  "putUploadPart" | "streamUpload" | "deleteUpload" | "purgeUploads" | "putArtefact" | "findArtefact"
>;

function partsOf(context: Context, { accountId, id }: JobRef, kind: "upload" | "artefact") {
  return context.db
    .selectFrom("routerFiles")
    .select("bytes")
    .where("routerId", "=", id)
    .where("kind", "=", kind)
    .where("accountId", "=", accountId);
}

async function* streamUpload(context: Context, ref: JobRef): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await partsOf(context, ref, "upload").where("part", "=", part).executeTakeFirst();
    if (row === undefined) return;
    yield Uint8Array.from(row.bytes);
  }
}

interface FilePart {
  readonly kind: "upload" | "artefact";
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

async function purgeUploads(
  { db }: Context,
  { staleBeforeMs, nowMs }: Parameters<CustomRouterRepository["purgeUploads"]>[0],
): Promise<number> {
  await db
    .updateTable("customRouters")
    .set({ state: "failed", stage: "failed", error: CUT_OFF, updatedAtMs: nowMs })
    .where("state", "=", "uploading")
    .where("createdAtMs", "<", staleBeforeMs)
    .execute();
  const ended = db
    .selectFrom("customRouters")
    .select("id")
    .where("state", "in", ["done", "failed", "cancelled"]);
  const result = await db
    .deleteFrom("routerFiles")
    .where("kind", "=", "upload")
    .where("routerId", "in", ended)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function files(context: Context): Files {
  return {
    putUploadPart: ({ part, bytes, ...ref }) =>
      context.transaction((inside) => putFile(inside, ref, { kind: "upload", part, bytes })),
    streamUpload: (ref) => streamUpload(context, ref),
    deleteUpload: async ({ accountId, id }) => {
      const result = await context.db
        .deleteFrom("routerFiles")
        .where("routerId", "=", id)
        .where("accountId", "=", accountId)
        .where("kind", "=", "upload")
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
    purgeUploads: (input) => context.transaction((inside) => purgeUploads(inside, input)),
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

function update(context: Context): CustomRouterRepository["update"] {
  return ({ accountId, id, name, preferenceId, upload, nowMs }) =>
    context.transaction(async ({ db, notify }) => {
      const row = await db
        .updateTable("customRouters")
        .set({
          updatedAtMs: nowMs,
          ...(name === undefined ? {} : { name }),
          ...(preferenceId === undefined ? {} : { preferenceId }),
          ...(upload === undefined ? {} : { upload: JSON.stringify(upload) }),
        })
        .where("id", "=", id)
        .where("accountId", "=", accountId)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      notify({ topic: "routers", accountId, id });
      return toRouter(row);
    });
}

export function createCustomRouterRepository(context: Context): CustomRouterRepository {
  return {
    ...createJobRepository(context, { table: "customRouters", toItem: toRouter, toColumns }),
    update: update(context),
    ...files(context),
  };
}
