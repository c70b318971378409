// The audit log: what is in it, how long, and that nobody can fill the disk with it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { SignalboxError, type AuditEntry, type Page } from "@signalbox/contracts";

import { notingFailure, writeFailedSignIns } from "../src/services/audit/failed-sign-ins.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-audit-"));
let service: TestService;
before(async () => {
  const flags = { "data-dir": directory, "sign-in-attempts-max": "10000" };
  service = await startTestService({ flags });
});
after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
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
  const { data } = await account.browser.get<Page<AuditEntry>>("/audit-log?limit=200");
  assert.deepEqual(entries, data);
});
