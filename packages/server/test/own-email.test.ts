// A person changes their own address: with the password, not without end, and the old mailbox hears of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { AuditEntry, Me, Page } from "@signalbox/contracts";

import { createResetLink } from "../src/services/auth/providers/password.ts";
import { decodeMail, startSmtpSink, type SmtpSink } from "./smtp-sink.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const PASSWORD = "one slow brown river";

let sink: SmtpSink;
let service: TestService;
before(async () => {
  sink = await startSmtpSink();
  service = await startTestService({
    flags: { "smtp-url": sink.url, "public-url": "https://router.example.org" },
  });
});
after(async () => {
  await service.close();
  await sink.close();
});

const signUp = async (email: string, at: TestService = service): Promise<TestBrowser> => {
  const browser = at.browser();
  await browser.post("/auth/sign-up", { email, password: PASSWORD });
  return browser;
};

const change = (browser: TestBrowser, email: string, password?: string) =>
  browser.call("POST", "/auth/email", { body: { email, ...(password !== undefined && { password }) } });

test("an address changes with the password alone, the old one is informed, and the audit log says so", async () => {
  const browser = await signUp("before@example.org");
  assert.equal((await browser.call("GET", "/keys")).status, 200, "a new person waits for no mail");
  assert.equal((await change(browser, "after@example.org")).status, 422);
  assert.equal((await change(browser, "after@example.org", "wrong")).status, 403);
  assert.equal((await change(browser, "after@example.org", PASSWORD)).status, 200);
  assert.equal((await browser.get<Me>("/auth/me")).user.email, "after@example.org");
  assert.match(decodeMail(await sink.nextMessage()), /^To: before@example\.org[\s\S]*after@example\.org/m);
  const { data } = await browser.get<Page<AuditEntry>>("/audit-log?action=user.change_email");
  assert.deepEqual(
    data.map(({ details }) => details["to"]),
    ["after@example.org"],
  );
  await service.browser().post("/auth/sign-in", { email: "after@example.org", password: PASSWORD });
  assert.equal(
    (
      await service
        .browser()
        .call("POST", "/auth/sign-in", { body: { email: "before@example.org", password: PASSWORD } })
    ).status,
    401,
  );
});

test("an address that another person has, or that only looks like one, is refused", async () => {
  const browser = await signUp("asker@example.org");
  const owner = await signUp("taken@example.org");
  assert.equal((await change(browser, "Taken@example.org", PASSWORD)).status, 409);
  assert.equal((await change(browser, "ｔaken@example.org", PASSWORD)).status, 422);
  assert.equal((await owner.get<Me>("/auth/me")).user.email, "taken@example.org");
  assert.equal((await browser.get<Me>("/auth/me")).user.email, "asker@example.org");
});

test("a person asks for three addresses in a quarter of an hour, no more", async () => {
  const browser = await signUp("restless@example.org");
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1)
    statuses.push((await change(browser, `restless${round}@example.org`, PASSWORD)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

test("a reset link of the old address ends with it", async () => {
  const plain = await startTestService();
  try {
    const browser = await signUp("old@example.org", plain);
    const link = await createResetLink(plain.context, "old@example.org");
    assert.equal((await change(browser, "new@example.org", PASSWORD)).status, 200);
    const body = { token: link.split("#token=")[1], password: "another slow brown river" };
    assert.equal((await plain.browser().call("POST", "/auth/reset", { body })).status, 401);
  } finally {
    await plain.close();
  }
});
