// An installation without an account always has a way in, and never two.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openStorage, type Storage } from "@signalbox/storage";
import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { prepareFirstStart, type FirstStart } from "../src/composition/first-start.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { createDigestKeys } from "../src/services/digest-keys/digest-keys.ts";
import { createTestClock } from "./test-service.ts";

const clock = createTestClock();
const config = loadConfig({ file: undefined, env: {}, flags: {} });

const prepare = async (storage: Storage): Promise<FirstStart | undefined> =>
  prepareFirstStart({ storage, clock, digestKeys: await createDigestKeys(config, storage) });

test("once the only account is gone, the next start makes another", async () => {
  const storage = await openStorage({ url: ":memory:" });
  const first = await prepare(storage);
  assert.equal(await prepare(storage), undefined);
  const { items } = await storage.accounts.list();
  await storage.accounts.delete(items[0]?.id ?? "");
  const second = await prepare(storage);
  assert.ok(first !== undefined && second !== undefined);
  assert.notEqual(second.claimToken, first.claimToken);
  await storage.close();
});

test("a first start that was killed half-way does not lock the installation", async () => {
  const storage = await openStorage({ url: ":memory:" });
  await storage.instance.set("first-start", "of a process that is no more");
  assert.ok((await prepare(storage)) !== undefined);
  await storage.close();
});

describe("replicas", { skip: await postgresSkipReason() }, () => {
  test("that make their first start together make one account", async (t) => {
    const postgres = await startTestPostgres();
    const replicas: Storage[] = [];
    t.after(async () => {
      await Promise.all(replicas.map((storage) => storage.close()));
      await postgres.stop();
    });
    const url = await postgres.createDatabase();
    replicas.push(...(await Promise.all([1, 2, 3].map(() => openStorage({ url })))));
    const starts = await Promise.all(replicas.map((storage) => prepare(storage)));
    assert.equal(starts.filter((start) => start !== undefined).length, 1);
    assert.equal(await replicas[0]?.accounts.count(), 1);
  });
});
