// Help that an operator gives a person who cannot sign in: a password for a time where single sign-on is required.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { createLogger, loadConfig, openConfiguredStorage } from "@signalbox/server";
import type { Storage } from "@signalbox/storage";

import { runCommand, type Outcome } from "../../test/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-sign-in-commands-"));
const ids = { account: randomUUID(), user: randomUUID() };
const EMAIL = "ada@example.org";
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]): Promise<Outcome> =>
  runCommand([...args, "--data-dir", folder, "--log-level", "silent"]);

async function withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": folder } });
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

before(() =>
  withStorage(async ({ accounts, users, memberships }) => {
    const account = { name: "Aviary", settings: {}, digestKey: "ab".repeat(32), claimTokenHash: null };
    await accounts.create({ id: ids.account, ...account, createdAtMs: 0 });
    const user = { name: "Ada", passwordHash: null, lastSignInAtMs: null, emailVerifiedAtMs: null };
    await users.create({ id: ids.user, email: EMAIL, ...user, createdAtMs: 0 });
    await memberships.create({ accountId: ids.account, userId: ids.user, role: "owner", createdAtMs: 0 });
  }),
);

const actions = () =>
  withStorage(async ({ audit }) => {
    const { items } = await audit.list({ accountId: ids.account });
    return items.map(({ action, actor }) => `${action} by ${actor.name}`);
  });

test("a person is let in without single sign-on for the time that was given, and the audit log says by whom", async () => {
  const startedMs = Date.now();
  const { code, out } = await run("reset-password", EMAIL, "--allow-minutes", "30");
  assert.equal(code, 0, out);
  const until = Number(await withStorage(({ instance }) => instance.find(`password-allowed:${ids.user}`)));
  assert.ok(until >= startedMs + 30 * 60_000 && until <= Date.now() + 30 * 60_000);
  assert.ok(
    out.includes(`${EMAIL} may sign in without single sign-on until ${new Date(until).toISOString()}.`),
  );
  assert.ok((await actions()).some((line) => line.startsWith("user.allow_password by ")));
});

test("a person whom the installation does not know, or a time of no minutes, is refused", async () => {
  const before = await actions();
  const refused: readonly (readonly string[])[] = [
    ["reset-password"],
    ["reset-password", "nobody@example.org", "--allow-minutes", "30"],
    ["reset-password", EMAIL, "--allow-minutes", "0"],
    ["reset-password", EMAIL, "--allow-minutes", "1441"],
  ];
  for (const args of refused) {
    const { code, error } = await run(...args);
    assert.notEqual(code, 0, args.join(" "));
    assert.ok(error.length > 10, args.join(" "));
  }
  assert.deepEqual(await actions(), before);
});
