// An upload of own evaluations becomes a queued training. The job enters the queue only when the whole file is stored,
// so that a crash in between leaves an upload that never trains.
import { randomUUID } from "node:crypto";

import { invalid, type CustomRouter } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { assertRoomForTraining } from "./queued-trainings.ts";
import { routerToWire } from "./router-wire.ts";

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
        fix: "Send a CSV or JSONL with a header and rows.",
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

/** Each part is a short transaction of its own: a large file must not keep the journal from writing. */
async function storeParts(
  context: ServiceContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { customRouters } = context.storage;
  let part = 0;
  for await (const bytes of parts) {
    await customRouters.putUploadPart({ accountId, id, part, bytes });
    part += 1;
  }
  await customRouters.enqueue({ accountId, id, nowMs: context.clock.nowMs() });
}
