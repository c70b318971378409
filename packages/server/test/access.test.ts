import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { ApiKeyWithSecret, InvitedMember, Scope } from "@signalbox/contracts";
import { SCOPES } from "@signalbox/contracts";

import { ROUTES } from "../src/http/routes/index.ts";
import type { Route } from "../src/http/route.ts";
import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { isStream, sampleRequest } from "./sample-request.ts";
import type { Answer, TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "heron");
});
after(() => service.close());

const guarded = ROUTES.filter((route) => route.access.kind !== "public");
const unsafe = guarded.filter((route) => route.method !== "GET");

async function keyWith(scopes: readonly Scope[]): Promise<string> {
  return (await account.browser.post<ApiKeyWithSecret>("/keys", { name: "scoped", scopes }, 201)).key;
}

function callWithKey(route: Route, key: string): Promise<Answer> {
  const { path, body } = sampleRequest(route, "nothing");
  const init = body === undefined ? {} : { body };
  return service.browser().call(route.method, path, { ...init, headers: { authorization: `Bearer ${key}` } });
}

test("without credentials every guarded route answers 401, before it reads a body", async () => {
  for (const route of guarded) {
    const { path } = sampleRequest(route, "nothing");
    const answer = await service.browser().call(route.method, path, { body: "not what is asked for" });
    assert.equal(answer.status, 401, route.operationId);
  }
});

test("a key reaches only what its scope names, and never what is for persons", async () => {
  for (const scope of SCOPES) {
    const key = await keyWith([scope]);
    for (const route of guarded.filter((route) => !isStream(route))) {
      const { status } = await callWithKey(route, key);
      const isMeant = route.access.kind === "key" && route.access.scope === scope;
      assert.equal(status === 403, !isMeant, `${scope} ${route.operationId}: ${status}`);
    }
  }
});

test("a foreign page cannot make a signed-in browser change anything", async () => {
  const attacks: readonly Record<string, string>[] = [
    { "x-signalbox-csrf": "" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  for (const route of unsafe)
    for (const headers of attacks) {
      const { path, body } = sampleRequest(route, account.ids["preference"] ?? "");
      const init = body === undefined ? { headers } : { headers, body };
      const answer = await account.browser.call(route.method, path, init);
      assert.equal(answer.status, 403, `${route.operationId} ${JSON.stringify(headers)}`);
    }
  assert.equal((await account.browser.call("GET", "/auth/me")).status, 200);
});

test("behind a proxy that ends TLS a page of the public address may change things, and no other", async () => {
  const rename = (origin: string, browser: TestBrowser) =>
    browser.call("POST", "/keys", { body: { name: "by proxy" }, headers: { origin } });
  const outcomes: number[][] = [];
  for (const publicUrl of ["https://router.example/", "urn:router"]) {
    const proxied = await startTestService({ flags: { "public-url": publicUrl } });
    const { browser } = await fillAccount(proxied, "plover");
    const origins = ["https://router.example", "http://router.example", "https://evil.example", "null"];
    const answers = await Promise.all(origins.map((origin) => rename(origin, browser)));
    outcomes.push(answers.map(({ status }) => status));
    await proxied.close();
  }
  assert.deepEqual(outcomes, [
    [201, 403, 403, 403],
    [403, 403, 403, 403],
  ]);
});

test("a foreign page cannot sign a visitor in to an account of its choosing", async () => {
  const answer = await service.browser().call("POST", "/auth/sign-in", {
    headers: { "sec-fetch-site": "cross-site" },
    body: { email: "heron@example.org", password: "nine patient copper bells" },
  });
  assert.equal(answer.status, 403);
  assert.equal(answer.headers["set-cookie"], undefined);
});

test("a read-only member reads and changes nothing", async () => {
  const { link } = await account.browser.post<InvitedMember>(
    "/members",
    { email: "reader@example.org", role: "read_only" },
    201,
  );
  const reader = service.browser("198.51.100.77");
  const token = link.split("#token=")[1];
  await reader.post("/auth/accept-invite", { token, password: "seven loose purple kites" });
  assert.equal((await reader.call("GET", "/keys")).status, 200);
  const ownSignIn = ["signOut", "endSession", "changePassword", "changeEmail"];
  const ownAffairs = [...ownSignIn, "switchAccount", "removeMember"];
  const computesOnly = ["createReplay"];
  const isExempt = new Set([...ownAffairs, ...computesOnly]);
  const shared = unsafe.filter((route) => !isExempt.has(route.operationId));
  const selects = (route: Route): boolean => route.access.kind === "key" && route.access.scope === "select";
  for (const route of shared.filter((route) => !selects(route))) {
    const { path, body } = sampleRequest(route, account.ids["preference"] ?? "");
    const answer = await reader.call(route.method, path, body === undefined ? {} : { body });
    // A body that cannot be read may be refused before the role is looked at.
    const refusals = route.bodyKind === "multipart" ? [400, 403, 404, 422] : [403, 404, 422];
    assert.ok(refusals.includes(answer.status), `${route.operationId}: ${answer.status} ${answer.text}`);
  }
  const me = await reader.call("DELETE", `/members/${account.ids["user"]}`);
  assert.equal(me.status, 403);
});

test("services on two ports of one host keep their sessions apart, as browsers send cookies to every port", async () => {
  const browser = service.browser();
  const signIn = async (port: number): Promise<string> => {
    const body = { email: "heron@example.org", password: "nine patient copper bells" };
    const answer = await browser.call("POST", "/auth/sign-in", {
      body,
      headers: { host: `127.0.0.1:${port}` },
    });
    assert.equal(answer.status, 200, answer.text);
    return /^signalbox_session_(\d+)=/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
  };
  assert.deepEqual([await signIn(8787), await signIn(8788)], ["8787", "8788"]);
  for (const [port, status] of [
    [8787, 200],
    [8788, 200],
    [8789, 401],
  ] as const) {
    const answer = await browser.call("GET", "/auth/me", { headers: { host: `127.0.0.1:${port}` } });
    assert.equal(answer.status, status);
  }
});

test("the session cookie is out of reach of scripts, other sites and plain connections", async () => {
  const plain = await service.browser("198.51.100.78").call("POST", "/auth/sign-in", {
    body: { email: "heron@example.org", password: "nine patient copper bells" },
  });
  assert.match(
    String(plain.headers["set-cookie"]),
    /^signalbox_session_80=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+,signalbox_known_80=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  );
  assert.ok(!plain.text.includes(String(plain.headers["set-cookie"]).split("=")[1]?.split(";")[0] ?? ""));
  const behindTls = await startTestService({ flags: { "trust-proxy": "true" } });
  const secure = await behindTls.browser().call("POST", "/auth/sign-up", {
    headers: { "x-forwarded-proto": "https" },
    body: { email: "tls@example.org", password: "nine patient copper bells" },
  });
  await behindTls.close();
  assert.equal(secure.headers["strict-transport-security"], "max-age=31536000");
  assert.equal(plain.headers["strict-transport-security"], undefined);
  assert.match(
    String(secure.headers["set-cookie"]),
    /^__Host-signalbox=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure,__Host-signalbox-known=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
});

test("behind a proxy that appends, the caller's own x-forwarded-for says nothing", async () => {
  for (const trusted of ["1", "10.0.0.0/8"]) {
    const behind = await startTestService({ flags: { "trust-proxy": trusted } });
    const ask = (forwarded: string) =>
      behind.app.http.inject({
        url: "/metrics",
        remoteAddress: "10.0.0.2",
        headers: { "x-forwarded-for": forwarded },
      });
    const [forged, real] = [await ask("127.0.0.1, 203.0.113.9"), await ask("203.0.113.9, 127.0.0.1")];
    await behind.close();
    assert.deepEqual([forged.statusCode, real.statusCode], [401, 200], trusted);
  }
});

test("a revoked key is refused on its very next call", async () => {
  const created = await account.browser.post<ApiKeyWithSecret>("/keys", { name: "short-lived" }, 201);
  const call = () =>
    service.browser().call("POST", "/model-select", {
      headers: { authorization: `Bearer ${created.key}` },
      body: CONVERSATION,
    });
  assert.equal((await call()).status, 200);
  assert.equal((await account.browser.call("DELETE", `/keys/${created.id}`)).status, 200);
  assert.equal((await call()).status, 401);
});
