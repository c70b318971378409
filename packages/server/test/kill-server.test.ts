// Promise: what was acknowledged survives a kill of the process at any moment.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { openStorage } from "@signalbox/storage";
import { mulberry32 } from "@signalbox/engine/numerics";

import { EXAMPLE } from "./select-client.ts";
import { makeDataDir, startServerProcess, type ServerProcess } from "./server-process.ts";

const ROUNDS = 3;
const CLIENTS = 12;
const data = makeDataDir();
after(() => {
  data.remove();
});

/** Asks until the connection breaks; every session id it was given is acknowledged. */
async function askUntilDead(server: ServerProcess, key: string, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`${server.url}/api/v1/model-select`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(EXAMPLE),
      });
      const { session_id: sessionId } = (await answer.json()) as { session_id: string };
      if (answer.status === 200) acknowledged.add(sessionId);
    } catch (error) {
      assert.ok(error instanceof TypeError || error instanceof SyntaxError);
      return;
    }
  }
}

async function killAfter(server: ServerProcess, acknowledged: Set<string>, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = (): void => {
    if (acknowledged.size < count) setImmediate(watch);
    else resolve();
  };
  watch();
  await promise;
  server.child.kill("SIGKILL");
  await server.ended;
}

test("a server killed at random moments under load has lost no acknowledged decision", async () => {
  const random = mulberry32(20_260_102);
  const acknowledged = new Set<string>();
  let key: string | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServerProcess(data.path);
    key ??= server.key;
    assert.ok(key !== null);
    const clientKey = key;
    const target = acknowledged.size + 20 + Math.floor(random() * 200);
    const clients = Array.from({ length: CLIENTS }, () => askUntilDead(server, clientKey, acknowledged));
    await killAfter(server, acknowledged, target);
    await Promise.all(clients);
  }
  const storage = await openStorage({ url: `${data.path}/signalbox.db` });
  const account = (await storage.accounts.list()).items[0];
  assert.ok(account !== undefined);
  for (const sessionId of acknowledged)
    assert.ok(
      (await storage.decisions.findSummary({ accountId: account.id, sessionId })) !== undefined,
      sessionId,
    );
  await storage.close();
  assert.ok(acknowledged.size > 60);
});
