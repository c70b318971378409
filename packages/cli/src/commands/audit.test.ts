// The audit log from the command line, and a digest key that is not where it should be.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";

import { createLogger, loadConfig, openConfiguredStorage } from "@signalbox/server";

import { runCommand as run } from "../../test/run-command.ts";

const KEY = "ab".repeat(32);

async function install(): Promise<{ readonly folder: string; readonly accountId: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-audit-command-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": folder } });
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  const accountId = randomUUID();
  const account = { id: accountId, name: "Aviary", settings: {}, digestKey: KEY, claimTokenHash: null };
  await storage.accounts.create({ ...account, createdAtMs: 0 });
  const actor = { kind: "system", id: null, name: "test" } as const;
  for (const atMs of [1, 2, 3])
    await storage.audit.append({
      id: randomUUID(),
      accountId,
      atMs,
      actor,
      action: "key.create",
      targetId: null,
      details: {},
      ip: null,
    });
  await storage.close();
  return { folder, accountId };
}

function tamper(folder: string, statement: string): void {
  const database = new DatabaseSync(join(folder, "signalbox.db"));
  database.exec(statement);
  database.close();
}

test("the log is exported in lines, newest first", async () => {
  const { folder } = await install();
  const { out } = await run(["audit", "export", "--data-dir", folder]);
  const times = out
    .trim()
    .split("\n")
    .map((line) => Date.parse((JSON.parse(line) as { at: string }).at));
  assert.deepEqual(times, [3, 2, 1]);
});

test("a digest key that is not where it is configured to be is found, with what to do", async () => {
  const { folder, accountId } = await install();
  tamper(folder, "update accounts set digest_key = 'file:0123456789abcdef'");
  const { code, out } = await run(["doctor", "--data-dir", folder]);
  assert.equal(code, 1);
  assert.match(out, new RegExp(`FIX +digest keys .*${accountId}.*storage.digestKeysDir`));
});
