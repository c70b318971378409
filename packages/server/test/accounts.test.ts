import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { ApiKeyWithSecret, Me, Page, BrowserSession } from "@signalbox/contracts";

import { newKey } from "../src/services/keys/new-key.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const PASSWORD = "four quiet green wagons";
const alice = { email: "alice@example.org", password: PASSWORD, name: "Alice", organisation: "Acme" };
const aliceSignIn = { email: alice.email, password: alice.password };

test("signing up opens an account with its owner and signs the browser in", async () => {
  const browser = service.browser();
  const me = await browser.post<Me>("/auth/sign-up", alice);
  assert.equal(me.role, "owner");
  assert.equal(me.account.name, "Acme");
  assert.equal(me.user.email, "alice@example.org");
  assert.deepEqual(await browser.get<Me>("/auth/me"), me);
});

test("a second click of the sign-up form signs in to the same account, another password does not", async () => {
  const browser = service.browser();
  const me = await browser.post<Me>("/auth/sign-up", alice);
  assert.equal(me.account.name, "Acme");
  const other = await service
    .browser()
    .call("POST", "/auth/sign-up", { body: { ...alice, password: "something else 1" } });
  assert.equal(other.status, 401);
});

test("two submissions of one sign-up form at the same moment make one account", async () => {
  const body = { email: "double@example.org", password: PASSWORD };
  const answers = await Promise.all(
    [1, 2, 3].map((last) => service.browser(`192.0.2.7${last}`).call("POST", "/auth/sign-up", { body })),
  );
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200],
  );
  assert.equal(new Set(answers.map((answer) => (answer.body as Me).account.id)).size, 1);
});

test("the bootstrap account is claimed once, with the first key or the claim token", async () => {
  const stranger = service.browser();
  assert.equal((await stranger.get<{ needs_claim: boolean }>("/auth/options")).needs_claim, true);
  const claim = { email: "owner@example.org", password: PASSWORD, organisation: "Home" };
  const wrong = await stranger.call("POST", "/auth/claim", { body: { ...claim, token: "sk_wrong" } });
  assert.equal(wrong.status, 401);
  const { items } = await service.context.storage.accounts.list({ limit: 1 });
  const accountId = items[0]?.id ?? "";
  const { key: made, secret } = newKey({ accountId, name: "from the command line", nowMs: service.clock.ms });
  await service.context.storage.apiKeys.create(made);
  const byKey = await stranger.call("POST", "/auth/claim", { body: { ...claim, token: secret } });
  assert.equal(byKey.status, 401, "a key made later claims nothing");
  const token = service.firstStart?.key;
  const me = await stranger.post<Me>("/auth/claim", { ...claim, token });
  assert.deepEqual([me.role, me.account.name], ["owner", "Home"]);
  const again = await service.browser().call("POST", "/auth/claim", {
    body: { ...claim, email: "thief@example.org", token: service.firstStart?.claimToken },
  });
  assert.equal(again.status, 401);
  const key = await service.browser().call("POST", "/auth/claim", {
    body: { ...claim, email: "thief@example.org", token },
  });
  assert.equal(key.status, 409);
  assert.equal((await stranger.get<{ needs_claim: boolean }>("/auth/options")).needs_claim, false);
});

test("signing in gives a fresh token each time and ends the session that the browser brought along", async () => {
  const browser = service.browser();
  await browser.post("/auth/sign-in", aliceSignIn);
  const first = browser.cookies.get("signalbox_session_80") ?? "";
  await browser.post("/auth/sign-in", aliceSignIn);
  assert.notEqual(browser.cookies.get("signalbox_session_80"), first);
  const old = service.browser();
  old.cookies.set("signalbox_session_80", first);
  assert.equal((await old.call("GET", "/auth/me")).status, 401);
});

test("signing out ends the session on the server, not only in the browser", async () => {
  const browser = service.browser();
  await browser.post("/auth/sign-in", aliceSignIn);
  const token = browser.cookies.get("signalbox_session_80") ?? "";
  await browser.post("/auth/sign-out");
  assert.deepEqual([...browser.cookies.keys()], ["signalbox_known_80"]);
  browser.cookies.set("signalbox_session_80", token);
  assert.equal((await browser.call("GET", "/auth/me")).status, 401);
});

test("a person sees and ends their own sessions, and a session that is not used ends by itself", async () => {
  const [laptop, phone] = [service.browser(), service.browser("198.51.100.9")];
  await laptop.post("/auth/sign-in", aliceSignIn);
  await phone.post("/auth/sign-in", aliceSignIn);
  const { data } = await laptop.get<Page<BrowserSession>>("/auth/sessions");
  const other = data.find((session) => session.address === "198.51.100.9");
  assert.equal(data.filter((session) => session.is_current).length, 1);
  assert.equal((await laptop.call("DELETE", `/auth/sessions/${other?.id}`)).status, 200);
  assert.equal((await phone.call("GET", "/auth/me")).status, 401);
  service.clock.ms += 13 * 86_400_000;
  assert.equal((await laptop.call("GET", "/auth/me")).status, 200);
  service.clock.ms += 13 * 86_400_000;
  assert.equal((await laptop.call("GET", "/auth/me")).status, 200);
  service.clock.ms += 15 * 86_400_000;
  assert.equal((await laptop.call("GET", "/auth/me")).status, 401);
});

test("a changed password signs every other browser out and keeps this one", async () => {
  const email = "changer@example.org";
  const [here, there] = [service.browser("192.0.2.1"), service.browser("192.0.2.2")];
  await here.post("/auth/sign-up", { email, password: PASSWORD });
  await there.post("/auth/sign-in", { email, password: PASSWORD });
  const wrong = await here.call("POST", "/auth/password", {
    body: { current_password: "not it at all", new_password: "a quite new phrase" },
  });
  assert.equal(wrong.status, 403);
  await here.post("/auth/password", { current_password: PASSWORD, new_password: "a quite new phrase" });
  assert.equal((await here.call("GET", "/auth/me")).status, 200);
  assert.equal((await there.call("GET", "/auth/me")).status, 401);
  assert.equal(
    (await there.call("POST", "/auth/sign-in", { body: { email, password: PASSWORD } })).status,
    401,
  );
});

test("weak passwords are refused with a location and a fix, and nothing is made", async () => {
  for (const password of ["short", "aaaaaaaaaaaaaaaa", "weak@example.org"]) {
    const answer = await service.browser("192.0.2.3").call("POST", "/auth/sign-up", {
      body: { email: "weak@example.org", password },
    });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /body\.password/);
  }
  assert.equal(await service.context.storage.users.findByEmail("weak@example.org"), undefined);
});

test("an account is deleted whole after its name was typed, and its keys stop immediately", async () => {
  const browser = service.browser("192.0.2.4");
  await browser.post("/auth/sign-up", {
    email: "gone@example.org",
    password: PASSWORD,
    organisation: "Gone",
  });
  const { key } = await browser.post<ApiKeyWithSecret>("/keys", { name: "k" }, 201);
  const asKey = { authorization: `Bearer ${key}` };
  const caller = service.browser();
  assert.equal((await caller.call("GET", "/preferences", { headers: asKey })).status, 200);
  assert.equal((await browser.call("DELETE", "/account", { body: { confirm: "gone" } })).status, 422);
  assert.equal((await browser.call("DELETE", "/account", { body: { confirm: "Gone" } })).status, 200);
  assert.equal((await caller.call("GET", "/preferences", { headers: asKey })).status, 401);
  assert.equal(await service.context.storage.users.findByEmail("gone@example.org"), undefined);
});
