// An installation without an account always has a way in, and never two.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openStorage, type Storage } from "@signalbox/storage";
import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { prepareFirstStart } from "../src/composition/first-start.ts";
import { createTestClock } from "./test-service.ts";

const clock = createTestClock();

test("once the only account is gone, the next start makes another", async () => {
  const storage = await openStorage({ url: ":memory:" });
  const first = await prepareFirstStart(storage, clock);
  assert.equal(await prepareFirstStart(storage, clock), undefined);
  const { items } = await storage.accounts.list();
  await storage.accounts.delete(items[0]?.id ?? "");
  const second = await prepareFirstStart(storage, clock);
  assert.ok(first !== undefined && second !== undefined);
  assert.notEqual(second.claimToken, first.claimToken);
  await storage.close();
});

test("a first start that was killed half-way does not lock the installation", async () => {
  const storage = await openStorage({ url: ":memory:" });
  await storage.instance.set("first-start", "of a process that is no more");
  assert.ok((await prepareFirstStart(storage, clock)) !== undefined);
  await storage.close();
});

describe("replicas", { skip: await postgresSkipReason() }, () => {
  test("that make their first start together make one account", async () => {
    const postgres = await startTestPostgres();
    const url = await postgres.createDatabase();
    const replicas: Storage[] = await Promise.all([1, 2, 3].map(() => openStorage({ url })));
    const starts = await Promise.all(replicas.map((storage) => prepareFirstStart(storage, clock)));
    assert.equal(starts.filter((start) => start !== undefined).length, 1);
    assert.equal(await replicas[0]?.accounts.count(), 1);
    await Promise.all(replicas.map((storage) => storage.close()));
    await postgres.stop();
  });
});
