// PostgreSQL under a running service: its connections cut, stopped and started, crashed, frozen. The service never ends, and
// what it acknowledged is there.
import { setTimeout as delay } from "node:timers/promises";

import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { startCheckedLoad, type CheckedLoad } from "../load/checked-load.ts";
import { findLost } from "./find-lost.ts";
import { createInstallation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { countWords, untilServed, untilSpoolEmpty, withPostgres } from "./steps.ts";

const AWAY_MS = 1_000;
const BETWEEN_MS = 500;
/** A service that decides nothing for so long after a fault has failed. @unit milliseconds */
const PATIENCE_MS = 60_000;

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
  /** Answers of failed requests. */
  readonly failed: readonly string[];
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
    if (!(await untilServed(load, PATIENCE_MS)))
      return { name, asked: load.tally.sent - sent, failed: ["not served again"] };
    await delay(BETWEEN_MS);
  }
  const words = load.tally.failures.slice(failed).map(({ word }) => word);
  return { name, asked: load.tally.sent - sent, failed: words };
}

async function provokeAll(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const installation = await createInstallation(await postgres.createDatabase());
  try {
    const replica = await installation.start();
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
    await untilSpoolEmpty(installation, replica);
    const isAlive = replica.isAlive();
    await replica.stop();
    const lost = await findLost(installation.databaseUrl, answered);
    return {
      figures: [
        ...felt.map(
          ({ name, asked, failed }) => [name, `${asked} requests, failed: ${countWords(failed)}`] as const,
        ),
        ["deaths of the service", isAlive ? "0" : "1"],
        ["acknowledged decisions lost", `${lost.length} of ${answered.size}`],
      ],
      broken: [
        ...wrong,
        ...brokenOf({
          "the service lives": isAlive,
          "nothing acknowledged is lost": lost.length === 0,
          "no request fails": felt.every(({ failed }) => failed.length === 0),
        }),
      ],
    };
  } finally {
    installation.remove();
  }
}

export const database: Torture = {
  summary: "PostgreSQL cut off, stopped, crashed and frozen under load: no death, no failure, no loss",
  numbers: { rounds: 50, rate: 50 },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(true, (postgres) => provokeAll(postgres, numbers, report)),
};
