// The audit log as evidence: what is in it, that nobody can change it unseen, and that nobody can fill the disk with it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";

import { SignalboxError, type AuditEntry, type AuditProof, type Page } from "@signalbox/contracts";

import { truncateAuditLog } from "../src/services/audit/audit-log.ts";
import { notingFailure, writeFailedSignIns } from "../src/services/audit/failed-sign-ins.ts";
import { proveAuditLog } from "../src/services/audit/verify-audit-log.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-audit-"));
let service: TestService;
before(async () => {
  const flags = { "data-dir": directory, "sign-in-attempts-max": "10000", "audit-days": "30" };
  service = await startTestService({ flags });
});
after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

/** As somebody who can write to the database, and has no key. */
function tamper(statement: string, ...values: readonly (string | number | null)[]): void {
  const database = new DatabaseSync(join(directory, "signalbox.db"));
  database.prepare(statement).run(...values);
  database.close();
}

async function proofOf({ browser }: FilledAccount, since?: string): Promise<AuditProof> {
  return browser.get<AuditProof>(`/audit-log/proof${since === undefined ? "" : `?since=${since}`}`);
}

const faultsOf = ({ breaks }: AuditProof): readonly unknown[] => breaks.map(({ seq, fault }) => [seq, fault]);

test("every entry is sealed, and a change without the key shows where it was made", async () => {
  const account = await fillAccount(service, "curlew");
  const sound = await proofOf(account);
  assert.deepEqual([sound.ok, sound.unsealed, sound.breaks], [true, 0, []]);
  assert.ok(sound.entries >= 4);
  const own = "account_id = ? and seq = 2";
  tamper(`update audit_log set actor_name = 'somebody else' where ${own}`, account.accountId);
  const altered = await proofOf(account);
  assert.deepEqual([altered.ok, faultsOf(altered)], [false, [[2, "altered"]]]);
  tamper(`delete from audit_log where ${own}`, account.accountId);
  assert.deepEqual(faultsOf(await proofOf(account)), [[3, "missing"]]);
});

test("entries cut off at the end show, also to anyone who noted the newest seal when its keeper was changed too", async () => {
  const account = await fillAccount(service, "whimbrel");
  const { head, entries } = await proofOf(account);
  const noted = head ?? "";
  assert.equal((await proofOf(account, noted)).ok, true);
  tamper("delete from audit_log where account_id = ? and seq = ?", account.accountId, entries);
  assert.deepEqual(faultsOf(await proofOf(account)), [[entries, "cut_off"]]);
  tamper(
    `update audit_heads set seq = seq - 1, digest = (select digest from audit_log l
      where l.account_id = audit_heads.account_id order by seq desc limit 1) where account_id = ?`,
    account.accountId,
  );
  assert.equal((await proofOf(account)).ok, true);
  assert.deepEqual(faultsOf(await proofOf(account, noted)), [[entries, "replaced"]]);
});

test("a log without any entry is itself the finding, and that of a new account has one", async () => {
  const account = await fillAccount(service, "avocet");
  tamper("delete from audit_log where account_id = ?", account.accountId);
  assert.equal((await proofOf(account)).ok, false);
  tamper("delete from audit_heads where account_id = ?", account.accountId);
  assert.deepEqual(faultsOf(await proofOf(account)), [[1, "missing"]]);
  const { items } = await service.context.storage.accounts.list({});
  for (const { id } of items.filter(({ id: other }) => other !== account.accountId)) {
    const proof = await proveAuditLog(service.context, id);
    assert.ok(proof.entries > 0, id);
  }
});

test("what outlived its days goes, the rest is still proved, and taking out more shows", async () => {
  const account = await fillAccount(service, "godwit");
  const { accountId, browser } = account;
  service.clock.ms += 31 * 86_400_000;
  await browser.post("/auth/sign-in", { email: "godwit@example.org", password: "nine patient copper bells" });
  const before = await proofOf(account);
  await truncateAuditLog(service.context, accountId);
  const { data } = await browser.get<Page<AuditEntry>>("/audit-log");
  assert.deepEqual(data.map(({ action }) => action).toSorted(), ["audit.truncate", "user.sign_in"]);
  const later = await proofOf(account, before.head ?? "");
  assert.deepEqual([later.ok, later.entries], [true, 2]);
  tamper("delete from audit_log where account_id = ? and action = 'user.sign_in'", accountId);
  assert.deepEqual(
    (await proofOf(account)).breaks.map(({ fault }) => fault),
    ["missing"],
  );
});

test("a rotated digest key seals what comes, and what it sealed before is still proved", async () => {
  const account = await fillAccount(service, "dunlin");
  await service.context.digestKeys.rotate(account.accountId);
  await account.browser.call("PATCH", "/account", { body: { name: "dunlin again" } });
  assert.equal((await proofOf(account)).ok, true);
});

const failuresOf = async ({ browser }: FilledAccount): Promise<readonly AuditEntry[]> =>
  (await browser.get<Page<AuditEntry>>("/audit-log?action=user.sign_in_failed&limit=200")).data;

const guess = (email: string, password: string, address = "192.0.2.80") =>
  service.browser(address).call("POST", "/auth/sign-in", { body: { email, password } });

test("failed sign-ins are noted with their source and reason, the address masked, and counted together", async () => {
  const account = await fillAccount(service, "sandpiper");
  for (const password of ["one wrong guess", "two wrong guesses", "three of them"])
    assert.equal((await guess("  sandpiper@example.org ", password)).status, 401);
  assert.equal((await guess("nobody-at-all@example.org", "a wrong guess")).status, 401);
  await writeFailedSignIns(service.context);
  const entries = await failuresOf(account);
  for (const { details, address, target } of entries) {
    assert.deepEqual([details["reason"], details["email"]], ["wrong_password", "s***@example.org"]);
    assert.deepEqual([address, target], ["192.0.2.80", account.ids["user"]]);
  }
  const attempts = entries.reduce((sum, { details }) => sum + Number(details["attempts"]), 0);
  assert.equal(attempts, 3);
  assert.equal((await proofOf(account)).ok, true);
});

const refuse = (): Promise<never> => Promise.reject(new SignalboxError("unauthenticated", "refused"));

test("an attacker with many addresses gets 20 entries an hour, and the rest is counted", async () => {
  const account = await fillAccount(service, "turnstone");
  const attack = async (from: number, count: number): Promise<void> => {
    for (let at = from; at < from + count; at += 1) {
      const attempt = {
        email: "turnstone@example.org",
        address: `2001:db8:${at}::1`,
        reasonOf: () => "wrong_password" as const,
      };
      await assert.rejects(notingFailure(service.context, attempt, refuse), /refused/);
    }
    await writeFailedSignIns(service.context);
  };
  await attack(0, 26);
  assert.equal((await failuresOf(account)).length, 20);
  service.clock.ms += 3_600_000;
  await attack(100, 1);
  const [newest, ...others] = await failuresOf(account);
  assert.equal(others.length, 20);
  assert.equal(newest?.details["left_out"], 6);
});

test("the export has every entry in a line, for those who may read the log", async () => {
  const account = await fillAccount(service, "phalarope");
  const answer = await account.browser.call("GET", "/audit-log/export");
  const lines = answer.text.trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
  assert.equal(answer.headers["content-type"], "application/x-ndjson; charset=utf-8");
  const { entries: count, head } = await proofOf(account);
  assert.equal(entries.length, count);
  const newest = entries.toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))[0];
  assert.equal(`${newest?.seq}:${newest?.seal}`, head);
});
