// Addresses are proved by a mailed link: once, in time, by the one who reads the mail, and nothing tells who is here.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { AuditEntry, ChangedEmail, InvitedMember, Me, Page, VerifiedEmail } from "@signalbox/contracts";

import { vouchForEmail } from "../src/services/auth/email/verify-email.ts";
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

const signUp = async (email: string): Promise<TestBrowser> => {
  const browser = service.browser();
  await browser.post("/auth/sign-up", { email, password: PASSWORD });
  return browser;
};

/** The token in the next mail, which must go to this address. */
async function mailedTo(email: string): Promise<string> {
  const message = decodeMail(await sink.nextMessage());
  assert.match(message, new RegExp(`^To: ${email.replaceAll(".", "\\.")}`, "m"));
  const token = /https:\/\/router\.example\.org\/verify#token=([\w-]{43})/.exec(message)?.[1];
  assert.ok(token !== undefined, message);
  return token;
}

const verify = (token: string) => service.browser().call("POST", "/auth/verify-email", { body: { token } });

async function verifiedAs(email: string): Promise<TestBrowser> {
  const browser = await signUp(email);
  assert.equal((await verify(await mailedTo(email))).status, 200);
  return browser;
}

test("a new person reaches nothing but their own sign-in until they open the mailed link, once", async () => {
  const browser = await signUp("new@example.org");
  const token = await mailedTo("new@example.org");
  const before = await browser.get<Me>("/auth/me");
  assert.deepEqual([before.lacks_verified_email, before.user.email_verified], [true, false]);
  const refused = await browser.call("GET", "/keys");
  assert.equal(refused.status, 403);
  assert.match(refused.text, /not verified/);
  const opened = await verify(token);
  assert.equal((opened.body as VerifiedEmail).email, "new@example.org");
  assert.equal(opened.headers["set-cookie"], undefined, "the link signs nobody in");
  assert.equal((await browser.call("GET", "/keys")).status, 200);
  assert.equal((await browser.get<Me>("/auth/me")).lacks_verified_email, false);
  const log = await browser.get<Page<AuditEntry>>("/audit-log?action=user.verify_email");
  assert.equal(log.data.length, 1);
  const again = await verify(token);
  const unknown = await verify("x".repeat(43));
  assert.deepEqual(
    [again.status, again.body],
    [401, { ...(unknown.body as object), request_id: (again.body as { request_id: string }).request_id }],
  );
});

test("only the digest of a link is kept, and a link ends in time and with the next one", async () => {
  const browser = await signUp("late@example.org");
  const first = await mailedTo("late@example.org");
  await browser.post("/auth/email/resend", undefined, 202);
  const second = await mailedTo("late@example.org");
  assert.equal((await verify(first)).status, 401);
  const { user } = await browser.get<Me>("/auth/me");
  const kept = await service.context.storage.emailVerifications.findByUser({
    userId: user.id,
    nowMs: service.clock.ms,
  });
  assert.ok(kept !== undefined && !JSON.stringify(kept).includes(second));
  service.clock.ms += service.context.config.accounts.linkTtlS * 1000;
  assert.equal((await verify(second)).status, 401);
});

test("the link is mailed again three times in a quarter of an hour, no more", async () => {
  const browser = await signUp("eager@example.org");
  await mailedTo("eager@example.org");
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1)
    statuses.push((await browser.call("POST", "/auth/email/resend")).status);
  assert.deepEqual(statuses, [202, 202, 202, 429]);
  for (let round = 0; round < 3; round += 1) await mailedTo("eager@example.org");
});

test("links are not to be guessed without end", async () => {
  const browser = service.browser("192.0.2.200");
  const statuses: number[] = [];
  for (let round = 0; round < 12; round += 1)
    statuses.push(
      (await browser.call("POST", "/auth/verify-email", { body: { token: `t${round}` } })).status,
    );
  assert.deepEqual(new Set(statuses), new Set([401, 429]));
});

test("an invited member proves the address too: the owner has seen the invitation", async () => {
  const owner = await verifiedAs("host@example.org");
  const { link } = await owner.post<InvitedMember>(
    "/members",
    { email: "guest@example.org", role: "member" },
    201,
  );
  assert.match(decodeMail(await sink.nextMessage()), /invited/);
  const guest = service.browser();
  await guest.post("/auth/accept-invite", { token: link.split("#token=")[1], password: PASSWORD });
  assert.equal((await guest.call("GET", "/keys")).status, 403);
  await verify(await mailedTo("guest@example.org"));
  assert.equal((await guest.call("GET", "/keys")).status, 200);
});

test("an address changes when its link is opened, and the old one is informed", async () => {
  const browser = await verifiedAs("before@example.org");
  const change = (body: object) => browser.call("POST", "/auth/email", { body });
  assert.equal((await change({ email: "after@example.org" })).status, 422);
  assert.equal((await change({ email: "after@example.org", password: "wrong" })).status, 403);
  const asked = await change({ email: "after@example.org", password: PASSWORD });
  assert.deepEqual([asked.status, (asked.body as ChangedEmail).is_changed], [202, false]);
  assert.equal((await browser.get<Me>("/auth/me")).user.email, "before@example.org");
  await verify(await mailedTo("after@example.org"));
  assert.match(decodeMail(await sink.nextMessage()), /^To: before@example\.org[\s\S]*after@example\.org/m);
  const { user } = await browser.get<Me>("/auth/me");
  assert.deepEqual([user.email, user.email_verified], ["after@example.org", true]);
  await service.browser().post("/auth/sign-in", { email: "after@example.org", password: PASSWORD });
});

test("asking for an address that somebody has is answered like any other, and its owner keeps it", async () => {
  const [browser, owner] = [await verifiedAs("asker@example.org"), await verifiedAs("taken@example.org")];
  const ask = (email: string) => browser.call("POST", "/auth/email", { body: { email, password: PASSWORD } });
  const [taken, free] = [await ask("taken@example.org"), await ask("free@example.org")];
  assert.deepEqual([taken.status, taken.body], [free.status, free.body]);
  const messages = [decodeMail(await sink.nextMessage()), decodeMail(await sink.nextMessage())];
  const token = /verify#token=([\w-]{43})/.exec(messages.find((text) => /^To: free@/m.test(text)) ?? "")?.[1];
  await verify(token ?? "");
  await sink.nextMessage();
  assert.equal((await owner.get<Me>("/auth/me")).user.email, "taken@example.org");
});

test("signing up with an address that is taken sends no mail and is answered like a wrong password", async () => {
  await verifiedAs("known@example.org");
  const body = { email: "known@example.org", password: "not the right password" };
  const [taken, wrong] = [
    await service.browser("192.0.2.10").call("POST", "/auth/sign-up", { body }),
    await service.browser("192.0.2.11").call("POST", "/auth/sign-in", { body }),
  ];
  assert.deepEqual([taken.status, wrong.status], [401, 401]);
  await signUp("next@example.org");
  await mailedTo("next@example.org");
});

test("the operator vouches for a person whom no mail reaches", async () => {
  const browser = await signUp("unreachable@example.org");
  await mailedTo("unreachable@example.org");
  await vouchForEmail(service.context, "unreachable@example.org");
  assert.equal((await browser.call("GET", "/keys")).status, 200);
  await assert.rejects(vouchForEmail(service.context, "nobody@example.org"), { code: "not_found" });
});

test("without a mail server nobody is asked, and an address changes after the password", async () => {
  const plain = await startTestService();
  try {
    const browser = plain.browser();
    await browser.post("/auth/sign-up", { email: "plain@example.org", password: PASSWORD });
    assert.equal((await browser.call("GET", "/keys")).status, 200);
    const body = { email: "renamed@example.org", password: PASSWORD };
    const changed = await browser.post<ChangedEmail>("/auth/email", body, 202);
    assert.equal(changed.is_changed, true);
    const { user } = await browser.get<Me>("/auth/me");
    assert.deepEqual([user.email, user.email_verified], ["renamed@example.org", false]);
    assert.equal((await browser.call("POST", "/auth/email/resend")).status, 409);
  } finally {
    await plain.close();
  }
  await assert.rejects(startTestService({ flags: { "mail-verification": "required" } }), {
    code: "invalid_configuration",
  });
});
