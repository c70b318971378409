// The wall clock jumps by an hour, forwards and backwards, under load: on SQLite and on PostgreSQL.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { postgresSkipReason } from "@signalbox/storage/testing";

import { startCheckedLoad, type LoadTally } from "../load/checked-load.ts";
import { createInstallation } from "../load/installation.ts";
import { findLost } from "./find-lost.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { untilServed, withPostgres } from "./steps.ts";

const HOUR_MS = 3_600_000;
/** Each differs from the one before it by an hour. */
const SHIFTS_MS = [HOUR_MS, 0, -HOUR_MS, 0];
/** Jumps that come sooner after one another are seen as one. @unit seconds */
const SECONDS_MIN = 1.5;

interface Felt {
  readonly name: string;
  readonly tally: LoadTally;
  readonly jumps: number;
  readonly isAlive: boolean;
  readonly lost: number;
}

async function jumpsSeen(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^signalbox_clock_jumps (\d+)/m.exec(text)?.[1]);
}

async function jump(
  name: string,
  databaseUrl: string,
  numbers: Readonly<Record<string, number>>,
): Promise<Felt> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-clock-"));
  const file = join(folder, "shift");
  const preload = new URL("shifted-clock.ts", import.meta.url).href;
  const installation = await createInstallation(databaseUrl, {
    NODE_OPTIONS: `--import=${preload}`,
    SHIFT_FILE: file,
    SIGNALBOX_TRUST_PROXY: "",
  });
  const replica = await installation.start();
  const { url } = installation;
  try {
    const load = startCheckedLoad({
      url,
      key: installation.key(),
      requestsPerSecond: numberOf(numbers, "rate"),
    });
    await untilServed(load);
    for (const shiftMs of SHIFTS_MS) {
      writeFileSync(file, String(shiftMs));
      await delay(Math.max(SECONDS_MIN, numberOf(numbers, "seconds")) * 1_000);
    }
    const jumps = await jumpsSeen(url);
    const tally = await load.stop();
    const isAlive = replica.isAlive();
    await replica.stop();
    const lost = await findLost(installation.databaseUrl, tally.answered);
    return { name, tally, jumps, isAlive, lost: lost.length };
  } finally {
    await replica.stop();
    installation.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judge(felt: readonly Felt[]): Outcome {
  return {
    figures: felt.map(({ name, tally: { sent, failures, answered }, jumps, lost }) => [
      name,
      `${sent} requests while the clock jumped ${SHIFTS_MS.length} times by an hour (${jumps} seen): ${failures.length} failed, ${lost} of ${answered.size} lost`,
    ]),
    broken: felt.flatMap(({ name, tally: { failures, wrong }, jumps, isAlive, lost }) => [
      ...wrong,
      ...brokenOf({
        [`the service lives (${name})`]: isAlive,
        [`no request fails (${name})`]: failures.length === 0,
        [`nothing acknowledged is lost (${name})`]: lost === 0,
        [`every jump is counted (${name})`]: jumps === SHIFTS_MS.length,
      }),
    ]),
  };
}

export const clock: Torture = {
  summary:
    "the wall clock jumps by an hour forwards and backwards under load: no failure, no loss, each jump counted",
  numbers: { seconds: 5, rate: 50 },
  skipReason: postgresSkipReason,
  run: (numbers, report) =>
    withPostgres(false, async (postgres) => {
      const sqlite = await jump("SQLite", "", numbers);
      report("SQLite");
      return judge([sqlite, await jump("PostgreSQL", await postgres.createDatabase(), numbers)]);
    }),
};
