// Promise: a server that is killed while feedback arrives and is learned from has lost no acknowledged report, and the
// snapshot that is current is whole.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { parseReports } from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";
import { openStorage, type Storage } from "@signalbox/storage";

import { EXAMPLE } from "./select-client.ts";
import { makeDataDir, startServerProcess, type ServerProcess } from "./server-process.ts";
import { createTestClock, startTestService } from "./test-service.ts";

const ROUNDS = 3;
const CLIENTS = 6;
const POLL_MS = 20;
const LEASE_MS = 60_000;
const EVALUATIONS = 100;
const data = makeDataDir();
const random = mulberry32(31);
let key = "";
let accountId = "";
let storage: Storage;

before(async () => {
  const server = await startServerProcess(data.path);
  key = server.key ?? "";
  server.child.kill("SIGTERM");
  await server.ended;
  storage = await openStorage({ url: `${data.path}/signalbox.db` });
  accountId = (await storage.accounts.list()).items[0]?.id ?? "";
});
after(async () => {
  await storage.close();
  data.remove();
});

async function post(server: ServerProcess, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Asks and judges until the connection breaks; a report counts once its answer is here. */
async function judgeUntilDead(server: ServerProcess, acknowledged: Map<string, number>): Promise<void> {
  try {
    for (;;) {
      const { session_id: sessionId } = await post(server, "/model-select", EXAMPLE);
      const value = acknowledged.size % 5 === 0 ? 1 : 0;
      await post(server, "/feedback", { session_id: sessionId, value });
      acknowledged.set(String(sessionId), value);
    }
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
  }
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await wait(POLL_MS);
}

const currentVersion = (): Promise<string | undefined> =>
  storage.learned.findCurrentVersion({ accountId, kind: "online" });

test("kills at random moments of learning lose no acknowledged report and leave a whole snapshot", async () => {
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const earlier = await currentVersion();
    const server = await startServerProcess(data.path, ["--learning-interval-ms", "100"]);
    const clients = Array.from({ length: CLIENTS }, () => judgeUntilDead(server, acknowledged));
    const target = acknowledged.size + 30 + Math.floor(random() * 60);
    await until(async () => acknowledged.size >= target && (await currentVersion()) !== earlier);
    await wait(Math.floor(random() * 300));
    server.child.kill("SIGKILL");
    await server.ended;
    await Promise.all(clients);
  }
  for (const [sessionId, value] of acknowledged) {
    const [kept] = await storage.feedback.listBySession({ accountId, sessionId });
    assert.equal(kept?.value, value, sessionId);
  }
  const snapshot = await storage.learned.findCurrent({ accountId, kind: "online" });
  assert.ok(snapshot !== undefined);
  const text = Buffer.from(snapshot.blob).toString("utf8");
  assert.equal(`online-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`, snapshot.version);
  assert.ok(parseReports(text) !== undefined);
});

test("a training whose process was killed is taken up again once its lease is over, and ends ready", async () => {
  const rows = Array.from({ length: EVALUATIONS }, (_, index) => ({
    prompt: `Summarise ticket ${index}: the parcel of city ${index * 13} is late`,
    scores: { "openai/gpt-4o-mini": 1, "openai/o3": index % 2 },
  }));
  const server = await startServerProcess(data.path);
  const { id } = (await post(server, "/custom-routers", { name: "Killed", rows })) as { id: string };
  const find = () => storage.customRouters.find({ accountId, id });
  await until(async () => (await find())?.state !== "queued");
  server.child.kill("SIGKILL");
  await server.ended;
  const left = await find();
  assert.equal(left?.state, "running");

  const clock = createTestClock();
  clock.ms = Date.now() + LEASE_MS + 1000;
  const next = await startTestService({ clock, flags: { "data-dir": data.path } });
  await until(async () => ["done", "failed"].includes((await find())?.state ?? ""));
  const trained = await find();
  await next.close();
  assert.equal(trained?.state, "done", trained?.error ?? "");
  assert.equal(trained.attempts, 2);
});
