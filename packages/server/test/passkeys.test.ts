import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { AuditEntry, AuthOptions, Me, Page, Passkey } from "@signalbox/contracts";

import { writeFailedSignIns } from "../src/services/audit/failed-sign-ins.ts";
import {
  createAuthenticator,
  type Ceremony,
  type Options,
  type SoftwareAuthenticator,
} from "./software-authenticator.ts";
import type { Answer, TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const HERE: Ceremony = { origin: "https://router.example" };
const PASSWORD = "nine patient copper bells";
let service: TestService;
let people = 0;
before(async () => {
  service = await startTestService({
    flags: { "public-url": "https://router.example/", "sign-in-attempts-max": "1000" },
  });
});
after(() => service.close());

async function signUp(): Promise<TestBrowser> {
  const browser = service.browser();
  people += 1;
  await browser.post("/auth/sign-up", { email: `person-${people}@example.org`, password: PASSWORD });
  return browser;
}

const start = async (browser: TestBrowser): Promise<Options> =>
  (await browser.post<{ options: Options }>("/auth/passkeys/options", { password: PASSWORD })).options;

const register = (browser: TestBrowser, credential: object): Promise<Answer> =>
  browser.call("POST", "/auth/passkeys", { body: { name: "Laptop", credential } });

async function withPasskey(): Promise<{ browser: TestBrowser; authenticator: SoftwareAuthenticator }> {
  const browser = await signUp();
  const authenticator = createAuthenticator();
  const answer = await register(browser, authenticator.create(await start(browser), HERE));
  assert.equal(answer.status, 201, answer.text);
  return { browser, authenticator };
}

const ask = async (): Promise<Options> =>
  (await service.browser().post<{ options: Options }>("/auth/passkey/options")).options;

const signIn = (credential: object, browser = service.browser()): Promise<Answer> =>
  browser.call("POST", "/auth/passkey", { body: { credential } });

test("a passkey is made after the password, listed, named, signs in by itself, and ends when it is removed", async () => {
  const browser = await signUp();
  const asked = (body: object) => browser.call("POST", "/auth/passkeys/options", { body });
  assert.deepEqual([(await asked({})).status, (await asked({ password: "wrong" })).status], [422, 403]);
  const authenticator = createAuthenticator();
  const options = await start(browser);
  assert.equal(options.rp?.id, "router.example");
  await register(browser, authenticator.create(options, HERE));
  const [made] = (await browser.get<Page<Passkey>>("/auth/passkeys")).data;
  assert.deepEqual([made?.name, made?.last_used_at], ["Laptop", null]);
  const path = `/auth/passkeys/${made?.id}`;
  assert.equal((await browser.call("PATCH", path, { body: { name: "Phone" } })).status, 200);
  const other = service.browser();
  const answer = await signIn(authenticator.get(await ask(), HERE), other);
  assert.equal(answer.status, 200, answer.text);
  const [me, mine] = [await other.get<Me>("/auth/me"), await browser.get<Me>("/auth/me")];
  assert.equal(me.user.id, mine.user.id);
  const [used] = (await other.get<Page<Passkey>>("/auth/passkeys")).data;
  assert.deepEqual([used?.name, typeof used?.last_used_at], ["Phone", "string"]);
  assert.equal((await browser.call("DELETE", path)).status, 200);
  assert.equal((await signIn(authenticator.get(await ask(), HERE))).status, 401);
  const { data } = await browser.get<Page<AuditEntry>>("/audit-log");
  const actions = new Set(data.map(({ action, details }) => [action, details["by"]].join(" ").trim()));
  for (const action of ["passkey.create", "passkey.delete", "user.sign_in passkey"])
    assert.ok(actions.has(action), action);
});

test("an answer counts once, in time, for its own challenge", async () => {
  const { authenticator } = await withPasskey();
  const answer = authenticator.get(await ask(), HERE);
  const outcomes = await Promise.all([1, 2, 3].map(() => signIn(answer)));
  assert.equal(outcomes.filter(({ status }) => status === 200).length, 1);
  assert.equal((await signIn(answer)).status, 401);
  const late = await ask();
  service.clock.ms += 5 * 60_000;
  assert.equal((await signIn(authenticator.get(late, HERE))).status, 401);
  const invented = { ...(await ask()), challenge: Buffer.alloc(54, 7).toString("base64url") };
  assert.equal((await signIn(authenticator.get(invented, HERE))).status, 401);
});

test("a page of another origin, another name, an unverified person and a copied key are refused", async () => {
  const { authenticator } = await withPasskey();
  const faults: readonly Ceremony[] = [
    { origin: "https://evil.example" },
    { origin: "http://router.example" },
    { ...HERE, rpId: "evil.example" },
    { ...HERE, isVerified: false },
  ];
  for (const fault of faults)
    assert.equal((await signIn(authenticator.get(await ask(), fault))).status, 401, JSON.stringify(fault));
  assert.equal((await signIn(authenticator.get(await ask(), { ...HERE, counter: 9 }))).status, 200);
  const copy = authenticator.get(await ask(), { ...HERE, counter: 9 });
  assert.equal((await signIn(copy)).status, 401, "a counter that stands still means that there are two");
});

test("a refused passkey of somebody here is in the audit log of their account, one that nobody has is not", async () => {
  const { browser, authenticator } = await withPasskey();
  for (let round = 0; round < 2; round += 1)
    await signIn(authenticator.get(await ask(), { ...HERE, isVerified: false }));
  await signIn(createAuthenticator().get(await ask(), HERE));
  await writeFailedSignIns(service.context);
  const { data } = await browser.get<Page<AuditEntry>>("/audit-log?action=user.sign_in_failed");
  const me = await browser.get<Me>("/auth/me");
  assert.deepEqual(
    data.map(({ details, target }) => [details["reason"], details["attempts"], target]),
    [["wrong_passkey", 2, me.user.id]],
  );
});

test("registration holds the same, and belongs to the browser session that asked", async () => {
  const [browser, other] = [await signUp(), await signUp()];
  const options = await start(browser);
  const made = createAuthenticator().create(options, HERE);
  assert.equal((await register(other, made)).status, 403, "another person's browser");
  const faults: readonly Ceremony[] = [
    { origin: "https://evil.example" },
    { ...HERE, rpId: "evil.example" },
    { ...HERE, isVerified: false },
  ];
  for (const fault of faults)
    assert.equal((await register(browser, createAuthenticator().create(options, fault))).status, 403);
  const signInOptions = { ...options, ...(await ask()) };
  assert.equal((await register(browser, createAuthenticator().create(signInOptions, HERE))).status, 403);
  assert.equal((await register(browser, made)).status, 201);
  assert.equal((await register(browser, made)).status, 403, "the same answer again");
});

test("a passkey cannot be taken over, and is nobody else's to name or remove", async () => {
  const { browser, authenticator } = await withPasskey();
  const thief = await signUp();
  assert.equal((await register(thief, authenticator.create(await start(thief), HERE))).status, 409);
  const [mine] = (await browser.get<Page<Passkey>>("/auth/passkeys")).data;
  const path = `/auth/passkeys/${mine?.id}`;
  assert.equal((await thief.call("PATCH", path, { body: { name: "x" } })).status, 404);
  assert.equal((await thief.call("DELETE", path)).status, 404);
  assert.equal((await browser.get<Page<Passkey>>("/auth/passkeys")).data.length, 1);
});

test("a passkey meets the organisation's rule of a second factor", async () => {
  const { browser, authenticator } = await withPasskey();
  const body = { settings: { require_second_factor: true } };
  assert.equal((await browser.call("PATCH", "/account", { body })).status, 200);
  const again = service.browser();
  await signIn(authenticator.get(await ask(), HERE), again);
  assert.equal((await again.call("GET", "/keys")).status, 200);
  const { email } = (await again.get<Me>("/auth/me")).user;
  const byPassword = service.browser();
  await byPassword.post("/auth/sign-in", { email, password: PASSWORD });
  assert.equal((await byPassword.call("GET", "/keys")).status, 403);
});

test("a service whose address is a number offers no passkeys and says why", async () => {
  const numbered = await startTestService({ flags: { "public-url": "http://192.0.2.1:8787" } });
  const options = await numbered.browser().get<AuthOptions>("/auth/options");
  const answer = await numbered.browser().call("POST", "/auth/passkey/options");
  await numbered.close();
  assert.equal(options.passkeys_enabled, false);
  assert.equal(answer.status, 409);
  assert.match(answer.text, /server\.publicUrl/);
  assert.equal((await service.browser().get<AuthOptions>("/auth/options")).passkeys_enabled, true);
});
