// Alerts that people have seen or silenced, and the figures of the service itself.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import { latencyBucket, type Storage } from "../index.ts";
import { addAccount, HOUR, T0 } from "./fixtures.ts";

const openAlert = async (storage: Storage, accountId: string, openedAtMs: number) => {
  const alert = {
    id: randomUUID(),
    accountId,
    kind: "calibration",
    subject: "key",
    severity: "warning" as const,
  };
  return (await storage.alerts.open({ ...alert, details: {}, openedAtMs })).alert;
};

const resolve = (storage: Storage, accountId: string, atMs: number) =>
  storage.alerts.resolve({ accountId, kind: "calibration", subject: "key", atMs });

function describeAlerts(open: () => Storage): void {
  test("an alert keeps who acknowledged it and why, and one that opens again is nobody's yet", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const first = await openAlert(storage, accountId, T0);
    assert.deepEqual([first.acknowledgedAtMs, first.handledBy], [null, null]);
    const handling = { acknowledgedAtMs: T0 + 1, handledBy: "ada@example.org", note: "known" };
    const handled = await storage.alerts.handle({ accountId, id: first.id, ...handling });
    assert.deepEqual(handled, { ...first, ...handling });
    assert.deepEqual((await storage.alerts.list({ accountId })).items, [handled]);
    await resolve(storage, accountId, T0 + 2);
    const again = await openAlert(storage, accountId, T0 + 3);
    assert.deepEqual([again.acknowledgedAtMs, again.note, again.mutedUntilMs], [null, null, null]);
    assert.equal(await storage.alerts.handle({ accountId, id: "nobody", handledBy: "x" }), undefined);
  });

  test("a silence outlives the alert it was asked for, but not its own end", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { id } = await openAlert(storage, accountId, T0);
    const mutedUntilMs = T0 + HOUR;
    await storage.alerts.handle({ accountId, id, mutedUntilMs, handledBy: "ada@example.org" });
    await resolve(storage, accountId, T0 + 1);
    assert.equal((await openAlert(storage, accountId, T0 + 2)).mutedUntilMs, mutedUntilMs);
    await resolve(storage, accountId, T0 + 3);
    assert.equal((await openAlert(storage, accountId, mutedUntilMs)).mutedUntilMs, null);
  });
}

export function describeAlertsAndFigures(open: () => Storage): void {
  describeAlerts(open);

  test("figures of the service add up over replicas and hours", async () => {
    const storage = open();
    // Hours that no other test writes to.
    const fromMs = T0 - 10_000 * HOUR;
    const count = { hourMs: fromMs, bucket: 0, count: 1 };
    const latency = (us: number, hourMs: number) =>
      ({ hourMs, name: "latency", bucket: latencyBucket(us), count: 50 }) as const;
    await storage.serviceCounts.add([]);
    await storage.serviceCounts.add([{ ...count, name: "requests", count: 8 }, latency(1_000, fromMs)]);
    await storage.serviceCounts.add([
      { ...count, name: "requests", count: 2 },
      { ...count, name: "errors" },
      { ...count, name: "shed", hourMs: fromMs + HOUR },
      latency(9_000, fromMs + HOUR),
    ]);
    const window = { fromMs, toMs: fromMs + 4 * HOUR, bucketHours: 1 };
    const { total, buckets } = await storage.serviceCounts.read(window);
    assert.deepEqual([total.requests, total.errors, total.shed, total.limited], [10, 1, 1, 0]);
    assert.equal(total.latency.count, 100);
    assert.ok((total.latency.p50Us ?? 0) < 1_200 && (total.latency.p99Us ?? 0) > 8_900);
    assert.deepEqual(
      buckets.map(({ startMs, requests }) => [startMs, requests]),
      [
        [fromMs, 10],
        [fromMs + HOUR, 0],
      ],
    );
    assert.equal((await storage.serviceCounts.read({ ...window, bucketHours: 4 })).buckets.length, 1);
    await storage.serviceCounts.purge({ beforeMs: fromMs + HOUR });
    assert.equal((await storage.serviceCounts.read(window)).total.requests, 0);
  });

  test("what is kept of the instance is found by the beginning of its name", async () => {
    const storage = open();
    for (const key of ["replica:b", "replica:a", "replicas", "other"]) await storage.instance.set(key, key);
    const found = await storage.instance.list("replica:");
    assert.deepEqual(
      found.map(({ key }) => key),
      ["replica:a", "replica:b"],
    );
  });
}
