// Two installations side by side, one of which has grown: both services run and are asked in turn, because a machine does not
// go at one pace.
import { setTimeout as delay } from "node:timers/promises";

import { BODY } from "../load/checked-load.ts";
import { openExchange } from "../load/exchange.ts";
import { familyMs } from "../load/family-ms.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { buildTarget } from "../load/raw-client.ts";
import type { Replica } from "../load/replica.ts";
import { percentile } from "../load/statistics.ts";
import { growInstallation, type KeyAndPreference, type Size } from "./grown-installation.ts";
import { isCalm } from "./throughput.ts";

export const SMALL: Size = { rows: 1_000, keys: 10 };
/** Callers that take turns: evenly spread over all there are, and known to the service when it is measured. */
const CALLERS = 200;
const CONNECTIONS = 4;
/** At most so many rounds of warming up for each one that is measured: a short run says little anyway. */
const WARM_TIMES = 4;

export interface Side {
  readonly installation: Installation;
  readonly callers: readonly KeyAndPreference[];
  readonly requests: readonly Buffer[];
  /** Processor time so far; NaN where the system does not tell. @unit milliseconds */
  processorMs(): number;
  /** In a new process: the compiler decides otherwise in each. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param more members of the body */
export function requestOf(
  url: string,
  { key, preferenceId }: KeyAndPreference,
  more: Readonly<Record<string, unknown>> = {},
): Buffer {
  const body = JSON.stringify({ ...(JSON.parse(BODY) as object), preference_id: preferenceId, ...more });
  return buildTarget({ url: new URL(url), path: "/api/v1/model-select", key, body }).next();
}

const POLL_MS = 250;

/** The embedded database is read page by page after a start, which is no part of a decision. */
async function startRead(installation: Installation, isEmbedded: boolean): Promise<Replica> {
  const replica = await installation.start();
  for (;;) {
    const answer = await fetch(`${installation.url}/readyz`);
    if (!answer.ok) throw new Error(`The service is not ready: ${answer.status} ${await answer.text()}`);
    const { pages } = (await answer.json()) as { readonly pages?: string };
    if (!isEmbedded || pages === "whole") return replica;
    await delay(POLL_MS);
  }
}

/** @param url of a PostgreSQL; "" for the embedded database */
export async function openSide(
  url: string,
  size: Size,
  report: (step: string) => void,
  callersMax = CALLERS,
): Promise<Side> {
  const installation = await createInstallation(url);
  const pairs = await growInstallation(installation, size, report);
  let replica = await startRead(installation, url === "");
  const step = Math.max(1, Math.floor(pairs.length / callersMax));
  const callers = pairs.filter((_, index) => index % step === 0);
  return {
    installation,
    callers,
    requests: callers.map((pair) => requestOf(installation.url, pair)),
    processorMs: () => familyMs(replica.pid),
    restart: async () => {
      await replica.stop();
      replica = await startRead(installation, url === "");
    },
    stop: async () => {
      await replica.stop();
      installation.remove();
    },
  };
}

/** Each request at least once. Latencies of decisions, one after the other on each connection. @returns milliseconds */
export async function askSide(
  { installation, requests }: Side,
  durationMs: number,
): Promise<readonly number[]> {
  const { hostname, port } = new URL(installation.url);
  const latencies: number[] = [];
  const endMs = performance.now() + durationMs;
  let next = 0;
  const drive = async (): Promise<void> => {
    const connection = openExchange(hostname, Number(port));
    while (performance.now() < endMs || next < requests.length) {
      const bytes = requests[next % requests.length] ?? Buffer.alloc(0);
      next += 1;
      const { status, ms, text } = await connection.ask(bytes, false);
      if (status !== 200) throw new Error(`A decision was answered with ${status}: ${text}`);
      latencies.push(ms);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, drive));
  return latencies;
}

interface Asked {
  readonly latenciesMs: readonly number[];
  /** Processor time of a request. */
  readonly processorMs: number;
}

async function measureSide(side: Side, durationMs: number): Promise<Asked> {
  const beforeMs = side.processorMs();
  const latenciesMs = await askSide(side, durationMs);
  return { latenciesMs, processorMs: (side.processorMs() - beforeMs) / latenciesMs.length };
}

/**
 * The compiler works for the first ten thousand requests: a service that has just been started would be compared with one that
 * has answered for minutes.
 */
async function warmSide(side: Side, durationMs: number, roundsMax: number): Promise<void> {
  const rounds: number[] = [];
  while (rounds.length < roundsMax && !isCalm(rounds))
    rounds.push((await measureSide(side, durationMs)).processorMs);
}

export interface Compared {
  /** Median time of a decision over that of the smaller installation, by round. */
  readonly medians: readonly number[];
  /** The same of the 99th percentile. */
  readonly tails: readonly number[];
  /** The same of a request's processor time, which queues and other programs change less. */
  readonly processor: readonly number[];
  /** @unit milliseconds */
  readonly smallMs: number;
}

/** @param seconds of one measurement */
export async function compareSides(
  small: Side,
  large: Side,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Compared> {
  const durationMs = seconds * 1_000;
  for (const side of [small, large]) await warmSide(side, durationMs, WARM_TIMES * rounds);
  const medians: number[] = [];
  const tails: number[] = [];
  const processor: number[] = [];
  const smalls: number[] = [];
  while (medians.length < rounds) {
    const [before, grown, after] = [
      await measureSide(small, durationMs),
      await measureSide(large, durationMs),
      await measureSide(small, durationMs),
    ];
    const calm = [...before.latenciesMs, ...after.latenciesMs];
    medians.push(percentile(grown.latenciesMs, 0.5) / percentile(calm, 0.5));
    tails.push(percentile(grown.latenciesMs, 0.99) / percentile(calm, 0.99));
    processor.push((2 * grown.processorMs) / (before.processorMs + after.processorMs));
    smalls.push(percentile(calm, 0.5));
  }
  return { medians, tails, processor, smallMs: percentile(smalls, 0.5) };
}
