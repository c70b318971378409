// How old a session may grow, and what ends the others.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { BrowserSession, Me, Page } from "@signalbox/contracts";

import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const [IDLE_S, AGE_S] = [1_000, 3_000];
const PASSWORD = "four quiet silver foxes";

let service: TestService;
before(async () => {
  service = await startTestService({
    flags: { "session-ttl-s": String(IDLE_S), "session-max-age-s": String(AGE_S) },
  });
});
after(() => service.close());

async function signUp(name: string): Promise<TestBrowser> {
  const browser = service.browser();
  await browser.post<Me>("/auth/sign-up", { email: `${name}@example.org`, password: PASSWORD });
  return browser;
}

async function signIn(name: string): Promise<TestBrowser> {
  const browser = service.browser();
  await browser.post<Me>("/auth/sign-in", { email: `${name}@example.org`, password: PASSWORD });
  return browser;
}

const statusOf = async (browser: TestBrowser): Promise<number> =>
  (await browser.call("GET", "/auth/me")).status;

const wait = (seconds: number): void => {
  service.clock.ms += seconds * 1000;
};

test("a session that is used lives on, but no longer than its age; one that is not ends earlier", async () => {
  const [used, idle] = [await signUp("used"), await signUp("idle")];
  const seen: number[] = [];
  for (let step = 0; step < 4; step += 1) {
    wait(IDLE_S - 100);
    seen.push(await statusOf(used));
  }
  assert.deepEqual(seen, [200, 200, 200, 401]);
  assert.equal(await statusOf(idle), 401);
});

test("the list of sessions tells both ends and how the person signed in", async () => {
  const browser = await signUp("lister");
  const startedMs = service.clock.ms;
  wait(IDLE_S - 100);
  await statusOf(browser);
  const { data } = await browser.get<Page<BrowserSession>>("/auth/sessions");
  const inS = (seconds: number) => new Date(startedMs + seconds * 1000).toISOString();
  assert.deepEqual(
    data.map((session) => [session.expires_at, session.ends_at, session.signed_in_by]),
    [[inS(2 * IDLE_S - 100), inS(AGE_S), "password"]],
  );
});

test("the cookie lasts as long as the session may", async () => {
  const answer = await service.browser().call("POST", "/auth/sign-in", {
    body: { email: "lister@example.org", password: PASSWORD },
  });
  assert.match(String(answer.headers["set-cookie"]), new RegExp(`Max-Age=${AGE_S}\\b`));
});

test("switching between organisations makes a session no younger", async () => {
  const browser = await signUp("switcher");
  const { accounts } = await browser.get<Me>("/auth/me");
  for (let step = 0; step < 3; step += 1) {
    wait(IDLE_S - 100);
    await browser.post("/auth/switch", { account_id: accounts[0]?.id });
  }
  wait(AGE_S - 3 * (IDLE_S - 100));
  assert.equal(await statusOf(browser), 401);
});

test("a shorter age reaches the sessions that are open", async () => {
  const browser = await signUp("earlier");
  wait(500);
  const strict = await startTestService({
    flags: { "database-url": service.context.storage.url, "session-max-age-s": "300" },
    clock: service.clock,
  });
  const other = strict.browser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const status = await statusOf(other);
  await strict.close();
  assert.deepEqual([status, await statusOf(browser)], [401, 200]);
});

test("a changed password ends every other session and none of anybody else's", async () => {
  const [own, stranger] = [await signUp("changer"), await signUp("bystander")];
  const other = await signIn("changer");
  await own.post("/auth/password", { current_password: PASSWORD, new_password: "five quiet silver foxes" });
  assert.deepEqual([await statusOf(own), await statusOf(other), await statusOf(stranger)], [200, 401, 200]);
});
