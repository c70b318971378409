// The promise: what was acknowledged survives a kill of the process at any moment. A child writes under load and is
// killed after a random number of acknowledgements; everything it had acknowledged must be there afterwards.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { addAccount, allPages, HOUR, T0 } from "../src/conformance/fixtures.ts";
import { openStorage, type Storage } from "../src/index.ts";
import { postgresSkipReason, startTestPostgres } from "./start-test-postgres.ts";

const ROUNDS = 5;

/** Park and Miller's generator: the same moments in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Runs the child until it has acknowledged so much, kills it, and returns all that it had reported by then. */
async function killAfter(acknowledgements: number, args: readonly string[]): Promise<readonly string[]> {
  const script = join(import.meta.dirname, "kill-child.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
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

async function killRounds(url: string, seed: number): Promise<void> {
  const random = seeded(seed);
  const first = await openStorage({ url });
  const accountId = await addAccount(first);
  await first.close();
  for (let round = 0; round < ROUNDS; round += 1) {
    const lines = await killAfter(20 + Math.floor(random() * 1_000), [url, accountId]);
    const storage = await openStorage({ url });
    const { there, rows, sums } = await settled(storage, accountId);
    assert.deepEqual(
      lines.filter((line) => !there.has(line)),
      [],
      "acknowledged but lost",
    );
    assert.equal(sums, rows, "sums and rows disagree");
    await storage.close();
  }
}

const skip = await postgresSkipReason();

describe("a kill at any moment loses nothing that was acknowledged", () => {
  test("on a SQLite file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-kill-"));
    try {
      await killRounds(join(folder, "kill.db"), 42);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("on PostgreSQL", { skip }, async () => {
    const server = await startTestPostgres();
    try {
      await killRounds(await server.createDatabase(), 999);
    } finally {
      await server.stop();
    }
  });
});
