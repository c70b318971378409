// Two replicas on one PostgreSQL that decide with different artefacts, as in the middle of a rollout: both are asked, both learn.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { openStorage } from "@signalbox/storage";
import { postgresSkipReason } from "@signalbox/storage/testing";

import { startCheckedLoad, type LoadTally } from "../load/checked-load.ts";
import { createInstallation } from "../load/installation.ts";
import { findLost } from "./find-lost.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { withPostgres } from "./steps.ts";

const SHIPPED = join(import.meta.dirname, "../../artefacts/release");
/** Reports that are sent to each replica. */
const REPORTS = 40;

/** The shipped artefact under another version. */
function createOtherArtefact(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-artefact-"));
  cpSync(SHIPPED, folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as { version: string };
  writeFileSync(path, JSON.stringify({ ...manifest, version: `${manifest.version}-other` }));
  return folder;
}

async function report(url: string, key: string, { answered }: LoadTally): Promise<number> {
  let refused = 0;
  for (const [sessionId, label] of [...answered].slice(0, REPORTS)) {
    const answer = await fetch(`${url}/api/v1/feedback`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ session_id: sessionId, label, value: 1 }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) refused += 1;
  }
  return refused;
}

/** By artefact, how many of the answered decisions were made with it. */
async function countArtefacts(url: string, { answered }: LoadTally): Promise<ReadonlyMap<string, number>> {
  const storage = await openStorage({ url });
  const counts = new Map<string, number>();
  try {
    const [account] = (await storage.accounts.list()).items;
    for (const sessionId of answered.keys()) {
      const row = await storage.decisions.find({ accountId: account?.id ?? "", sessionId });
      const version = row?.artefactVersion ?? "none";
      counts.set(version, (counts.get(version) ?? 0) + 1);
    }
    return counts;
  } finally {
    await storage.close();
  }
}

interface Asked {
  readonly tallies: readonly LoadTally[];
  readonly refusedReports: number;
}

async function askBoth(
  urls: readonly string[],
  key: string,
  numbers: Readonly<Record<string, number>>,
): Promise<Asked> {
  const requestsPerSecond = numberOf(numbers, "rate");
  const loads = urls.map((url) => startCheckedLoad({ url, key, requestsPerSecond }));
  await delay((numberOf(numbers, "seconds") * 1_000) / 2);
  let refusedReports = 0;
  for (const [index, url] of urls.entries())
    refusedReports += await report(url, key, loads[index]?.tally as LoadTally);
  // Both fit what was reported while they go on deciding.
  await delay((numberOf(numbers, "seconds") * 1_000) / 2);
  return { tallies: await Promise.all(loads.map((load) => load.stop())), refusedReports };
}

async function judge(databaseUrl: string, { tallies, refusedReports }: Asked): Promise<Outcome> {
  const failed = tallies.reduce((sum, { failures }) => sum + failures.length, 0);
  const lost = (await Promise.all(tallies.map(({ answered }) => findLost(databaseUrl, answered)))).flat();
  const artefacts = await Promise.all(tallies.map((tally) => countArtefacts(databaseUrl, tally)));
  const isOneEach = artefacts.every((counts) => counts.size === 1);
  const versions = new Set(artefacts.flatMap((counts) => Array.from(counts.keys())));
  return {
    figures: [
      [
        "two artefacts on one database",
        `${tallies.map(({ answered }) => answered.size).join(" and ")} answered, ${failed} failed, ${lost.length} lost, ${refusedReports} of ${2 * REPORTS} reports refused`,
      ],
    ],
    broken: [
      ...tallies.flatMap(({ wrong }) => wrong),
      ...brokenOf({
        "no request fails": failed === 0,
        "nothing acknowledged is lost": lost.length === 0,
        "every report is taken": refusedReports === 0,
        "each decision names the artefact of the replica that made it": isOneEach && versions.size === 2,
      }),
    ],
  };
}

export const mixed: Torture = {
  summary:
    "two replicas with different artefacts on one PostgreSQL, both asked and taught: no failure, no loss",
  numbers: { seconds: 20, rate: 30 },
  skipReason: postgresSkipReason,
  run: (numbers) =>
    withPostgres(false, async (postgres) => {
      const databaseUrl = await postgres.createDatabase();
      const artefactDir = createOtherArtefact();
      const settings = { SIGNALBOX_LEARNING_INTERVAL_MS: "500" };
      const first = await createInstallation(databaseUrl, settings);
      const second = await createInstallation(databaseUrl, {
        ...settings,
        SIGNALBOX_ARTEFACT_DIR: artefactDir,
      });
      const replicas = [await first.start(), await second.start()];
      try {
        return await judge(databaseUrl, await askBoth([first.url, second.url], first.key(), numbers));
      } finally {
        for (const replica of replicas) await replica.stop();
        for (const installation of [first, second]) installation.remove();
        rmSync(artefactDir, { recursive: true, force: true });
      }
    }),
};
