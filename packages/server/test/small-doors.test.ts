// Small ways in, each closed: unread streams, forged cursors, open files, keys of those who left, decisions of those who only read.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import type { ApiKeyWithSecret, Me } from "@signalbox/contracts";
import { openStorage } from "@signalbox/storage";

import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService({ flags: { "streams-max": "2" } });
  account = await fillAccount(service, "redshank");
});
after(() => service.close());

async function joinAs(
  role: "member" | "read_only",
  email: string,
): Promise<{ browser: TestBrowser; me: Me }> {
  const { link } = await account.browser.post<{ link: string }>("/members", { email, role }, 201);
  const browser = service.browser();
  const token = link.split("#token=")[1];
  const me = await browser.post<Me>("/auth/accept-invite", { token, password: "nine patient copper bells" });
  return { browser, me };
}

test("one account takes its share of live streams, and no more", async (t) => {
  const own = await startTestService({ flags: { "streams-max": "10" } });
  t.after(() => own.close());
  const [greedy, other] = [await fillAccount(own, "gull"), await fillAccount(own, "tern")];
  const url = await own.app.http.listen({ host: "127.0.0.1", port: 0 });
  const controller = new AbortController();
  const open = async ({ key }: FilledAccount): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${url}/api/v1/decisions/stream`, { headers, signal: controller.signal });
    return status;
  };
  const statuses = [await open(greedy), await open(greedy), await open(greedy), await open(other)];
  assert.deepEqual(statuses, [200, 200, 503, 200]);
  controller.abort();
});

test("a name that is not the service's opens nothing without a key", async (t) => {
  const own = await startTestService({ flags: { "public-url": "https://router.example.org" } });
  t.after(() => own.close());
  const { key } = await fillAccount(own, "dunlin");
  const ask = async (host: string, path: string, authorization?: string): Promise<number> => {
    const headers = { host, ...(authorization !== undefined && { authorization }) };
    return (await own.app.http.inject({ method: "GET", url: path, headers })).statusCode;
  };
  for (const path of ["/", "/api/v1/auth/options", "/docs", "/no/such/page"])
    assert.equal(await ask("evil.example", path), 403, path);
  assert.equal(await ask("evil.example:8787", "/api/v1/decisions", `Bearer ${key}`), 200);
  for (const host of [
    "router.example.org",
    "Router.Example.org:443",
    "127.0.0.1:8787",
    "[::1]:8787",
    "localhost",
    "signalbox:8787",
  ])
    assert.notEqual(await ask(host, "/api/v1/auth/options"), 403, host);
  for (const probe of ["/livez", "/readyz"]) assert.equal(await ask("pod-7.cluster", probe), 200, probe);
});

test("a HEAD of the stream opens none", async () => {
  for (let count = 0; count < 5; count += 1)
    assert.ok((await account.browser.call("HEAD", "/decisions/stream")).status >= 400);
});

test("a forged cursor is the caller's fault", async () => {
  for (const place of [
    [1e300, "x"],
    [0.5, "x"],
    [1, "a\u0000"],
  ]) {
    const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
    assert.equal((await account.browser.call("GET", `/decisions?cursor=${cursor}`)).status, 400);
  }
});

test("the database file is its owner's alone, in an open folder too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-open-"));
  const url = join(folder, "signalbox.db");
  const storage = await openStorage({ url });
  assert.equal(statSync(url).mode & 0o077, 0);
  await storage.close();
  rmSync(folder, { recursive: true });
});

test("the keys of a member who is removed stop working, and no others", async () => {
  const { browser, me } = await joinAs("member", "leaver@example.org");
  const { key } = await browser.post<ApiKeyWithSecret>("/keys", { name: "his own" }, 201);
  const status = async (secret: string): Promise<number> => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await service.browser().call("POST", "/model-select", { headers, body: CONVERSATION })).status;
  };
  assert.equal(await status(key), 200);
  assert.equal((await account.browser.call("DELETE", `/members/${me.user.id}`)).status, 200);
  assert.deepEqual([await status(key), await status(account.key)], [401, 200]);
});

test("a member who may only read makes no decisions, and still tries them out", async () => {
  const { browser } = await joinAs("read_only", "reader@example.org");
  assert.equal((await browser.call("POST", "/model-select", { body: CONVERSATION })).status, 403);
  assert.equal((await browser.call("POST", "/playground", { body: CONVERSATION })).status, 200);
});
