// Work in the background: noted key uses are written, old decisions are deleted. Each task runs alone and at most
// once at a time; a failing round is logged and the next one tries again.
import { every, type Periodic } from "@signalbox/contracts";

import type { ServiceContext } from "../context/service-context.ts";
import type { Learning } from "./create-learning.ts";
import type { CachedKeyFinder } from "../services/auth/keys/key-finder.ts";
import { writeFailedSignIns } from "../services/audit/failed-sign-ins.ts";
import { createRetention, retentionOf } from "../services/decisions/retention.ts";
import { createKeyWatch } from "../services/keys/watch-keys.ts";
import { closeMonths } from "../services/overview/close-months.ts";
import { replayBell } from "../services/replay/replays.ts";
import { forgetMarked } from "../services/privacy/erase-decisions.ts";
import { taskFailures, createServiceWatch } from "../services/service-health/watch-service.ts";
import { REPORT_EVERY_MS, type ReplicaReporter } from "../services/service-health/replicas.ts";

/** Removes expired browser sessions and reset links. */
async function purgeExpiredCredentials({ storage, clock }: ServiceContext): Promise<void> {
  const nowMs = clock.nowMs();
  await storage.browserSessions.purgeExpired(nowMs);
  await storage.passwordResets.purgeExpired(nowMs);
}

const REFRESH_EVERY_MS = 24 * 3_600_000;
const KEY_USES_EVERY_MS = 10_000;
/** How soon a queued training or replay is seen. */
const JOBS_EVERY_MS = 1_000;
const DRIFT_EVERY_MS = 60_000;
const SERVICE_EVERY_MS = 30_000;
const KEYS_EVERY_MS = 5 * 60_000;
const FAILURES_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 15 * 60_000;

interface Background {
  /** Stops the timers and waits for the round that is running. */
  stop(): Promise<void>;
}

interface Task {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

function startTask(task: Task, context: ServiceContext): Periodic {
  const failures = taskFailures(context);
  const work = async (): Promise<void> => {
    await task.run();
    failures.delete(task.name);
  };
  return every(task.everyMs, work, (cause) => {
    failures.set(task.name, (failures.get(task.name) ?? 0) + 1);
    context.logger.error({ task: task.name, cause }, "a background task failed; it will be tried again");
  });
}

interface Workers {
  readonly keys: CachedKeyFinder;
  readonly learning: Learning;
  readonly reporter: ReplicaReporter;
  readonly refreshCatalogue: () => Promise<void>;
}

export function startBackground(
  context: ServiceContext,
  { keys, learning, reporter, refreshCatalogue }: Workers,
): Background {
  const { refreshUrl } = context.config.catalog;
  // A clock that is wrong for an hour closes no month.
  const closing = { ...context, clock: retentionOf(context).clock };
  const tasks: readonly Task[] = [
    { name: "key uses", everyMs: KEY_USES_EVERY_MS, run: () => keys.flushUses() },
    { name: "learning", everyMs: context.config.learning.intervalMs, run: learning.learn },
    { name: "training", everyMs: JOBS_EVERY_MS, run: learning.train },
    { name: "ended experiments", everyMs: JOBS_EVERY_MS, run: learning.conclude },
    { name: "drift", everyMs: DRIFT_EVERY_MS, run: learning.watch },
    { name: "keys", everyMs: KEYS_EVERY_MS, run: createKeyWatch(context) },
    { name: "service alerts", everyMs: SERVICE_EVERY_MS, run: createServiceWatch(context) },
    { name: "service figures", everyMs: REPORT_EVERY_MS, run: reporter.report },
    { name: "old service figures", everyMs: PURGE_EVERY_MS, run: reporter.purge },
    { name: "retention", everyMs: PURGE_EVERY_MS, run: createRetention(context, learning.forget) },
    { name: "months", everyMs: PURGE_EVERY_MS, run: () => closeMonths(closing) },
    { name: "failed sign-ins", everyMs: FAILURES_EVERY_MS, run: () => writeFailedSignIns(context) },
    { name: "forgetting", everyMs: JOBS_EVERY_MS, run: () => forgetMarked(context, learning.forget) },
    { name: "credentials", everyMs: PURGE_EVERY_MS, run: () => purgeExpiredCredentials(context) },
  ];
  const refreshing =
    refreshUrl === ""
      ? []
      : [
          startTask(
            {
              name: "catalogue",
              everyMs: REFRESH_EVERY_MS,
              run: refreshCatalogue,
            },
            context,
          ),
        ];
  for (const { run } of refreshing) run();
  const replays = startTask({ name: "replay", everyMs: JOBS_EVERY_MS, run: learning.replay }, context);
  replayBell(context).ring = replays.run;
  const started = [replays, ...refreshing, ...tasks.map((task) => startTask(task, context))];
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}
