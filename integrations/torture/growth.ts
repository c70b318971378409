// Whether a decision takes longer in an installation that has grown: a thousand rows of the journal and ten keys and preferences
// beside many more. Both services run, and are asked in turn, because a machine does not go at one pace.
import { statSync } from "node:fs";

import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { buildTarget } from "../../bench/raw-client.ts";
import { percentile } from "../../bench/statistics.ts";
import { BODY } from "./checked-load.ts";
import { openFuzzConnection } from "./fuzz-client.ts";
import { growInstallation, type KeyAndPreference, type Size } from "./grown-installation.ts";
import { createInstallation, type Installation } from "./installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { withPostgres } from "./steps.ts";

export const SMALL: Size = { rows: 1_000, keys: 10 };
/** Callers that take turns: evenly spread over all there are, and known to the service when it is measured. */
const CALLERS_MAX = 200;
const CONNECTIONS = 4;
const RATIO_MAX = 1.2;
/** Fewer rounds, or less growth, say more about the machine's other work. */
const JUDGED = { rounds: 5, rows: 100_000 };

export interface Side {
  readonly installation: Installation;
  readonly callers: readonly KeyAndPreference[];
  readonly requests: readonly Buffer[];
  stop(): Promise<void>;
}

/** @param more members of the body */
export function requestOf(
  url: string,
  { key, preferenceId }: KeyAndPreference,
  more: Readonly<Record<string, unknown>> = {},
): Buffer {
  const body = JSON.stringify({ ...(JSON.parse(BODY) as object), preference_id: preferenceId, ...more });
  return buildTarget({ url: new URL(url), path: "/api/v1/model-select", key, body }).bytes;
}

/** @param url of a PostgreSQL; "" for the embedded database */
export async function openSide(url: string, size: Size, report: (step: string) => void): Promise<Side> {
  const installation = await createInstallation(url);
  const pairs = await growInstallation(installation, size, report);
  const replica = await installation.start();
  const step = Math.max(1, Math.floor(pairs.length / CALLERS_MAX));
  const callers = pairs.filter((_, index) => index % step === 0);
  return {
    installation,
    callers,
    requests: callers.map((pair) => requestOf(installation.url, pair)),
    stop: async () => {
      await replica.stop();
      installation.remove();
    },
  };
}

/** Each request at least once. Latencies of decisions, one after the other on each connection. @returns milliseconds */
export async function ask({ installation, requests }: Side, durationMs: number): Promise<readonly number[]> {
  const { hostname, port } = new URL(installation.url);
  const latencies: number[] = [];
  const endMs = performance.now() + durationMs;
  let next = 0;
  const drive = async (): Promise<void> => {
    const connection = openFuzzConnection(hostname, Number(port));
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

interface Grown {
  readonly database: string;
  readonly size: Size;
  readonly bytes: number;
  readonly medians: readonly number[];
  readonly smallMs: number;
  readonly tails: readonly number[];
}

/** @param numbers `seconds` of a measurement, `rounds` */
export async function compare(small: Side, large: Side, numbers: Readonly<Record<string, number>>) {
  const durationMs = numberOf(numbers, "seconds") * 1_000;
  for (const side of [small, large]) await ask(side, durationMs);
  const medians: number[] = [];
  const tails: number[] = [];
  const smalls: number[] = [];
  while (medians.length < numberOf(numbers, "rounds")) {
    const [before, grown, after] = [
      await ask(small, durationMs),
      await ask(large, durationMs),
      await ask(small, durationMs),
    ];
    const calm = [...before, ...after];
    medians.push(percentile(grown, 0.5) / percentile(calm, 0.5));
    tails.push(percentile(grown, 0.99) / percentile(calm, 0.99));
    smalls.push(percentile(calm, 0.5));
  }
  return { medians, tails, smallMs: percentile(smalls, 0.5) };
}

interface Urls {
  readonly database: string;
  readonly small: string;
  readonly large: string;
}

async function growOn(
  { database, ...urls }: Urls,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Grown> {
  const size = { rows: numberOf(numbers, "rows"), keys: numberOf(numbers, "keys") };
  const say = (step: string): void => report(`${database}: ${step}`);
  const small = await openSide(urls.small, SMALL, () => {});
  const large = await openSide(urls.large, size, say);
  try {
    const found = await compare(small, large, numbers);
    const bytes = statSync(large.installation.databaseUrl, { throwIfNoEntry: false })?.size ?? 0;
    return { database, size, bytes, ...found };
  } finally {
    await small.stop();
    await large.stop();
  }
}

function judge(found: readonly Grown[]): Outcome {
  return {
    figures: found.map(({ database, size, bytes, medians, tails, smallMs }) => [
      database,
      `${size.rows} rows${bytes > 0 ? ` (${(bytes / 1e9).toFixed(1)} GB)` : ""}, ${size.keys} keys and preferences: ` +
        `median ${percentile(medians, 0.5).toFixed(2)} x of ${smallMs.toFixed(1)} ms ` +
        `(rounds: ${Math.min(...medians).toFixed(2)} to ${Math.max(...medians).toFixed(2)}), ` +
        `p99 ${percentile(tails, 0.5).toFixed(2)} x`,
    ]),
    broken: brokenOf(
      Object.fromEntries(
        found.map(({ database, size, medians }) => [
          `a decision takes ${RATIO_MAX} times as long at most (${database})`,
          medians.length < JUDGED.rounds || size.rows < JUDGED.rows || percentile(medians, 0.5) <= RATIO_MAX,
        ]),
      ),
    ),
  };
}

async function urlsOf(postgres: TestPostgres): Promise<readonly Urls[]> {
  const [small, large] = [await postgres.createDatabase(), await postgres.createDatabase()];
  return [
    { database: "SQLite", small: "", large: "" },
    { database: "PostgreSQL", small, large },
  ];
}

async function growEach(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const found: Grown[] = [];
  for (const urls of await urlsOf(postgres)) found.push(await growOn(urls, numbers, report));
  return judge(found);
}

export const growth: Torture = {
  summary: "a decision among many rows, keys and preferences takes hardly longer than among few",
  numbers: { rows: 1_000_000, keys: 10_000, seconds: 4, rounds: 9 },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(true, (postgres) => growEach(postgres, numbers, report)),
};
