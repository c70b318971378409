// Several replicas on one PostgreSQL behind HAProxy, replaced one after another while requests come in.
import { setTimeout as delay } from "node:timers/promises";

import { startTestPostgres } from "@signalbox/storage/testing";

import { startCheckedLoad, type LoadTally } from "../../load/checked-load.ts";
import { startReplica, type Replica } from "../../load/replica.ts";
import { startBalancer } from "./balancer.ts";

interface UpgradeOptions {
  /** Checkouts: what runs first, and what takes its place. */
  readonly from: string;
  readonly to: string;
  readonly replicas: number;
  /** How many of them are replaced. */
  readonly replaced: number;
  readonly requestsPerSecond: number;
  readonly drainMs: number;
  /** As the balancer's own. */
  readonly checkMs?: number;
  /** How long the load lasts before, between and after replacements. @unit milliseconds */
  readonly restMs: number;
  readonly onStep?: (text: string) => void;
}

interface UpgradeResult extends LoadTally {
  /** @unit milliseconds from the first to the last request */
  readonly durationMs: number;
  /** How long a replica was away, from the signal to the announcement of the next one. @unit milliseconds */
  readonly replacedInMs: readonly number[];
}

interface Surroundings {
  readonly databaseUrl: string;
  readonly replicas: Replica[];
  readonly options: UpgradeOptions;
}

async function ready({ port }: Replica): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) await delay(50);
}

async function replaceInTurn({ databaseUrl, replicas, options }: Surroundings): Promise<readonly number[]> {
  const { to: root, drainMs, restMs, onStep } = options;
  const times: number[] = [];
  for (const [at, replica] of replicas.slice(0, options.replaced).entries()) {
    const startedMs = performance.now();
    const code = await replica.stop();
    if (code !== 0) throw new Error(`Replica ${at + 1} ended with ${code}.`);
    const next = await startReplica({ root, databaseUrl, drainMs, port: replica.port });
    await ready(next);
    replicas[at] = next;
    times.push(performance.now() - startedMs);
    onStep?.(
      `replica ${at + 1} of ${options.replaced} replaced in ${((times.at(-1) ?? 0) / 1000).toFixed(1)} s`,
    );
    await delay(restMs);
  }
  return times;
}

async function upgradeUnderLoad(surroundings: Surroundings, key: string): Promise<UpgradeResult> {
  const { replicas, options } = surroundings;
  const { checkMs } = options;
  const ports = replicas.map(({ port }) => port);
  const balancer = await startBalancer({ ports, ...(checkMs !== undefined && { checkMs }) });
  try {
    const startedMs = performance.now();
    const load = startCheckedLoad({ url: balancer.url, key, requestsPerSecond: options.requestsPerSecond });
    await delay(options.restMs);
    const replacedInMs = await replaceInTurn(surroundings);
    return { ...(await load.stop()), durationMs: performance.now() - startedMs, replacedInMs };
  } finally {
    await balancer.stop();
  }
}

/** @throws Error when a replica does not start or stop as it should */
export async function measureUpgrade(options: UpgradeOptions): Promise<UpgradeResult> {
  const postgres = await startTestPostgres();
  const replicas: Replica[] = [];
  try {
    const databaseUrl = await postgres.createDatabase();
    const { from: root, drainMs } = options;
    while (replicas.length < options.replicas)
      replicas.push(await startReplica({ root, databaseUrl, drainMs, port: 0 }));
    const key = replicas[0]?.key ?? "";
    return await upgradeUnderLoad({ databaseUrl, replicas, options }, key);
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await postgres.stop();
  }
}
