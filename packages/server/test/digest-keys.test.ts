// The place of digest keys: never in the database when they are configured to lie elsewhere, and gone with their account.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";
import { openStorage, type Storage } from "@signalbox/storage";

import { loadConfig } from "../src/config/load-config.ts";
import type { DigestKeys } from "../src/context/digest-keys.ts";
import { newAccount } from "../src/services/accounts/new-account.ts";
import { createDigestKeys } from "../src/services/digest-keys/digest-keys.ts";
import { fillAccount, selectWith } from "./filled-account.ts";
import { startTestService } from "./test-service.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-digest-keys-"));
const [old, fresh] = ["o".repeat(32), "f".repeat(32)];
let storage: Storage;
before(async () => {
  storage = await openStorage({ url: join(root, "keys.db") });
});
after(async () => {
  await storage.close();
  rmSync(root, { recursive: true });
});

type Flags = Readonly<Record<string, string>>;

const open = (flags: Flags): Promise<DigestKeys> =>
  createDigestKeys(loadConfig({ file: undefined, env: {}, flags }), storage);

let names = 0;
const newFolder = (): string => join(root, `keys-${(names += 1)}`);

/** Each test has the only account. */
async function addAccount(digestKeys: DigestKeys): Promise<string> {
  for (const { id } of (await storage.accounts.list()).items) await storage.accounts.delete(id);
  const account = await digestKeys.keep(newAccount("Aviary", 0));
  await storage.accounts.create(account);
  return account.id;
}

const storedKey = async (id: string): Promise<string> => (await storage.accounts.find(id))?.digestKey ?? "";

const bytesOf = (directory: string): Buffer =>
  Buffer.concat(
    readdirSync(directory)
      .filter((name) => name.startsWith("keys.db"))
      .map((name) => readFileSync(join(directory, name))),
  );

test("a key that is configured to lie in a file is never written to the database", async () => {
  const folder = newFolder();
  const id = await addAccount(await open({ "digest-keys-dir": folder }));
  const path = join(folder, `${id}.key`);
  const key = readFileSync(path, "utf8").trim();
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.deepEqual([statSync(folder).mode & 0o777, statSync(path).mode & 0o777], [0o700, 0o600]);
  assert.match(await storedKey(id), /^file:[0-9a-f]{16}$/);
  assert.equal(bytesOf(root).indexOf(key), -1);
});

test("keys move out of the database, leave nothing behind, and stay the same", async () => {
  const id = await addAccount(await open({}));
  const key = await storedKey(id);
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.notEqual(bytesOf(root).indexOf(key), -1);
  const outside = await open({ "digest-keys-dir": newFolder() });
  assert.deepEqual([await outside.settle(), await outside.settle()], [1, 0]);
  assert.match(await storedKey(id), /^file:/);
  assert.deepEqual(await outside.of(id), [key]);
  assert.equal(bytesOf(root).indexOf(key), -1);
});

test("an account whose keys an earlier schema rotated keeps them all, wherever they move", async () => {
  const id = await addAccount(await open({}));
  const [newest, earlier] = ["aa".repeat(32), await storedKey(id)];
  await storage.accounts.setDigestKey({ accountId: id, from: earlier, to: `${newest},${earlier}` });
  for (const flags of [{}, { "digest-secret": old }, { "digest-keys-dir": newFolder() }]) {
    const [one, other] = [await open({ ...flags }), await open({ ...flags })];
    if ("digest-keys-dir" in flags)
      await storage.accounts.setDigestKey({
        accountId: id,
        from: await storedKey(id),
        to: `${newest},${earlier}`,
      });
    await Promise.all([one.settle(), other.settle()]);
    assert.deepEqual(await one.of(id), [newest, earlier]);
    assert.deepEqual(await other.of(id), [newest, earlier]);
  }
});

test("a secret encrypts a key for its account alone, and a new secret in front of it takes over", async () => {
  const first = await open({ "digest-secret": old });
  const id = await addAccount(first);
  const keys = await first.of(id);
  const sealed = await storedKey(id);
  assert.match(sealed, /^sealed:/);
  const stranger = { id: "another", digestKey: sealed };
  await assert.rejects(first.ofAccount(stranger), /No secret/);
  await (await open({ "digest-secret": `${fresh},${old}` })).settle();
  assert.notEqual(await storedKey(id), sealed);
  assert.deepEqual(await (await open({ "digest-secret": fresh })).of(id), keys);
  await assert.rejects((await open({ "digest-secret": old })).settle(), /Add the earlier one behind a comma/);
});

const saying = (words: RegExp) => (error: unknown) =>
  error instanceof SignalboxError && error.code === "invalid_configuration" && words.test(error.detail);

test("a start without its keys says which is missing, where, and what to do", async () => {
  const folder = newFolder();
  const flags = { "digest-keys-dir": folder };
  const id = await addAccount(await open(flags));
  const path = join(folder, `${id}.key`);
  const start = async (given: Flags) => (await open(given)).settle();
  await assert.rejects(start({}), saying(/Set `storage.digestKeysDir` again/));
  chmodSync(path, 0o644);
  await assert.rejects(start(flags), saying(/chmod 600/));
  chmodSync(path, 0o600);
  chmodSync(folder, 0o755);
  await assert.rejects(start(flags), saying(/chmod 700/));
  chmodSync(folder, 0o700);
  rmSync(path);
  await assert.rejects(start(flags), saying(new RegExp(`is missing: .*${id}`)));
  await assert.rejects(open({ ...flags, "digest-secret": fresh }), saying(/not both/));
  await assert.rejects(open({ "digest-secret": "short" }), saying(/32 characters/));
});

test("a deleted account takes its key along", async () => {
  const folder = newFolder();
  const service = await startTestService({ flags: { "digest-keys-dir": folder } });
  const account = await fillAccount(service, "dunnock");
  await selectWith(service, account);
  const path = join(folder, `${account.accountId}.key`);
  assert.ok(existsSync(path));
  const gone = await account.browser.call("DELETE", "/account", { body: { confirm: "org dunnock" } });
  assert.equal(gone.status, 200, gone.text);
  assert.ok(!existsSync(path));
  assert.deepEqual(await service.context.digestKeys.strays(), []);
  await service.close();
});
