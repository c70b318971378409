// Routers trained on an account's own evaluations.
import type { Context } from "../database/context.ts";
import { parseObject } from "../database/json.ts";
import type { Database, JobColumns } from "../database/schema.ts";
import type { CustomRouter, CustomRouterRepository, NewCustomRouter } from "../interface/learning.ts";
import { createJobRepository, newJobColumns, toJob } from "./jobs.ts";
import { createRouterFiles } from "./router-files.ts";

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
    ...(router.isUploading === true ? { state: "uploading" as const, stage: "uploading" } : {}),
    name: router.name,
    preferenceId: router.preferenceId ?? null,
    upload: JSON.stringify(router.upload),
    hasArtefact: 0,
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

function enqueue({ db }: Context): CustomRouterRepository["enqueue"] {
  return async ({ accountId, id, name, preferenceId, upload, params, nowMs }) => {
    const result = await db
      .updateTable("customRouters")
      .set({
        state: "queued",
        stage: "queued",
        name,
        preferenceId,
        upload: JSON.stringify(upload),
        params: JSON.stringify(params),
        updatedAtMs: nowMs,
      })
      .where("id", "=", id)
      .where("accountId", "=", accountId)
      .where("state", "=", "uploading")
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };
}

function requeue({ db }: Context): CustomRouterRepository["requeue"] {
  return async ({ accountId, id, params, nowMs }) => {
    const result = await db
      .updateTable("customRouters")
      .set({
        state: "queued",
        stage: "queued",
        progress: 0,
        error: null,
        workerId: null,
        attempts: 0,
        params: JSON.stringify(params),
        updatedAtMs: nowMs,
      })
      .where("id", "=", id)
      .where("accountId", "=", accountId)
      .where("state", "in", ["done", "failed", "cancelled"])
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };
}

export function createCustomRouterRepository(context: Context): CustomRouterRepository {
  return {
    ...createJobRepository(context, { table: "customRouters", toItem: toRouter, toColumns }),
    update: update(context),
    enqueue: enqueue(context),
    requeue: requeue(context),
    ...createRouterFiles(context),
  };
}
