// Three replicas behind HAProxy, one of them killed again and again under load. No answer is wrong or lost, and a request fails
// only when it was in flight on the replica that died.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { haproxySkipReason, startBalancer } from "./balancer.ts";
import { startReplica, type Replica } from "../load/replica.ts";
import { startCheckedLoad, type Failure, type LoadTally } from "../load/checked-load.ts";
import { startClientLoad, type ClientTally } from "../load/client-load.ts";
import { findLost } from "./find-lost.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { withPostgres } from "./steps.ts";

const ROOT = join(import.meta.dirname, "../..");
const REPLICAS = 3;
/** How late a balancer that shares its processor may see that a replica's connections are closed. @unit milliseconds */
const UNSEEN_MS = 1_000;
const DRAIN_MS = 0;
/** The client library asks so many times less often than the callers that count every failure. */
const CLIENT_PART = 4;

/** From the signal until the process was gone. @unit milliseconds of `performance.now()` */
interface Kill {
  readonly fromMs: number;
  readonly goneMs: number;
}

interface Fleet {
  readonly replicas: Replica[];
  start(port: number): Promise<Replica>;
}

/** Kills in turn and starts again at the same address, however long a start takes on a busy machine. */
async function killInTurn(fleet: Fleet, durationMs: number, everyMs: number): Promise<readonly Kill[]> {
  const { replicas } = fleet;
  const kills: Kill[] = [];
  const endMs = performance.now() + durationMs;
  while (kills.length === 0 || performance.now() + everyMs < endMs) {
    await delay(everyMs);
    const at = kills.length % replicas.length;
    const replica = replicas[at];
    if (replica === undefined) break;
    const fromMs = performance.now();
    await replica.kill();
    kills.push({ fromMs, goneMs: performance.now() });
    replicas[at] = await fleet.start(replica.port);
  }
  await delay(everyMs);
  return kills;
}

/** Failures that no kill explains: sent after it, or over before it. */
export function findUnexplained(failures: readonly Failure[], kills: readonly Kill[]): readonly Failure[] {
  return failures.filter(
    ({ sentMs, endedMs }) =>
      !kills.some(({ fromMs, goneMs }) => sentMs <= goneMs + UNSEEN_MS && endedMs >= fromMs),
  );
}

interface Seen {
  readonly tally: LoadTally;
  /** Results that callers saw of the client library, which repeats calls by itself. */
  readonly client: ClientTally;
  readonly kills: readonly Kill[];
  readonly lost: readonly string[];
}

function judge({ tally, client, kills, lost }: Seen): Outcome {
  const unexplained = findUnexplained(tally.failures, kills);
  return {
    figures: [
      ["kills", String(kills.length)],
      ["requests", String(tally.sent)],
      ["failed in flight on the killed replica", String(tally.failures.length - unexplained.length)],
      ["failed otherwise", String(unexplained.length)],
      ["failed when repeated once", String(tally.failedTwice)],
      ["through the client library", `${client.sent}, ${client.failures.length} failed`],
      ["wrong answers", String(tally.wrong.length)],
      ["acknowledged decisions lost", String(lost.length)],
    ],
    broken: [
      ...tally.wrong,
      ...unexplained.map(({ word }) => `broken: a request that no kill touched failed with ${word}`),
      ...brokenOf({
        "every acknowledged decision is in the database": lost.length === 0,
        "a client that repeats once sees no failure": tally.failedTwice === 0,
        [`callers of the client library see no failure (${[...new Set(client.failures)].join(", ")})`]:
          client.failures.length === 0,
        "requests are answered": tally.answered.size > 0,
      }),
    ],
  };
}

async function killSome(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const [seconds, everyS] = [numberOf(numbers, "seconds"), numberOf(numbers, "every")];
  const folder = mkdtempSync(join(tmpdir(), "signalbox-torture-"));
  const replicas: Replica[] = [];
  const databaseUrl = await postgres.createDatabase();
  const start = (port: number): Promise<Replica> =>
    startReplica({
      root: ROOT,
      databaseUrl,
      drainMs: DRAIN_MS,
      port,
      settings: { SIGNALBOX_DATA_DIR: join(folder, String(port)) },
    });
  try {
    while (replicas.length < REPLICAS) replicas.push(await start(0));
    const balancer = await startBalancer({ ports: replicas.map(({ port }) => port) });
    report(`${REPLICAS} replicas behind HAProxy`);
    const load = startCheckedLoad({
      url: balancer.url,
      key: replicas[0]?.key ?? "",
      requestsPerSecond: numberOf(numbers, "rate"),
      isRepeating: true,
    });
    const clients = startClientLoad({
      url: balancer.url,
      key: replicas[0]?.key ?? "",
      requestsPerSecond: numberOf(numbers, "rate") / CLIENT_PART,
    });
    const kills = await killInTurn({ replicas, start }, seconds * 1_000, everyS * 1_000);
    const [tally, client] = await Promise.all([load.stop(), clients.stop()]);
    await balancer.stop();
    const answered = new Map([...tally.answered, ...client.answered]);
    report(`looking up ${answered.size} decisions`);
    return judge({ tally, client, kills, lost: await findLost(databaseUrl, answered) });
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

export const replicas: Torture = {
  summary: "three replicas behind HAProxy, one killed every few seconds: no wrong or lost answer",
  numbers: { seconds: 300, every: 5, rate: 100 },
  skipReason: async () => haproxySkipReason() || (await postgresSkipReason()),
  run: (numbers, report) => withPostgres(false, (postgres) => killSome(postgres, numbers, report)),
};
