// Alerts on the service itself, for every account that it serves: what fails in the background, the database, the journal, the disk,
// and the errors and the latency of the last two hours.
import { statfs } from "node:fs/promises";

import { ALERTS_FROM, type AccountSettings, type ServiceHealthReport } from "@signalbox/contracts";

import { perContext } from "../per-context.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings, settingsInForce } from "../accounts/settings.ts";
import { closeOthers, raiseAlert } from "../alerts/raise-alert.ts";
import { retentionOf } from "../decisions/retention.ts";
import { toIso } from "../timestamps.ts";
import { readReplicas } from "./replicas.ts";

/** Rounds that failed one after the other, by the name of the background task; a round that ends well forgets them. */
export const taskFailures = perContext(() => new Map<string, number>());

const KIND = "service";
const HOUR_MS = 3_600_000;
/** Failures of one task after which the alert does not wait for the next round. */
const FAILURES_MIN = 3;
/** A share of fewer requests says little. */
const REQUESTS_MIN = 100;
/** Rows that wait for the journal; it writes thousands a second. */
const QUEUED_ROWS_MAX = 10_000;
const DATABASE_MS_MAX = 1_000;
const ALIVE_MS = 60_000;
/** Several reports of a replica have failed to come. */
const SILENT_MS = 120_000;
/** Share of the disk of the data directory. */
const DISK_FREE_MIN = 0.05;

type Limits = ServiceHealthReport["limits"];

/** The limits beyond which an alert of an account opens, as the page of health says them. */
export function serviceLimits(config: ServiceContext["config"], settings: AccountSettings): Limits {
  const { alert_error_share: errors, alert_seconds_p99: slow } = settingsInForce(config, settings);
  return {
    error_share: errors.value ?? 1,
    seconds_p99: slow.value ?? Infinity,
    disk_free_share: DISK_FREE_MIN,
    journal_queued: QUEUED_ROWS_MAX,
    database_seconds: DATABASE_MS_MAX / 1000,
    task_failures: FAILURES_MIN,
  };
}

interface Finding {
  readonly subject: string;
  readonly message: string;
  readonly value: number;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function failedTasks(context: ServiceContext): Finding[] {
  return [...taskFailures(context)]
    .filter(([, count]) => count >= FAILURES_MIN)
    .map(([name, value]) => ({
      subject: `task ${name}`,
      value,
      message: `The background task \u201c${name}\u201d has failed ${value} times in a row. The log of the service says why.`,
    }));
}

interface Answers {
  readonly requests: number;
  readonly errorShare: number;
  readonly p99Ms: number;
}

async function readAnswers({ storage, clock }: ServiceContext): Promise<Answers> {
  const hourMs = clock.nowMs() - (clock.nowMs() % HOUR_MS);
  const window = { fromMs: hourMs - HOUR_MS, toMs: hourMs + HOUR_MS, bucketHours: 1 };
  const { requests, errors, latency } = (await storage.serviceCounts.read(window)).total;
  return { requests, errorShare: errors / Math.max(1, requests), p99Ms: (latency.p99Us ?? 0) / 1000 };
}

/** Each account sets its own limits for these two. */
function badAnswers({ requests, errorShare, p99Ms }: Answers, limits: Limits): Finding[] {
  if (requests < REQUESTS_MIN) return [];
  const found: Finding[] = [];
  if (errorShare > limits.error_share)
    found.push({
      subject: "errors",
      value: errorShare,
      message: `${percent(errorShare)} of ${requests} requests of the last two hours failed; ${percent(limits.error_share)} is the limit.`,
    });
  const msMax = limits.seconds_p99 * 1000;
  if (p99Ms > msMax)
    found.push({
      subject: "latency",
      value: p99Ms / 1000,
      message: `One request in a hundred took longer than ${Math.round(p99Ms)} ms in the last two hours; ${msMax} ms is the limit.`,
    });
  return found;
}

async function stuckJournals({ storage, clock }: ServiceContext): Promise<Finding[]> {
  const replicas = (await readReplicas(storage)).map(([, replica]) => replica);
  return replicas
    .filter(({ seenAtMs }) => clock.nowMs() - seenAtMs < ALIVE_MS)
    .filter(({ isSpooling, queuedRows }) => isSpooling || queuedRows > QUEUED_ROWS_MAX)
    .map(({ name, isSpooling, queuedRows: value }) => ({
      subject: `journal ${name}`,
      value,
      message: isSpooling
        ? `The replica ${name} cannot reach the database and keeps its decisions in a file.`
        : `${value} decisions of the replica ${name} wait to be written.`,
    }));
}

const minutes = (ms: number): number => Math.floor(ms / 60_000);

/** Replicas that ended without taking leave; one that came back under its name is not missed. */
async function silentReplicas({ storage, clock }: ServiceContext): Promise<Finding[]> {
  const replicas = (await readReplicas(storage)).map(([, { name, seenAtMs }]) => ({
    name,
    silentMs: clock.nowMs() - seenAtMs,
  }));
  const alive = new Set(replicas.filter(({ silentMs }) => silentMs < ALIVE_MS).map(({ name }) => name));
  return replicas
    .filter(({ name, silentMs }) => silentMs >= SILENT_MS && silentMs < HOUR_MS && !alive.has(name))
    .map(({ name, silentMs }) => ({
      subject: `replica ${name}`,
      value: silentMs / 1000,
      message: `The replica ${name} has not been heard of for ${minutes(silentMs)} minutes and did not say that it would stop.`,
    }));
}

async function fullDisk({ config }: ServiceContext): Promise<Finding[]> {
  const { bavail, blocks } = await statfs(config.storage.dataDir);
  const value = blocks === 0 ? 1 : bavail / blocks;
  if (value >= DISK_FREE_MIN) return [];
  const message = `${percent(value)} of the disk of the data directory is free; ${percent(DISK_FREE_MIN)} is the limit.`;
  return [{ subject: "disk", value, message }];
}

async function slowDatabase({ storage }: ServiceContext): Promise<Finding[]> {
  const startedMs = performance.now();
  await storage.ping();
  const value = (performance.now() - startedMs) / 1000;
  if (value * 1000 <= DATABASE_MS_MAX) return [];
  return [{ subject: "database", value, message: `The database took ${value.toFixed(1)} s to answer.` }];
}

/** Preferences that refuse more than a tenth of the requests of the last two hours: for their callers that is an outage. */
async function refusingPreferences(
  { storage, clock }: ServiceContext,
  accountId: string,
): Promise<Finding[]> {
  const hourMs = clock.nowMs() - (clock.nowMs() % HOUR_MS);
  const window = { fromMs: hourMs - HOUR_MS, toMs: hourMs + HOUR_MS, bucketHours: 2 };
  const groups = await storage.groups.read({ accountId, dimension: "preference", ...window });
  const refusing = groups.filter(
    ({ refused, decisions }) =>
      refused >= ALERTS_FROM.refused && refused > ALERTS_FROM.refusedShare * decisions,
  );
  return Promise.all(
    refusing.map(async ({ value: id, refused, decisions }) => {
      const name = id === "" ? undefined : (await storage.preferences.find({ accountId, id }))?.name;
      const under = name === undefined ? "without a preference" : `under the preference \u201c${name}\u201d`;
      return {
        subject: `refusals ${id}`,
        value: refused / decisions,
        message: `${refused} of ${decisions} requests ${under} of the last two hours were refused: every candidate was rejected. Decisions, filter Refused, says why.`,
      };
    }),
  );
}

const days = (ms: number): string => (ms / 86_400_000).toFixed(1);

function distrustedClock(context: ServiceContext): Finding[] {
  const { distrustedMs } = retentionOf(context).clock;
  if (distrustedMs === 0) return [];
  const message = `The clock of this machine is ${days(distrustedMs)} days ahead of the newest data. Retention deletes by the old time until the service has run for a day.`;
  return [{ subject: "clock", value: distrustedMs / 1000, message }];
}

/** More of an account's decisions is due than a day's share. */
function heldDeletions(context: ServiceContext, accountId: string): Finding[] {
  const sinceMs = retentionOf(context).held.get(accountId);
  if (sinceMs === undefined) return [];
  const message = `The retention would delete more than a quarter of this account's decisions in a day. The rest is deleted a day after ${toIso(sinceMs)}, unless the retention is raised or the clock of the machine is corrected.`;
  return [{ subject: "retention", value: sinceMs / 1000, message }];
}

const CHECKS = [failedTasks, stuckJournals, silentReplicas, fullDisk, slowDatabase, distrustedClock] as const;

/** One round over all accounts. */
export function createServiceWatch(context: ServiceContext): () => Promise<void> {
  return async () => {
    const answers = await readAnswers(context);
    const common: Finding[] = [];
    for (const check of CHECKS) common.push(...(await check(context)));
    for await (const { id: accountId, settings } of allPages((page) => context.storage.accounts.list(page))) {
      const limits = serviceLimits(context.config, readAccountSettings(settings));
      const own = [...heldDeletions(context, accountId), ...(await refusingPreferences(context, accountId))];
      const findings = [...badAnswers(answers, limits), ...own, ...common];
      const subjects = new Set(findings.map(({ subject }) => subject));
      for (const { subject, message, value } of findings)
        await raiseAlert(context, {
          accountId,
          kind: KIND,
          subject,
          severity: "critical",
          details: { message, value },
        });
      await closeOthers(context, { accountId, kind: KIND, subjects });
    }
  };
}
