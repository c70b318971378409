// The promise: what was acknowledged survives a kill of the process at any moment. A child writes under load and is
// killed after a random number of acknowledgements; everything it had acknowledged must be there afterwards. Where rows are
// acknowledged once they are handed over, only the last ones may be missing.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { addAccount, allPages, HOUR, T0 } from "../src/conformance/fixtures.ts";
import { openStorage, type Storage } from "../src/index.ts";
import { postgresSkipReason, startTestPostgres } from "./start-test-postgres.ts";

const ROUNDS = 5;
/** Age of the oldest row that a kill may lose; milliseconds on a machine with a free core, more where others take both. */
const LOST_MS_MAX = 1_000;

/** Park and Miller's generator: the same moments in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Acknowledged {
  /** Kind and id. */
  readonly what: string;
  /** Since the child's start. */
  readonly atMs: number;
}

function readLine(line: string): Acknowledged {
  const [kind, id, atMs] = line.split(" ");
  return { what: `${kind} ${id}`, atMs: Number(atMs) };
}

/** Runs the child until it has acknowledged so much, kills it, and returns all that it had reported by then. */
async function killAfter(
  acknowledgements: number,
  args: readonly string[],
): Promise<readonly Acknowledged[]> {
  const script = join(import.meta.dirname, "kill-child.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: Acknowledged[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(readLine(line));
    if (lines.length === acknowledgements) child.kill("SIGKILL");
  }
  assert.ok(lines.length >= acknowledgements, "the child ended by itself");
  return lines;
}

/** Everything that is there, as the child would have reported it. */
async function present(storage: Storage, accountId: string): Promise<ReadonlySet<string>> {
  const scope = { accountId, limit: 500 };
  const decisions = await allPages((cursor) => storage.decisions.list({ ...scope, cursor }));
  const feedback = await allPages((cursor) => storage.feedback.list({ ...scope, cursor }));
  const keys = await allPages((cursor) => storage.apiKeys.list({ ...scope, cursor }));
  const preferences = await allPages((cursor) => storage.preferences.list({ ...scope, cursor }));
  return new Set([
    ...decisions.map((row) => `decision ${row.sessionId}`),
    ...feedback.map((row) => `feedback ${row.sessionId}`),
    ...keys.map((key) => `key ${key.hash}`),
    ...preferences.map((preference) => `preference ${preference.id}`),
  ]);
}

const READS_MAX = 50;

/** PostgreSQL may still commit what was under way when its client was killed, also between two reads: until both agree. */
async function settled(storage: Storage, accountId: string) {
  const window = { accountId, fromMs: T0, toMs: T0 + HOUR, bucketHours: 1 };
  for (let reads = 1; ; reads += 1) {
    const there = await present(storage, accountId);
    const rows = [...there].filter((line) => line.startsWith("decision ")).length;
    const sums = (await storage.groups.total(window)).decisions;
    if (sums === rows || reads === READS_MAX) return { there, rows, sums };
    await delay(100);
  }
}

type Judge = (lines: readonly Acknowledged[], there: ReadonlySet<string>) => void;

const nothingLost: Judge = (lines, there) => {
  const lost = lines.filter(({ what }) => !there.has(what));
  assert.deepEqual(lost, [], "acknowledged but lost");
};

/** Rows are committed in the order in which they were handed over. */
const onlyTheLastLost: Judge = (lines, there) => {
  const rows = lines.filter(({ what }) => what.startsWith("decision "));
  const kept = rows.findLastIndex(({ what }) => there.has(what)) + 1;
  nothingLost(rows.slice(0, kept), there);
  const [oldestLost, newest] = [rows[kept], rows.at(-1)];
  if (oldestLost === undefined || newest === undefined) return;
  const lostMs = newest.atMs - oldestLost.atMs;
  assert.ok(lostMs <= LOST_MS_MAX, `${rows.length - kept} rows of the last ${lostMs} ms are lost`);
  const others = lines.filter(({ what }) => !what.startsWith("decision "));
  nothingLost(others, there);
};

interface Killing {
  readonly url: string;
  readonly seed: number;
  readonly wait?: "commit" | "handed-over";
}

async function killRounds({ url, seed, wait = "commit" }: Killing): Promise<void> {
  const random = seeded(seed);
  const judge = wait === "commit" ? nothingLost : onlyTheLastLost;
  const first = await openStorage({ url });
  const accountId = await addAccount(first);
  await first.close();
  for (let round = 0; round < ROUNDS; round += 1) {
    const lines = await killAfter(20 + Math.floor(random() * 1_000), [url, accountId, wait]);
    const storage = await openStorage({ url });
    const { there, rows, sums } = await settled(storage, accountId);
    judge(lines, there);
    assert.equal(sums, rows, "sums and rows disagree");
    await storage.close();
  }
}

const skip = await postgresSkipReason();

describe("a kill at any moment loses nothing that was acknowledged", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-kill-"));
  after(() => rmSync(folder, { recursive: true }));

  test("on a SQLite file", () => killRounds({ url: join(folder, "kill.db"), seed: 42 }));

  test("on a SQLite file, handed over: only the last rows", () =>
    killRounds({ url: join(folder, "handed.db"), seed: 7, wait: "handed-over" }));

  test("on PostgreSQL, also handed over", { skip }, async () => {
    const server = await startTestPostgres();
    try {
      await killRounds({ url: await server.createDatabase(), seed: 999 });
      await killRounds({ url: await server.createDatabase(), seed: 7, wait: "handed-over" });
    } finally {
      await server.stop();
    }
  });
});
