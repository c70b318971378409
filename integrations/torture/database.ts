// PostgreSQL under a running service: its connections cut, stopped and started, crashed, frozen. The service never ends, and
// what it acknowledged is there.
import { setTimeout as delay } from "node:timers/promises";

import { postgresSkipReason, startTestPostgres, type TestPostgres } from "@signalbox/storage/testing";

import { startCheckedLoad, type CheckedLoad } from "./checked-load.ts";
import { findLost } from "./find-lost.ts";
import { createInstallation } from "./installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";

const AWAY_MS = 1_000;
const BETWEEN_MS = 500;

type Fault = (postgres: TestPostgres) => Promise<void>;

const FAULTS: Readonly<Record<string, Fault>> = {
  "connections cut": (postgres) => postgres.dropConnections(),
  "fast stop": async (postgres) => {
    await postgres.halt();
    await delay(AWAY_MS);
    await postgres.resume();
  },
  crash: async (postgres) => {
    await postgres.crash();
    await postgres.resume();
  },
  frozen: async (postgres) => {
    const thaw = await postgres.freeze();
    await delay(AWAY_MS);
    thaw();
  },
};

interface Felt {
  readonly name: string;
  readonly asked: number;
  readonly failed: number;
}

async function untilServed({ tally }: CheckedLoad): Promise<void> {
  const before = tally.answered.size;
  while (tally.answered.size === before) await delay(10);
}

/** Repeats one fault under load. Returns what the clients felt of it. */
async function provoke(
  load: CheckedLoad,
  name: string,
  { rounds, work }: { readonly rounds: number; readonly work: () => Promise<void> },
): Promise<Felt> {
  const [sent, failed] = [load.tally.sent, load.tally.failures.length];
  for (let round = 0; round < rounds; round += 1) {
    await work();
    await untilServed(load);
    await delay(BETWEEN_MS);
  }
  return { name, asked: load.tally.sent - sent, failed: load.tally.failures.length - failed };
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const postgres = await startTestPostgres({ isDurable: true });
  const installation = await createInstallation(await postgres.createDatabase());
  try {
    const replica = await installation.start();
    let deaths = 0;
    void replica.ended.then(() => (deaths += 1));
    const load = startCheckedLoad({
      url: installation.url,
      key: installation.key(),
      requestsPerSecond: numberOf(numbers, "rate"),
    });
    await untilServed(load);
    const felt: Felt[] = [];
    for (const [name, fault] of Object.entries(FAULTS)) {
      const rounds = numberOf(numbers, "rounds");
      felt.push(await provoke(load, name, { rounds, work: () => fault(postgres) }));
      report(`${name}: ${rounds} times`);
    }
    const { answered, wrong } = await load.stop();
    while (installation.spoolFiles().length > 0) await delay(50);
    const diedUnderLoad = deaths;
    await replica.stop();
    const lost = await findLost(installation.databaseUrl, answered);
    return {
      figures: [
        ...felt.map(({ name, asked, failed }) => [name, `${asked} requests, ${failed} failed`] as const),
        ["deaths of the service", String(diedUnderLoad)],
        ["acknowledged decisions lost", `${lost.length} of ${answered.size}`],
      ],
      broken: [
        ...wrong,
        ...brokenOf({
          "the service lives": diedUnderLoad === 0,
          "nothing acknowledged is lost": lost.length === 0,
          "no request fails": felt.every(({ failed }) => failed === 0),
        }),
      ],
    };
  } finally {
    installation.remove();
    await postgres.stop();
  }
}

export const database: Torture = {
  summary: "PostgreSQL cut off, stopped, crashed and frozen under load: no death, no failure, no loss",
  numbers: { rounds: 50, rate: 50 },
  skipReason: postgresSkipReason,
  run,
};
