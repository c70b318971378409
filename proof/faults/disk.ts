// A disk that is full to the last byte under load: with the embedded database and the log on it, and with the spool and the log on
// it while PostgreSQL is away. What cannot be kept is refused with the time to wait, what was answered is kept, and room is all it takes to go on.
import { setTimeout as delay } from "node:timers/promises";

import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { startCheckedLoad } from "../load/checked-load.ts";
import { findLost } from "./find-lost.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { createSmallDisk, type SmallDisk } from "./small-disk.ts";
import { untilServed, untilSpoolEmpty, withPostgres } from "./steps.ts";

const DISK_MB = 48;
const CALM_MS = 1_000;
/** A service that does not go on by then never does. @unit milliseconds */
const GIVE_UP_MS = 30_000;

interface Kind {
  readonly name: string;
  readonly databaseUrl: string;
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
}

interface Felt {
  readonly name: string;
  readonly sent: number;
  readonly refused: number;
  /** Failures other than 503. */
  readonly otherwise: readonly string[];
  readonly hasRecovered: boolean;
  readonly isAlive: boolean;
  readonly acknowledged: number;
  readonly lost: number;
  readonly wrong: readonly string[];
}

interface Place {
  readonly kind: Kind;
  readonly disk: SmallDisk;
  readonly installation: Installation;
}

async function fillUnderLoad(place: Place, numbers: Readonly<Record<string, number>>): Promise<Felt> {
  const { kind, disk, installation } = place;
  const replica = await installation.start();
  const { url } = installation;
  const load = startCheckedLoad({
    url,
    key: installation.key(),
    requestsPerSecond: numberOf(numbers, "rate"),
  });
  await untilServed(load, GIVE_UP_MS);
  await kind.before?.();
  let hasRecovered = true;
  for (let round = 0; round < numberOf(numbers, "rounds") && hasRecovered; round += 1) {
    await delay(CALM_MS);
    disk.fill();
    await delay(numberOf(numbers, "seconds") * 1_000);
    disk.free();
    hasRecovered = await untilServed(load, GIVE_UP_MS);
  }
  await kind.after?.();
  await delay(CALM_MS);
  const { sent, answered, failures, wrong } = await load.stop();
  await untilSpoolEmpty(installation, replica);
  const isAlive = replica.isAlive();
  await replica.stop();
  const lost = await findLost(installation.databaseUrl, answered);
  const otherwise = failures.map(({ word }) => word).filter((word) => !word.startsWith("503"));
  return {
    name: kind.name,
    sent,
    refused: failures.length - otherwise.length,
    otherwise,
    hasRecovered,
    isAlive,
    acknowledged: answered.size,
    lost: lost.length,
    wrong,
  };
}

async function onSmallDisk(kind: Kind, numbers: Readonly<Record<string, number>>): Promise<Felt> {
  const disk = createSmallDisk(DISK_MB);
  if (disk === undefined) throw new Error("No small file system can be mounted.");
  try {
    const installation = await createInstallation(
      kind.databaseUrl,
      {},
      { parent: disk.folder, isLogged: true },
    );
    return await fillUnderLoad({ kind, disk, installation }, numbers);
  } finally {
    disk.remove();
  }
}

const kindsOf = (postgres: TestPostgres, databaseUrl: string): readonly Kind[] => [
  { name: "SQLite", databaseUrl: "" },
  { name: "spool", databaseUrl, before: () => postgres.halt(), after: () => postgres.resume() },
];

function judge(felt: readonly Felt[]): Outcome {
  return {
    figures: felt.map(({ name, sent, refused, otherwise, acknowledged, lost }) => [
      name,
      `${sent} requests, ${refused} x 503, ${otherwise.length} failed otherwise, ${lost} of ${acknowledged} lost`,
    ]),
    broken: felt.flatMap(({ name, refused, otherwise, hasRecovered, isAlive, lost, wrong }) => [
      ...wrong,
      ...brokenOf({
        [`the service lives (${name})`]: isAlive,
        [`the disk was full (${name})`]: refused > 0,
        [`what cannot be kept is answered with 503, not ${[...new Set(otherwise)].join(", ")} (${name})`]:
          otherwise.length === 0,
        [`decisions go on when there is room (${name})`]: hasRecovered,
        [`nothing acknowledged is lost (${name})`]: lost === 0,
      }),
    ]),
  };
}

async function fillEach(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const felt: Felt[] = [];
  for (const kind of kindsOf(postgres, await postgres.createDatabase())) {
    felt.push(await onSmallDisk(kind, numbers));
    report(`${kind.name}: full ${numberOf(numbers, "rounds")} times for ${numberOf(numbers, "seconds")} s`);
  }
  return judge(felt);
}

async function skipReason(): Promise<string | false> {
  const disk = createSmallDisk(1);
  if (disk === undefined) return "no small file system can be mounted here";
  disk.remove();
  return postgresSkipReason();
}

export const disk: Torture = {
  summary:
    "a disk that is full under load, the log on it too: 503 for what cannot be kept, no death, no loss, and on with room",
  numbers: { seconds: 10, rounds: 1, rate: 50 },
  skipReason,
  run: (numbers, report) => withPostgres(true, (postgres) => fillEach(postgres, numbers, report)),
};
