// PostgreSQL stopped for a long time while decisions are asked for, whether or not earlier ones were answered. They go on from
// memory into the spool, none fails, and every one that was answered is in the database afterwards.
import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { loadConfig } from "@signalbox/server";
import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { percentile } from "../load/statistics.ts";
import type { Replica } from "../load/replica.ts";
import { startCheckedLoad, type CheckedLoad } from "../load/checked-load.ts";
import { findLost } from "./find-lost.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { untilServed, untilSpoolEmpty, withPostgres } from "./steps.ts";

const CALM_MS = 2_000;
/** PostgreSQL needs a moment to come back, and a replica to notice. @unit milliseconds */
const RETURN_MS = 20_000;
const SAMPLE_EVERY_MS = 500;

interface Away {
  readonly spoolBytesMax: number;
  /** From the stop until PostgreSQL took connections again. @unit milliseconds */
  readonly awayMs: number;
  /** From then until the last file of the spool was committed. @unit milliseconds */
  readonly replayMs: number;
}

/** The setting as it is shipped where it allows this long, else what it has to be. @unit milliseconds */
function awayMsFor(seconds: number): { readonly awayMs: number; readonly isDefault: boolean } {
  const shipped = loadConfig({ file: undefined, env: {}, flags: {} }).storage.awayMs;
  const needed = seconds * 1_000 + RETURN_MS;
  return shipped >= needed ? { awayMs: shipped, isDefault: true } : { awayMs: needed, isDefault: false };
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

interface Place {
  readonly postgres: TestPostgres;
  readonly installation: Installation;
  readonly replica: Replica;
}

async function takeAway({ postgres, installation, replica }: Place, seconds: number): Promise<Away> {
  let spoolBytesMax = 0;
  const stoppedMs = performance.now();
  await postgres.halt();
  while (performance.now() - stoppedMs < seconds * 1_000) {
    await delay(Math.min(SAMPLE_EVERY_MS, seconds * 100));
    spoolBytesMax = Math.max(spoolBytesMax, bytesOf(installation.spoolFiles()));
  }
  await postgres.resume();
  const backMs = performance.now();
  await untilSpoolEmpty(installation, replica);
  return { spoolBytesMax, awayMs: backMs - stoppedMs, replayMs: performance.now() - backMs };
}

interface Found {
  readonly away: Away;
  readonly setting: ReturnType<typeof awayMsFor>;
  readonly tally: Awaited<ReturnType<CheckedLoad["stop"]>>;
  readonly askedWhileAway: number;
  readonly isAlive: boolean;
  readonly lost: number;
}

function judge({ away, setting, tally, askedWhileAway, isAlive, lost }: Found): Outcome {
  const { sent, failures, answered, wrong, latenciesMs } = tally;
  const words = new Map<string, number>();
  for (const { word } of failures) words.set(word, (words.get(word) ?? 0) + 1);
  const failed = [...words].map(([word, count]) => `${count} x ${word}`).join(", ") || "none";
  const perDecision = away.spoolBytesMax / Math.max(1, askedWhileAway);
  return {
    figures: [
      ["PostgreSQL was away for", `${(away.awayMs / 1_000).toFixed(1)} s`],
      ["storage.awayMs", `${setting.awayMs}${setting.isDefault ? " (the default)" : " (above the default)"}`],
      ["requests", `${sent}, ${askedWhileAway} of them while it was away; failed: ${failed}`],
      [
        "p50, p99",
        `${percentile(latenciesMs, 0.5).toFixed(1)}, ${percentile(latenciesMs, 0.99).toFixed(0)} ms`,
      ],
      ["spool", `${(away.spoolBytesMax / 1e6).toFixed(1)} MB, ${perDecision.toFixed(0)} bytes a decision`],
      ["committed after its return within", `${(away.replayMs / 1_000).toFixed(1)} s`],
      ["deaths of the service", isAlive ? "0" : "1"],
      ["acknowledged decisions lost", `${lost} of ${answered.size}`],
    ],
    broken: [
      ...wrong,
      ...brokenOf({
        "no decision fails": failures.length === 0,
        "the service lives": isAlive,
        "nothing acknowledged is lost": lost === 0,
        "decisions were kept on the disk meanwhile": away.spoolBytesMax > 0,
      }),
    ],
  };
}

async function provoke(
  postgres: TestPostgres,
  installation: Installation,
  numbers: Readonly<Record<string, number>>,
): Promise<Omit<Found, "setting">> {
  const seconds = numberOf(numbers, "seconds");
  const replica = await installation.start();
  const requestsPerSecond = numberOf(numbers, "rate");
  const load = startCheckedLoad({ url: installation.url, key: installation.key(), requestsPerSecond });
  await untilServed(load);
  await delay(CALM_MS);
  const before = load.tally.sent;
  const away = await takeAway({ postgres, installation, replica }, seconds);
  const askedWhileAway = load.tally.sent - before;
  await delay(CALM_MS);
  const tally = await load.stop();
  const isAlive = replica.isAlive();
  await replica.stop();
  const lost = await findLost(installation.databaseUrl, tally.answered);
  return { away, tally, askedWhileAway, isAlive, lost: lost.length };
}

async function goAway(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const setting = awayMsFor(numberOf(numbers, "seconds"));
  const settings = { SIGNALBOX_AWAY_MS: String(setting.awayMs) };
  const installation = await createInstallation(await postgres.createDatabase(), settings);
  try {
    report(`PostgreSQL goes away for ${numberOf(numbers, "seconds")} s`);
    return judge({ setting, ...(await provoke(postgres, installation, numbers)) });
  } finally {
    installation.remove();
  }
}

export const away: Torture = {
  summary: "PostgreSQL away for a long time under load: no decision fails, nothing is lost",
  numbers: { seconds: 60, rate: 500 },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(true, (postgres) => goAway(postgres, numbers, report)),
};
