import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Account, AuditEntry, InvitedMember, Me, Member, Page } from "@signalbox/contracts";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
let owner: TestBrowser;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "avocet");
  owner = account.browser;
});
after(() => service.close());

const PASSWORD = "eight narrow yellow doors";
let address = 0;

async function invite(email: string, role = "member"): Promise<InvitedMember> {
  return owner.post<InvitedMember>("/members", { email, role }, 201);
}

function accept({ link }: InvitedMember, password = PASSWORD) {
  address += 1;
  const browser = service.browser(`192.0.2.${address}`);
  const token = link.split("#token=")[1];
  return browser
    .call("POST", "/auth/accept-invite", { body: { token, password } })
    .then((answer) => ({ answer, browser }));
}

test("an invitation makes a member once, with the role it names", async () => {
  const invited = await invite("new@example.org", "read_only");
  assert.match(invited.link, /^http:\/\/127\.0\.0\.1:\d+\/invite#token=[\w-]{43}$/);
  assert.equal(invited.mailed, false);
  const { answer, browser } = await accept(invited);
  assert.equal(answer.status, 200, answer.text);
  const me = await browser.get<Me>("/auth/me");
  assert.deepEqual([me.role, me.account.id], ["read_only", account.accountId]);
  assert.equal((await accept(invited)).answer.status, 401);
  const { data } = await owner.get<Page<Member>>("/members");
  const joined = data.find((member) => member.email === "new@example.org" && member.status === "active");
  assert.equal(joined?.last_seen_at, new Date(service.clock.ms).toISOString());
});

test("one mailbox is invited three times in fifteen minutes at most, no matter who invites", async () => {
  const body = { email: "flooded@example.org", role: "member" };
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1)
    statuses.push((await owner.call("POST", "/members", { body })).status);
  assert.deepEqual(statuses, [201, 201, 201, 429, 429]);
  const spelling = { email: "flooded+news@example.org", role: "member" };
  assert.equal((await owner.call("POST", "/members", { body: spelling })).status, 429);
  await invite("another@example.org");
  service.clock.ms += 15 * 60_000;
  await invite("flooded@example.org");
});

test("an account has a hundred open invitations at most", async () => {
  const crowd = await fillAccount(service, "starling");
  const statuses = new Set<number>();
  for (let count = 0; count < 101; count += 1) {
    const body = { email: `guest-${count}@example.org`, role: "member" };
    statuses.add((await crowd.browser.call("POST", "/members", { body })).status);
  }
  assert.deepEqual([...statuses], [201, 409]);
});

test("an account sends two hundred invitations in a day at most, whatever it withdraws", async () => {
  const crowd = await fillAccount(service, "dotterel");
  const send = async (count: number): Promise<number> => {
    service.clock.ms += 1_000;
    const body = { email: `guest-${count}@example.net`, role: "member" };
    const sent = await crowd.browser.call("POST", "/members", { body });
    const { member } = sent.body as { readonly member?: Member };
    if (member !== undefined) await crowd.browser.call("DELETE", `/members/${member.id}`);
    return sent.status;
  };
  // The filled account has sent the first one.
  for (let count = 1; count < 200; count += 1) assert.equal(await send(count), 201, `invitation ${count}`);
  assert.equal(await send(200), 429);
  service.clock.ms += 86_400_000;
  assert.equal(await send(201), 201);
});

test("a person who is known here joins with their password and not without it", async () => {
  const known = service.browser("192.0.2.200");
  await known.post("/auth/sign-up", { email: "known@example.org", password: PASSWORD });
  const invited = await invite("known@example.org");
  assert.equal((await accept(invited, "not the password")).answer.status, 401);
  const { browser } = await accept(invited);
  assert.equal((await browser.get<Me>("/auth/me")).account.id, account.accountId);
});

test("a person of two organisations turns the browser from one to the other, and to no third", async () => {
  const email = "both@example.org";
  const both = service.browser("192.0.2.201");
  const own = await both.post<Me>("/auth/sign-up", { email, password: PASSWORD, organisation: "Own" });
  await accept(await invite(email, "read_only"));
  const { accounts } = await both.get<Me>("/auth/me");
  assert.deepEqual(accounts.map((item) => item.role).sort(), ["owner", "read_only"]);
  const me = await both.post<Me>("/auth/switch", { account_id: account.accountId });
  assert.deepEqual([me.account.id, me.role], [account.accountId, "read_only"]);
  assert.equal((await both.call("POST", "/keys", { body: { name: "k" } })).status, 403);
  const stranger = await fillAccount(service, "godwit");
  const answer = await both.call("POST", "/auth/switch", { body: { account_id: stranger.accountId } });
  assert.equal(answer.status, 404);
  assert.equal((await both.post<Me>("/auth/switch", { account_id: own.account.id })).role, "owner");
});

test("a withdrawn or expired invitation opens nothing", async () => {
  const withdrawn = await invite("withdrawn@example.org");
  assert.equal((await owner.call("DELETE", `/members/${withdrawn.member.id}`)).status, 200);
  assert.equal((await accept(withdrawn)).answer.status, 401);
  const late = await invite("late@example.org");
  service.clock.ms += 86_400_001;
  assert.equal((await accept(late)).answer.status, 401);
});

test("a role counts from the next request on, and a removed member is out immediately", async () => {
  const { browser } = await accept(await invite("mover@example.org", "read_only"));
  const { user } = await browser.get<Me>("/auth/me");
  assert.equal((await browser.call("POST", "/keys", { body: { name: "k" } })).status, 403);
  await owner.call("PATCH", `/members/${user.id}`, { body: { role: "member" } });
  assert.equal((await browser.call("POST", "/keys", { body: { name: "k" } })).status, 201);
  assert.equal((await browser.call("PATCH", `/members/${user.id}`, { body: { role: "owner" } })).status, 403);
  assert.equal((await owner.call("DELETE", `/members/${user.id}`)).status, 200);
  assert.equal((await browser.call("GET", "/auth/me")).status, 401);
});

test("an account never loses its last owner", async () => {
  const path = `/members/${account.ids["user"]}`;
  assert.equal((await owner.call("DELETE", path)).status, 409);
  assert.equal((await owner.call("PATCH", path, { body: { role: "member" } })).status, 409);
  assert.equal((await owner.get<Me>("/auth/me")).role, "owner");
});

test("settings change member by member, and the audit log tells from what to what", async () => {
  const patch = (settings: object) => owner.call("PATCH", "/account", { body: { settings } });
  assert.equal((await patch({ retention: "text" })).status, 200);
  service.clock.ms += 1000;
  assert.equal((await patch({ learning_enabled: false })).status, 200);
  const { settings } = await owner.get<Account>("/account");
  assert.deepEqual([settings.retention, settings.learning_enabled], ["text", false]);
  assert.equal((await patch({ exploration_rate: 0.9 })).status, 422);
  assert.equal((await patch({ default_preference_id: "not mine" })).status, 422);
  const { data } = await owner.get<Page<AuditEntry>>("/audit-log?action=account.update");
  assert.deepEqual(data.at(-1)?.details["settings"], { retention: { from: "none", to: "text" } });
});

test("names hold any script, emoji and markup, and come back as they were typed", async () => {
  for (const name of ["<script>alert(1)</script>", "شركة الإشارة", "🚂 Łódź", "a\u202eb"]) {
    const answer = await owner.call("PATCH", "/account", { body: { name } });
    assert.equal((answer.body as Account).name, name);
  }
});

test("the export holds everything of the account, line by line, and no secret", async () => {
  const answer = await owner.call("GET", "/account/export");
  assert.match(String(answer.headers["content-disposition"]), /^attachment/);
  const records = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  const types = new Set(records.map((record) => record.type));
  for (const type of [
    "account",
    "member",
    "invite",
    "key",
    "preference",
    "preference_version",
    "decision",
    "feedback",
  ])
    assert.ok(types.has(type), type);
  for (const type of ["model_override", "custom_router", "audit"]) assert.ok(types.has(type), type);
  assert.ok(!/"(hash|passwordHash|tokenHash|digestKey)"/.test(answer.text));
  assert.ok(!answer.text.includes(account.key));
});
