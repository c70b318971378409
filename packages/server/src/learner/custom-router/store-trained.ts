// Stores the results of a training that has ended: the checks' findings, the rows, and the router.
import { readFile, stat } from "node:fs/promises";

import type { CustomRouter, JsonObject, Storage } from "@signalbox/storage";

import type { Clock } from "../../context/clock.ts";
import { keptRowsOf } from "../../services/custom-routers/passed-over.ts";
import { basisOf, encodeRouterArtefact } from "../../services/custom-routers/router-artefact.ts";
import type { FileCheck } from "./evaluation-data.ts";
import type { TrainResult } from "./train-child.ts";

/** Size of one part, as the storage takes them. */
const PART_BYTES = 4 * 1024 * 1024;

interface Trained {
  readonly router: CustomRouter;
  readonly workerId: string;
  readonly result: TrainResult;
  /** The file where the training has left the rows, if it was to. */
  readonly rowsPath: string;
}

interface StoreParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly keptRowsBytesMax: () => number;
}

const tooLarge = (bytes: number, most: number): FileCheck => ({
  level: "note",
  line: null,
  column: null,
  message: `The rows are not kept: compressed they take ${bytes} bytes, and ${most} are kept at most.`,
  fix: "Keep the file: to train the router again, upload it.",
});

async function bytesAt(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw cause;
  }
}

function split(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

async function keepRows(
  { storage, clock }: StoreParts,
  { router, workerId, result, rowsPath }: Trained,
  upload: JsonObject,
): Promise<void> {
  const { accountId, id } = router;
  // Training again does not prolong their days.
  const kept = { rows: result.usedRows ?? 0, atMs: keptRowsOf(router)?.atMs ?? clock.nowMs() };
  const parts = split(await readFile(rowsPath));
  await storage.customRouters.putRows({ accountId, id, workerId, parts, upload: { ...upload, kept } });
}

/** A training that failed leaves what an earlier one had made. */
export async function storeTrained(parts: StoreParts, trained: Trained): Promise<void> {
  const { router, result, rowsPath } = trained;
  const { accountId, id } = router;
  const { labels, rows, checks, correction, artefactVersion } = result;
  const [bytes, most] = [await bytesAt(rowsPath), parts.keptRowsBytesMax()];
  const upload = {
    labels,
    rows,
    ...router.upload,
    ...(correction === undefined ? {} : { basis: basisOf(artefactVersion) }),
    checks: bytes > most ? [...checks, tooLarge(bytes, most)] : checks,
  };
  await parts.storage.customRouters.update({ accountId, id, nowMs: parts.clock.nowMs(), upload });
  if (bytes > 0 && bytes <= most) await keepRows(parts, trained, upload);
  if (correction === undefined) return;
  const blob = encodeRouterArtefact({ artefactVersion, correction });
  await parts.storage.customRouters.putArtefact({ accountId, id, blob });
}
