// Kills of a process under load: with the embedded database, with PostgreSQL, and while PostgreSQL is away and decisions are
// kept on the local disk. Whatever was acknowledged is there afterwards.
import { setTimeout as delay } from "node:timers/promises";

import { mulberry32 } from "@signalbox/engine/numerics";
import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { startCheckedLoad } from "../load/checked-load.ts";
import { findLost } from "./find-lost.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { untilServed, untilSpoolEmpty, withPostgres } from "./steps.ts";

/** @unit milliseconds under load before the kill, at most */
const LOAD_MS = 1_500;
const AFTER_STOP_MS = 500;

interface Kind {
  readonly name: string;
  readonly installation: Installation;
  /** The events between the first answers and the kill, and after it. */
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
}

interface Killed {
  readonly name: string;
  readonly acknowledged: number;
  readonly lost: number;
}

async function oneRound(kind: Kind, loadMs: number, rate: number): Promise<ReadonlyMap<string, string>> {
  const { installation } = kind;
  const replica = await installation.start();
  const load = startCheckedLoad({ url: installation.url, key: installation.key(), requestsPerSecond: rate });
  await untilServed(load);
  await kind.before?.();
  await delay(loadMs);
  await replica.kill();
  const { answered } = await load.stop();
  await kind.after?.();
  return answered;
}

/** The next start takes over what the killed process had kept on the disk. */
async function takeOver(installation: Installation): Promise<void> {
  const replica = await installation.start();
  await untilSpoolEmpty(installation, replica);
  await replica.stop();
}

async function killRounds(
  kind: Kind,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Killed> {
  const random = mulberry32(11);
  const answered = new Map<string, string>();
  for (let round = 0; round < numberOf(numbers, "rounds"); round += 1) {
    const ids = await oneRound(kind, random() * LOAD_MS, numberOf(numbers, "rate"));
    for (const [id, label] of ids) answered.set(id, label);
    report(`${kind.name}: round ${round + 1}, ${answered.size} acknowledged`);
  }
  await takeOver(kind.installation);
  const lost = await findLost(kind.installation.databaseUrl, answered);
  kind.installation.remove();
  return { name: kind.name, acknowledged: answered.size, lost: lost.length };
}

async function kindsOf(postgres: TestPostgres): Promise<readonly Kind[]> {
  return [
    { name: "SQLite", installation: await createInstallation() },
    { name: "PostgreSQL", installation: await createInstallation(await postgres.createDatabase()) },
    {
      name: "spool",
      installation: await createInstallation(await postgres.createDatabase()),
      before: async () => {
        await postgres.halt();
        await delay(AFTER_STOP_MS);
      },
      after: () => postgres.resume(),
    },
  ];
}

async function killEach(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const results: Killed[] = [];
  for (const kind of await kindsOf(postgres)) results.push(await killRounds(kind, numbers, report));
  return {
    figures: results.map(({ name, acknowledged, lost }) => [
      name,
      `${numberOf(numbers, "rounds")} kills, ${acknowledged} acknowledged, ${lost} lost`,
    ]),
    broken: results.flatMap(({ name, acknowledged, lost }) =>
      brokenOf({
        [`nothing acknowledged is lost (${name})`]: lost === 0,
        [`requests are answered (${name})`]: acknowledged > 0,
      }),
    ),
  };
}

export const kills: Torture = {
  summary: "kill -9 under load on SQLite, on PostgreSQL and while spooling: nothing acknowledged is lost",
  numbers: { rounds: 200, rate: 100 },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(true, (postgres) => killEach(postgres, numbers, report)),
};
