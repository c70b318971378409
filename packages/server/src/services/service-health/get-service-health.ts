// How the service does, for those on call: figures over all replicas from hourly sums, and the state of its parts.
import { catalogAgeOf } from "@signalbox/catalog";
import type { ServiceHealthReport, ServiceHealthQuery } from "@signalbox/contracts";
import type { ServiceSums, Storage } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { ONLINE_KIND } from "../accounts/account-states.ts";
import { readWindow } from "../overview/window.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import { readReplicas, type Replica } from "./replicas.ts";
import { serviceLimits } from "./watch-service.ts";

const ALIVE_MS = 60_000;
const SHOWN_MS = 86_400_000;

const secondsOf = (us: number | null): number | null => (us === null ? null : us / 1e6);

function figuresOf({ requests, errors, shed, limited, latency }: ServiceSums): ServiceHealthReport["total"] {
  const share = (count: number): number | null => (requests === 0 ? null : count / requests);
  return {
    seconds_p50: secondsOf(latency.p50Us),
    seconds_p95: secondsOf(latency.p95Us),
    seconds_p99: secondsOf(latency.p99Us),
    errors: share(errors),
    shed: share(shed),
    limited: share(limited),
  };
}

const replicaToWire = (replica: Replica, nowMs: number): ServiceHealthReport["replicas"][number] => ({
  name: replica.name,
  version: replica.version,
  started_at: toIso(replica.startedAtMs),
  seen_at: toIso(replica.seenAtMs),
  is_alive: nowMs - replica.seenAtMs < ALIVE_MS,
  journal_queued: replica.queuedRows,
  is_spooling: replica.isSpooling,
});

async function databaseOf(storage: Storage): Promise<ServiceHealthReport["database"]> {
  const startedMs = performance.now();
  await storage.ping();
  const answerMs = performance.now() - startedMs;
  const pool = storage.connections();
  return {
    kind: storage.dialect.name,
    answer_ms: answerMs,
    hears_changes: storage.hearsChanges(),
    connections: pool?.open ?? null,
    connections_max: pool?.max ?? null,
    waiting: pool?.waiting ?? null,
  };
}

/** @throws SignalboxError validation_failed, dependency_unavailable */
export async function getServiceHealth(
  { storage, clock, config, catalog }: ServiceContext,
  caller: Caller,
  query: ServiceHealthQuery,
): Promise<ServiceHealthReport> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const nowMs = clock.nowMs();
  const age = catalogAgeOf(catalog.readOn, nowMs);
  const window = readWindow(query, nowMs);
  const [account, database, span, replicas, decisions, learned] = await Promise.all([
    storage.accounts.find(accountId),
    databaseOf(storage),
    storage.serviceCounts.read(window),
    readReplicas(storage),
    storage.decisions.list({ accountId, limit: 1 }),
    storage.learned.list({ accountId, kind: ONLINE_KIND, limit: 1 }),
  ]);
  const seen = replicas.map(([, replica]) => replica).filter((one) => nowMs - one.seenAtMs < SHOWN_MS);
  return {
    from: toIso(window.fromMs),
    to: toIso(window.toMs),
    bucket_s: window.bucketHours * 3600,
    total: figuresOf(span.total),
    series: span.buckets.map((bucket) => Object.assign({ at: toIso(bucket.startMs) }, figuresOf(bucket))),
    last_decision_at: toIsoOrNull(decisions.items[0]?.createdAtMs ?? null),
    learned_at: toIsoOrNull(learned.items[0]?.createdAtMs ?? null),
    database,
    catalogue: {
      version: catalog.version,
      facts_days: age.factsDays,
      prices_days: age.pricesDays,
      warning: age.warning ?? null,
    },
    limits: serviceLimits(config, readAccountSettings(account?.settings ?? {})),
    replicas: seen
      .toSorted((a, b) => b.seenAtMs - a.seenAtMs)
      .map((replica) => replicaToWire(replica, nowMs)),
  };
}
