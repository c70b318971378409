// The promise: while PostgreSQL is away for some seconds, every request for a decision is answered, marked, and kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { callRaw, EXAMPLE, select } from "./select-client.ts";
import { startTestService } from "./test-service.ts";

const AWAY_MS = 2_000;
const skip = await postgresSkipReason();

test("PostgreSQL away under load fails no decision and loses none", { skip }, async (t) => {
  const postgres = await startTestPostgres();
  const url = await postgres.createDatabase();
  const service = await startTestService({ flags: { "database-url": url } });
  t.after(async () => {
    await service.close();
    await postgres.stop();
  });
  const { storage, journal } = service.context;
  const [account] = (await storage.accounts.list()).items;
  assert.ok(account !== undefined);
  const answered = new Map<string, string | undefined>();
  const load = new AbortController();
  const ask = async (): Promise<void> => {
    while (!load.signal.aborted) {
      const { status, json, headers, text } = await select(service, EXAMPLE);
      assert.equal(status, 200, text);
      const { session_id: sessionId } = json as { readonly session_id: string };
      answered.set(sessionId, headers["x-signalbox-journal"] as string | undefined);
      await wait(10);
    }
  };
  const clients = Promise.all(Array.from({ length: 4 }, ask));
  while (answered.size < 20) await wait(20);
  await postgres.halt();
  await wait(AWAY_MS);
  const ready = await callRaw(service, { method: "GET", url: "/readyz" });
  assert.equal(ready.status, 200, ready.text);
  assert.equal((ready.json as { readonly journal: string }).journal, "spooled");
  await postgres.resume();
  while (journal.isSpooling) await wait(20);
  while (journal.figures().replayedRows + journal.figures().droppedRows < journal.figures().spooledRows)
    await wait(20);
  load.abort();
  await clients;
  const marks = new Set(answered.values());
  assert.ok(marks.has("spooled") && marks.has(undefined));
  const accountId = account.id;
  for (const sessionId of answered.keys())
    assert.ok((await storage.decisions.findSummary({ accountId, sessionId })) !== undefined, sessionId);
  assert.equal(await storage.decisions.count({ accountId }), answered.size);
});
