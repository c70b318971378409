// The audit log from the command line: what is whole, what was tampered with, and a key that is not where it should be.
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
    await storage.audit.append(
      {
        id: randomUUID(),
        accountId,
        atMs,
        actor,
        action: "key.create",
        targetId: null,
        details: {},
        ip: null,
      },
      KEY,
    );
  await storage.close();
  return { folder, accountId };
}

function tamper(folder: string, statement: string): void {
  const database = new DatabaseSync(join(folder, "signalbox.db"));
  database.exec(statement);
  database.close();
}

test("audit logs are proved without a running service, and a break has a place and an exit code", async () => {
  const { folder, accountId } = await install();
  const at = ["--data-dir", folder];
  const sound = await run(["audit", "verify", ...at]);
  assert.equal(sound.code, 0, sound.out);
  assert.match(sound.out, new RegExp(`^${accountId}: 3 entries are as they were written`));
  const head = /head (\S+)/.exec(sound.out)?.[1] ?? "";
  assert.equal((await run(["audit", "verify", "--since", head, ...at])).code, 0);
  tamper(folder, "update audit_log set action = 'key.revoke' where seq = 2");
  const broken = await run(["audit", "verify", ...at]);
  assert.equal(broken.code, 1);
  assert.match(broken.out, /Entry 2 of 1970-.* is not as it was sealed/);
  const seen = await run(["doctor", ...at]);
  assert.equal(seen.code, 1);
  assert.match(seen.out, /FIX +audit log .*Entry 2/);
});

test("an entry that was slipped in without a seal is found", async () => {
  const { folder, accountId } = await install();
  tamper(
    folder,
    `insert into audit_log (id, account_id, at_ms, actor_kind, actor_name, action, details)
      values ('x', '${accountId}', 900000000, 'system', 'nobody', 'key.create', '{}')`,
  );
  const { out } = await run(["doctor", "--data-dir", folder]);
  assert.match(out, /FIX +audit log .*1 entries have no seal/);
  const verified = await run(["audit", "verify", "--data-dir", folder]);
  assert.equal(verified.code, 1);
  assert.match(verified.out, /1 entries have no seal, the newest of 1970-01-11/);
});

test("the log is exported in lines, under a rotated key too", async () => {
  const { folder, accountId } = await install();
  const at = ["--data-dir", folder];
  assert.match((await run(["digest-keys", "rotate", ...at])).out, new RegExp(accountId));
  const { out } = await run(["audit", "export", ...at]);
  const seqs = out
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.deepEqual(seqs, [3, 2, 1]);
  assert.equal((await run(["audit", "verify", ...at])).code, 0);
});

test("a digest key that is not where it is configured to be is found, with what to do", async () => {
  const { folder, accountId } = await install();
  tamper(folder, "update accounts set digest_key = 'file:0123456789abcdef'");
  const { code, out } = await run(["doctor", "--data-dir", folder]);
  assert.equal(code, 1);
  assert.match(out, new RegExp(`FIX +digest keys .*${accountId}.*storage.digestKeysDir`));
});
