// Takes queued custom routers one at a time, accounts in turn, and trains them. The lease in the database makes it crash-safe: a job whose
// process died falls back to the queue, and a cancelled one loses its lease and stops.
import { readRouterParams } from "./router-params.ts";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CustomRouter, Storage } from "@signalbox/storage";
import { every, SignalboxError } from "@signalbox/contracts";
import type { Clock } from "../../context/clock.ts";
import type { Logger } from "../../context/logger.ts";
import { makeTemporaryFolder } from "../../context/temporary-folder.ts";
import { keptRowsOf } from "../../services/custom-routers/passed-over.ts";
import { storeTrained } from "./store-trained.ts";
import { runTraining, type TrainingLimits } from "./train-process.ts";
import type { TrainRequest, TrainResult } from "./train-child.ts";

const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 500;
/** A file that brought the process down this often will do so again. */
const ATTEMPTS_MAX = 3;

interface RouterTrainer {
  /** Trains everything that is queued. Returns how many jobs were worked on. */
  round(): Promise<number>;
  /** Ends the training that is running; its job goes back to the queue when the lease runs out. */
  stop(): void;
}

interface TrainerParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly artefactDir: () => string;
  /** Limits of each training, as configured. */
  readonly limits: TrainingLimits;
  /** As configured; 0 where the installation keeps no text. */
  readonly keptRowsBytesMax: () => number;
  /** Switches the router on where its upload asked for that. */
  readonly onTrained: (router: CustomRouter, result: TrainResult) => Promise<void>;
}

class Stopped extends Error {}

/** @param work gets the file, and a place beside it */
async function withUpload<T>(
  storage: Storage,
  router: CustomRouter,
  work: (paths: { readonly filePath: string; readonly rowsPath: string }) => Promise<T>,
): Promise<T> {
  const directory = await makeTemporaryFolder();
  try {
    const filePath = join(directory, "evaluations");
    const kind = keptRowsOf(router) === undefined ? "upload" : "rows";
    await pipeline(
      Readable.from(storage.customRouters.streamEvidence({ ...router, kind })),
      createWriteStream(filePath),
    );
    return await work({ filePath, rowsPath: join(directory, "rows.jsonl.gz") });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Reports progress now and then; aborts the controller once the job belongs to someone else or was cancelled. */
function startRenewing(
  parts: TrainerParts,
  job: { router: CustomRouter; workerId: string; controller: AbortController },
) {
  let latest = { progress: 0, stage: "starting" };
  const renew = async (): Promise<void> => {
    const { accountId, id } = job.router;
    const times = { nowMs: parts.clock.nowMs(), leaseMs: LEASE_MS };
    const isOurs = await parts.storage.customRouters.reportProgress({
      accountId,
      id,
      workerId: job.workerId,
      ...latest,
      ...times,
    });
    if (!isOurs) job.controller.abort(new Stopped());
  };
  const timer = every(RENEW_EVERY_MS, renew, (cause) =>
    parts.logger.error({ cause }, "a training could not report its progress"),
  );
  return {
    tell: (stage: string, progress: number) => {
      latest = { stage, progress };
    },
    end: () => void timer.stop(),
  };
}

function outcomeOf(result: TrainResult): { report: Record<string, unknown> } | { error: string } {
  const { report, isBetter, checks } = result;
  if (report !== undefined) return { report: { ...report, is_better: isBetter } };
  const errors = checks.filter((check) => check.level === "error");
  const [first] = errors;
  return {
    error:
      errors.length === 1 && first !== undefined
        ? `${first.message} Fix it and upload the file again.`
        : `The file has ${errors.length} faults; the checks name their lines. Fix them and upload it again.`,
  };
}

function requestOf(
  { artefactDir, keptRowsBytesMax }: TrainerParts,
  router: CustomRouter,
  { filePath, rowsPath }: { readonly filePath: string; readonly rowsPath: string },
): TrainRequest {
  const { keepsRows, fileName, promptColumn, isLargerBetter } = readRouterParams(router);
  const keeps = keepsRows && keptRowsBytesMax() > 0;
  const common = { filePath, artefactDir: artefactDir(), rowsPath: keeps ? rowsPath : undefined };
  // Kept rows have one form, whatever that of their file was.
  if (keptRowsOf(router) !== undefined)
    return { ...common, fileName: "kept rows", promptColumn: "prompt", isLargerBetter: true };
  return { ...common, fileName, promptColumn, isLargerBetter };
}

async function work(
  parts: TrainerParts,
  router: CustomRouter,
  job: { workerId: string; controller: AbortController },
): Promise<void> {
  const { accountId, id } = router;
  const renewing = startRenewing(parts, { router, ...job });
  const end = (outcome: { report?: Record<string, unknown>; error?: string }) =>
    parts.storage.customRouters.finish({
      accountId,
      id,
      workerId: job.workerId,
      nowMs: parts.clock.nowMs(),
      ...outcome,
    });
  try {
    const result = await withUpload(parts.storage, router, async ({ filePath, rowsPath }) => {
      const trained = await runTraining({
        request: requestOf(parts, router, { filePath, rowsPath }),
        limits: parts.limits,
        onProgress: renewing.tell,
        signal: job.controller.signal,
      });
      await storeTrained(parts, { router, workerId: job.workerId, result: trained, rowsPath });
      return trained;
    });
    if (await end(outcomeOf(result))) await parts.onTrained(router, result);
  } catch (error) {
    if (error instanceof Stopped) return;
    const isTold = error instanceof SignalboxError && error.code === "invalid_data";
    if (!isTold) parts.logger.error({ cause: error, routerId: id }, "a training failed");
    await end({
      error: isTold ? error.detail : "The training failed. The log of the service says more; try it again.",
    });
  } finally {
    renewing.end();
    await parts.storage.customRouters.purgeUploads({ staleBeforeMs: 0, nowMs: parts.clock.nowMs() });
  }
}

export function createRouterTrainer(parts: TrainerParts): RouterTrainer {
  const workerId = randomUUID();
  let controller = new AbortController();
  return {
    round: async () => {
      let worked = 0;
      for (;;) {
        const nowMs = parts.clock.nowMs();
        const router = await parts.storage.customRouters.claim({ workerId, nowMs, leaseMs: LEASE_MS });
        if (router === undefined) return worked;
        worked += 1;
        const { accountId, id } = router;
        if (router.attempts > ATTEMPTS_MAX) {
          const error = `The training ended the process ${ATTEMPTS_MAX} times, so it is not tried again.`;
          await parts.storage.customRouters.finish({ accountId, id, workerId, nowMs, error });
          continue;
        }
        controller = new AbortController();
        await work(parts, router, { workerId, controller });
      }
    },
    stop: () => {
      controller.abort(new Stopped());
    },
  };
}
