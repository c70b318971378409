// A backup that is restored and started beside the original, while both are asked with the same key: each keeps what it answered,
// and no decision of the one has an id of the other.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { startCheckedLoad, type LoadTally } from "../load/checked-load.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { findLost } from "./find-lost.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";

const ROOT = join(import.meta.dirname, "../..");

function command(...args: readonly string[]): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "packages/cli/src/main.ts", ...args],
    { cwd: ROOT, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`signalbox ${args[0]} ended with ${status}: ${stderr}`);
}

const folderOf = ({ databaseUrl }: Installation): string => dirname(databaseUrl);

interface Asked {
  readonly before: LoadTally;
  readonly original: LoadTally;
  readonly copy: LoadTally;
}

async function askBoth(
  [original, copy]: readonly [Installation, Installation],
  numbers: Readonly<Record<string, number>>,
): Promise<Asked> {
  const key = original.key();
  const requestsPerSecond = numberOf(numbers, "rate");
  const durationMs = numberOf(numbers, "seconds") * 1_000;
  const ask = ({ url }: Installation) => startCheckedLoad({ url, key, requestsPerSecond });
  const first = ask(original);
  await delay(durationMs);
  const before = await first.stop();
  const file = join(folderOf(original), "backup.gz");
  command("backup", file, "--data-dir", folderOf(original));
  command("restore", file, "--data-dir", folderOf(copy));
  const replica = await copy.start();
  try {
    const loads = [ask(original), ask(copy)] as const;
    await delay(durationMs);
    const [ofOriginal, ofCopy] = await Promise.all([loads[0].stop(), loads[1].stop()]);
    return { before, original: ofOriginal, copy: ofCopy };
  } finally {
    await replica.stop();
  }
}

async function judge(
  [original, copy]: readonly [Installation, Installation],
  asked: Asked,
): Promise<Outcome> {
  const missing = async ({ databaseUrl }: Installation, { answered }: LoadTally): Promise<number> =>
    (await findLost(databaseUrl, answered)).length;
  const tallies = [asked.before, asked.original, asked.copy];
  const shared = [...asked.copy.answered.keys()].filter((id) => asked.original.answered.has(id)).length;
  const failed = tallies.reduce((sum, { failures }) => sum + failures.length, 0);
  const lost =
    (await missing(original, asked.before)) +
    (await missing(original, asked.original)) +
    (await missing(copy, asked.before)) +
    (await missing(copy, asked.copy));
  const strays =
    asked.copy.answered.size -
    (await missing(original, asked.copy)) +
    asked.original.answered.size -
    (await missing(copy, asked.original));
  return {
    figures: [
      [
        "answered",
        `${asked.before.answered.size} before the backup, ${asked.original.answered.size} and ${asked.copy.answered.size} beside one another with one key`,
      ],
      ["failed, lost, ids in both, decisions in the wrong one", `${failed}, ${lost}, ${shared}, ${strays}`],
    ],
    broken: [
      ...tallies.flatMap(({ wrong }) => wrong),
      ...brokenOf({
        "no request fails": failed === 0,
        "each has what it answered, and both what was before": lost === 0,
        "no id is given twice": shared === 0,
        "neither has a decision of the other": strays === 0,
      }),
    ],
  };
}

export const copies: Torture = {
  summary:
    "a restored backup beside the original, both asked with one key: nothing lost, mixed or given twice",
  numbers: { seconds: 5, rate: 50 },
  skipReason: () => Promise.resolve(false),
  run: async (numbers) => {
    const both = [await createInstallation(), await createInstallation()] as const;
    const replica = await both[0].start();
    try {
      const asked = await askBoth(both, numbers);
      await replica.stop();
      return await judge(both, asked);
    } finally {
      await replica.stop();
      for (const installation of both) installation.remove();
    }
  },
};
