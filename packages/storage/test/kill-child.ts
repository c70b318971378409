// Writes under load until it is killed, and prints what was acknowledged, one line each: kind, id and when.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { aDecision, aKey, T0 } from "../src/conformance/fixtures.ts";
import { createJournal, openStorage } from "../src/index.ts";

const [url = "", accountId = "", wait] = process.argv.slice(2);
const WRITERS = 24;
const isHandedOver = wait === "handed-over";
/** Rows that wait for no commit would only fill the queue: together the writers hand over a thousand a second. */
const PAUSE_MS = 24;

const storage = await openStorage({ url });
const journal = createJournal(storage, {
  batchRowsMax: 16,
  wait: isHandedOver ? "handed-over" : "commit",
});

function acknowledge(kind: string, id: string): void {
  process.stdout.write(`${kind} ${id} ${Math.round(performance.now())}\n`);
}

async function writeDecisions(): Promise<void> {
  for (;;) {
    const row = aDecision(accountId);
    await journal.append(row);
    acknowledge("decision", row.sessionId);
    if (isHandedOver) await delay(PAUSE_MS);
  }
}

async function writeTheRest(): Promise<void> {
  for (;;) {
    const row = aDecision(accountId);
    await journal.append(row);
    await journal.settled(row.sessionId);
    await storage.feedback.put({ accountId, sessionId: row.sessionId, label: row.label, value: 1, atMs: T0 });
    acknowledge("feedback", row.sessionId);
    const key = aKey(accountId);
    await storage.apiKeys.create(key);
    acknowledge("key", key.hash);
    const id = randomUUID();
    await storage.preferences.create({ accountId, id, name: "p", policy: {}, atMs: T0 });
    acknowledge("preference", id);
  }
}

await Promise.all([writeTheRest(), ...Array.from({ length: WRITERS }, writeDecisions)]);
