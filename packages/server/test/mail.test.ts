import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { AuthOptions, InvitedMember } from "@signalbox/contracts";

import { decodeMail, startSmtpSink, type SmtpSink } from "./smtp-sink.ts";
import { startTestService, type TestService } from "./test-service.ts";

let sink: SmtpSink;
let service: TestService;
before(async () => {
  sink = await startSmtpSink();
  service = await startTestService({
    flags: {
      "smtp-url": sink.url,
      "mail-from": "router@example.org",
      "public-url": "https://router.example.org",
    },
  });
});
after(async () => {
  await service.close();
  await sink.close();
});

const PASSWORD = "one slow brown river";

test("a reset link comes by mail, leads to the configured address, and works", async () => {
  await service.browser().post("/auth/sign-up", { email: "mail@example.org", password: PASSWORD });
  assert.equal((await service.browser().get<AuthOptions>("/auth/options")).smtp_configured, true);
  const body = { email: "mail@example.org" };
  const ask = (host: string) =>
    service.browser().call("POST", "/auth/reset-request", { headers: { host }, body });
  assert.equal((await ask("evil.example")).status, 403);
  // A host that is admitted does not end up in the link either.
  assert.equal((await ask("signalbox")).status, 202);
  const message = decodeMail(await sink.nextMessage());
  assert.match(message, /^To: mail@example\.org/m);
  const token = /https:\/\/router\.example\.org\/reset#token=([\w-]{43})/.exec(message)?.[1];
  await service.browser().post("/auth/reset", { token, password: "another slow brown river" });
});

test("an unknown address gets no mail and the same answer", async () => {
  const ask = (email: string) => service.browser("192.0.2.60").post("/auth/reset-request", { email }, 202);
  assert.deepEqual(await ask("nobody@example.org"), await ask("mail@example.org"));
  assert.match(await sink.nextMessage(), /^To: mail@example\.org/m);
});

test("an invitation is mailed and its link is shown to the owner too", async () => {
  const owner = service.browser("192.0.2.61");
  await owner.post("/auth/sign-up", { email: "inviter@example.org", password: PASSWORD });
  const invited = await owner.post<InvitedMember>(
    "/members",
    { email: "guest@example.org", role: "member" },
    201,
  );
  assert.equal(invited.mailed, true);
  assert.ok(decodeMail(await sink.nextMessage()).includes(invited.link));
});

test("a line break in an address cannot smuggle in headers", async () => {
  const email = "a@example.org\r\nBcc:b@example.org";
  assert.equal(
    (await service.browser().call("POST", "/auth/reset-request", { body: { email } })).status,
    422,
  );
});

test("a mail server that is gone stops nothing: the owner still has the link", async () => {
  const lost = await startTestService({
    flags: { "smtp-url": "smtp://127.0.0.1:9" },
  });
  const owner = lost.browser();
  await owner.post("/auth/sign-up", { email: "inviter@example.org", password: PASSWORD });
  const invited = await owner.post<InvitedMember>(
    "/members",
    { email: "guest@example.org", role: "member" },
    201,
  );
  await lost.close();
  assert.equal(invited.mailed, false);
  assert.match(invited.link, /#token=/);
});
