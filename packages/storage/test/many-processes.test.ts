// Several processes on one database: starting together, hearing of each other's changes, losing the connection.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { DatabaseSync } from "node:sqlite";

import { addAccount, aDecision, aKey, T0 } from "../src/conformance/fixtures.ts";
import { createJournal, openStorage, type Invalidation, type Storage } from "../src/index.ts";
import { postgresSkipReason, startTestPostgres } from "./start-test-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-many-"));
after(() => rmSync(folder, { recursive: true }));

/** Patience that a full machine needs: what is tested is that all of them come in, not how soon. */
const open = (url: string, changePollMs?: number): Promise<Storage> =>
  openStorage({ url, busyTimeoutMs: 60_000, ...(changePollMs !== undefined && { changePollMs }) });

/** The first event that a storage hears and that fits. */
function heard(storage: Storage, fits: (event: Invalidation) => boolean): Promise<Invalidation> {
  const { promise, resolve } = Promise.withResolvers<Invalidation>();
  const stop = storage.onInvalidate((event) => {
    if (!fits(event)) return;
    stop();
    resolve(event);
  });
  return promise;
}

async function startTogether(url: string): Promise<void> {
  const storages = await Promise.all(Array.from({ length: 6 }, () => open(url)));
  const accountId = await addAccount(storages[0] as Storage);
  for (const storage of storages) assert.equal((await storage.accounts.find(accountId))?.id, accountId);
  await Promise.all(storages.map((storage) => storage.close()));
}

async function revokeIsHeard(url: string): Promise<void> {
  const [one, two] = await Promise.all([open(url, 5), open(url, 5)]);
  const accountId = await addAccount(one);
  const key = aKey(accountId);
  const created = heard(two, (event) => event.id === key.hash);
  await one.apiKeys.create(key);
  assert.deepEqual(await created, { topic: "keys", accountId, id: key.hash });
  const echoes: Invalidation[] = [];
  one.onInvalidate((event) => echoes.push(event));
  const revoked = heard(two, (event) => event.id === key.hash);
  await one.apiKeys.revoke({ accountId, id: key.id, atMs: T0 });
  await revoked;
  const answer = heard(one, (event) => event.topic === "account");
  await two.accounts.update({ accountId, name: "renamed" });
  await answer;
  assert.deepEqual(
    echoes.map((event) => event.topic),
    ["keys", "account"],
    "each change is heard once, one's own immediately",
  );
  await Promise.all([one.close(), two.close()]);
}

async function countTogether(url: string): Promise<void> {
  const storages = await Promise.all([open(url), open(url)]);
  const accountId = await addAccount(storages[0]);
  const first = createJournal(storages[0], { batchRowsMax: 10 });
  const second = createJournal(storages[1], { batchRowsMax: 10 });
  const rows = Array.from({ length: 200 }, () => aDecision(accountId));
  await Promise.all(rows.map((row, index) => (index % 2 === 0 ? first : second).append(row)));
  assert.equal(await storages[0].decisions.count({ accountId }), 200);
  await Promise.all([first.close(), second.close()]);
  await Promise.all(storages.map((storage) => storage.close()));
}

describe("many processes on one SQLite file", () => {
  test("they may all start at the same time on a new database", () =>
    startTogether(join(folder, "start.db")));
  test("a revoked key is heard of by the others", () => revokeIsHeard(join(folder, "heard.db")));
  test("their journals add to the same sums", () => countTogether(join(folder, "sums.db")));

  test("a reader that missed too much drops everything", async () => {
    const url = join(folder, "missed.db");
    const [writer, reader] = [await openStorage({ url }), await openStorage({ url, changePollMs: 50 })];
    const accountId = await addAccount(writer);
    const all = heard(reader, (event) => event.topic === "all");
    await writer.transaction(async (inside) => {
      for (let index = 0; index < 1_100; index += 1)
        await inside.accounts.update({ accountId, name: `n${index}` });
    });
    assert.deepEqual(await all, { topic: "all", accountId: null, id: null });
    await Promise.all([writer.close(), reader.close()]);
  });

  test("a database of a newer release is refused, not damaged", async () => {
    const url = join(folder, "newer.db");
    await (await openStorage({ url })).close();
    const database = new DatabaseSync(url);
    database.exec("insert into migrations (version, name) values (999, 'from the future')");
    database.close();
    await assert.rejects(openStorage({ url }), { code: "invalid_configuration" });
  });

  test("a file that is no database is refused with its name", async () => {
    const url = join(folder, "text.db");
    writeFileSync(
      url,
      "this is no database, just some text that is long enough to have a header ".repeat(20),
    );
    await assert.rejects(openStorage({ url }), (error: Error) => error.message.includes("text.db"));
  });
});

describe("many replicas on one PostgreSQL", { skip: await postgresSkipReason() }, async () => {
  const server = await startTestPostgres();
  after(() => server.stop());

  test("they may all start at the same time on a new database", async () =>
    startTogether(await server.createDatabase()));
  test("a revoked key is heard of by the others", async () => revokeIsHeard(await server.createDatabase()));
  test("their journals add to the same sums", async () => countTogether(await server.createDatabase()));

  test("after a lost connection a replica drops its caches and hears again", async () => {
    const url = await server.createDatabase();
    const [one, two] = [await open(url), await open(url)];
    const accountId = await addAccount(one);
    const drops = [one, two].map((storage) => heard(storage, (event) => event.topic === "all"));
    await server.dropConnections();
    await Promise.all(drops);
    const change = heard(two, (event) => event.accountId === accountId);
    await one.accounts.update({ accountId, name: "again" });
    assert.equal((await change).topic, "account");
    await Promise.all([one.close(), two.close()]);
  });

  test("a server that is not there is reported as unavailable", async () => {
    await assert.rejects(openStorage({ url: "postgres://nobody@127.0.0.1:1/none" }), {
      code: "dependency_unavailable",
    });
  });
});
