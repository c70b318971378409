// One person's decisions: found by whatever names them, given out whole, and erased without a trace in what is left.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import {
  DEFAULT_SCOPES,
  type ApiKeyWithSecret,
  type AuditEntry,
  type Page,
  type PrivacyCount,
  type PrivacyErased,
} from "@signalbox/contracts";

import { forgetMarked } from "../src/services/privacy/erase-decisions.ts";
import { fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-privacy-"));
let service: TestService;
before(async () => {
  service = await startTestService({ flags: { "data-dir": directory } });
});
after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

const bytesOnDisk = (): Buffer =>
  Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))));

const count = ({ browser }: FilledAccount, selection: object): Promise<PrivacyCount> =>
  browser.post<PrivacyCount>("/privacy/count", selection);

const erase = ({ browser }: FilledAccount, body: object) => browser.call("POST", "/privacy/erase", { body });

async function eraseAll(account: FilledAccount, selection: object): Promise<PrivacyErased> {
  const { to, decisions } = await count(account, selection);
  const answer = await erase(account, { ...selection, to, decisions });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as PrivacyErased;
}

test("a person's decisions are found by subject under every key there was, and no id of the person is kept", async () => {
  const account = await fillAccount(service, "avocet");
  await selectWith(service, account, { subject: "customer-4711-cedar" });
  const [earlier] = await service.context.digestKeys.of(account.accountId);
  const rotated = { accountId: account.accountId, from: earlier, to: `${"ab".repeat(32)},${earlier}` };
  assert.ok(await service.context.storage.accounts.setDigestKey(rotated));
  await selectWith(service, account, { subject: "customer-4711-cedar" });
  await selectWith(service, account, { subject: "customer-4712" });
  await service.context.journal.flush();
  assert.equal((await count(account, { subject: "customer-4711-cedar" })).decisions, 2);
  assert.equal((await count(account, { subject: "nobody" })).decisions, 0);
  assert.equal(bytesOnDisk().indexOf("customer-4711"), -1);
  assert.deepEqual([(await eraseAll(account, { subject: "customer-4711-cedar" })).decisions], [2]);
  assert.equal((await count(account, { subject: "customer-4712" })).decisions, 1);
});

test("erasure takes the text, the reports and the conversation, and leaves everybody else's", async () => {
  const account = await fillAccount(service, "plover");
  const other = await fillAccount(service, "redshank");
  await account.browser.call("PATCH", "/account", { body: { settings: { retention: "text" } } });
  const words = (text: string) => ({ messages: [{ role: "user", content: text }] });
  const first = await selectWith(service, account, words("marigold-secret one"));
  const next = { ...words("marigold-secret two"), previous_session: first.session_id };
  const second = await selectWith(service, account, next);
  const kept = await selectWith(service, account, words("teasel stays"));
  await account.browser.post("/feedback", { session_id: second.session_id, value: 0.5 });
  assert.notEqual(bytesOnDisk().indexOf("marigold-secret"), -1);
  const selection = { session_ids: [second.session_id, kept.session_id.replace(/.$/, "_")] };
  const strangers = await count(other, selection);
  const erased = await eraseAll(account, selection);
  assert.deepEqual(
    [strangers.decisions, erased],
    [0, { decisions: 2, feedback: 1, left_out: 0, remaining: 0 }],
  );
  const bytes = bytesOnDisk();
  assert.deepEqual([bytes.indexOf("marigold-secret"), bytes.indexOf("teasel stays") !== -1], [-1, true]);
  const gone = await account.browser.call("POST", "/model-select", {
    headers: { authorization: `Bearer ${account.key}` },
    body: { ...next, llm_providers: [{ model: "gpt-4o" }] },
  });
  assert.equal(gone.status, 404, gone.text);
  const { data } = await account.browser.get<Page<AuditEntry>>("/audit-log?action=privacy.erase");
  assert.deepEqual(data[0]?.details, { decisions: 2, feedback: 1, of: 2, by: ["session_ids", "to"] });
});

test("what was learned from erased decisions is fitted again without them, by any replica", async () => {
  const account = await fillAccount(service, "knot");
  const forgotten: string[] = [];
  await eraseAll(account, { key_id: account.ids["key"] });
  await forgetMarked(service.context, async (accountId) => void forgotten.push(accountId));
  // The service's own background may have been there first.
  assert.ok(forgotten.length === 0 || forgotten.includes(account.accountId));
  assert.deepEqual(await service.context.storage.instance.list("forget:"), []);
});

test("nothing is erased that was not counted and confirmed, or that nothing chooses", async () => {
  const account = await fillAccount(service, "ruff");
  const { to, decisions } = await count(account, { key_id: account.ids["key"] });
  const all = { key_id: account.ids["key"], to };
  const refused = await Promise.all([
    erase(account, { ...all, decisions: decisions + 1 }),
    erase(account, { ...all, decisions, subjct: "typing error" }),
    erase(account, { key_id: account.ids["key"], decisions }),
    account.browser.call("POST", "/privacy/count", { body: {} }),
    account.browser.call("POST", "/privacy/count", { body: { from: "yesterday" } }),
  ]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [409, 422, 422, 422, 422],
  );
  await selectWith(service, account);
  assert.equal((await count(account, { key_id: account.ids["key"] })).decisions, decisions + 1);
  assert.equal((await eraseAll(account, all)).decisions, decisions);
});

test("an export has each decision and its reports in lines, with the text that is kept", async () => {
  const account = await fillAccount(service, "snipe");
  await account.browser.call("PATCH", "/account", { body: { settings: { retention: "text" } } });
  const asked = { messages: [{ role: "user", content: "juniper words" }], subject: "s1" };
  const { session_id: id } = await selectWith(service, account, asked);
  await account.browser.post("/feedback", { session_id: id, value: 1 });
  const answer = await account.browser.call("POST", "/privacy/export", { body: { subject: "s1" } });
  assert.match(String(answer.headers["content-type"]), /ndjson/);
  const lines = answer.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    lines.map(({ type, sessionId }) => [type, sessionId]),
    [
      ["decision", id],
      ["feedback", id],
    ],
  );
  assert.match(JSON.stringify(lines[0]?.["text"]), /juniper words/);
});

async function joinAsMember({ browser }: FilledAccount, name: string): Promise<TestBrowser> {
  const invited = { email: `member-${name}@example.org`, role: "member" };
  const { link } = await browser.post<{ link: string }>("/members", invited, 201);
  const member = service.browser(`198.51.100.${90 + name.length}`);
  const token = link.split("#token=")[1];
  await member.post("/auth/accept-invite", { token, password: "seven loose purple kites" });
  return member;
}

const eraseWith = (key: string, path: string, body: object) =>
  service.browser().call("POST", path, { headers: { authorization: `Bearer ${key}` }, body });

test("a key erases a person's decisions where its scopes name privacy, and a key made without scopes does not", async () => {
  const account = await fillAccount(service, "godwit");
  const plain = await account.browser.post<ApiKeyWithSecret>("/keys", { name: "plain" }, 201);
  assert.deepEqual(plain.scopes, DEFAULT_SCOPES);
  const meant = { name: "erases", scopes: ["privacy"] };
  const eraser = await account.browser.post<ApiKeyWithSecret>("/keys", meant, 201);
  await selectWith(service, account, { subject: "customer-1" });
  const selection = { subject: "customer-1" };
  const counted = await eraseWith(eraser.key, "/privacy/count", selection);
  const { to, decisions } = counted.body as PrivacyCount;
  assert.equal(decisions, 1);
  const all = { ...selection, to, decisions };
  for (const key of [plain.key, account.key])
    assert.equal((await eraseWith(key, "/privacy/erase", all)).status, 403);
  const erased = await eraseWith(eraser.key, "/privacy/erase", all);
  assert.deepEqual(erased.body, { decisions: 1, feedback: 0, left_out: 0, remaining: 0 });
  const select = { messages: "hello", llm_providers: ["openai/gpt-4o"] };
  assert.equal((await eraseWith(eraser.key, "/model-select", select)).status, 403);
  const { data } = await account.browser.get<Page<AuditEntry>>("/audit-log?action=privacy.erase");
  assert.match(JSON.stringify(data[0]), new RegExp(`API key ${eraser.id}`));
});

test("a member who is no owner makes, changes and rotates no key that erases", async () => {
  const account = await fillAccount(service, "dotterel");
  const member = await joinAsMember(account, "dotterel");
  const made = await member.post<ApiKeyWithSecret>("/keys", { name: "of a member" }, 201);
  const meant = { name: "erases", scopes: ["privacy"] };
  const eraser = await account.browser.post<ApiKeyWithSecret>("/keys", meant, 201);
  const answers = [
    await member.call("POST", "/keys", { body: meant }),
    await member.call("PATCH", `/keys/${made.id}`, { body: { scopes: ["select", "privacy"] } }),
    await member.call("PATCH", `/keys/${eraser.id}`, { body: { addresses: null } }),
    await member.call("POST", `/keys/${eraser.id}/rotate`, { body: {} }),
    await member.call("PATCH", `/keys/${eraser.id}`, { body: { scopes: ["read"] } }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 403, 200],
  );
});

test("members who are no owners neither count, nor export, nor erase", async () => {
  const account = await fillAccount(service, "stint");
  const member = await joinAsMember(account, "stint");
  const body = { subject: "x" };
  const whole = { ...body, to: "2027-01-01T00:00:00Z", decisions: 1 };
  const answers = [
    await member.call("POST", "/privacy/count", { body }),
    await member.call("POST", "/privacy/export", { body }),
    await member.call("POST", "/privacy/erase", { body: whole }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403],
  );
});
