import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type {
  AuditEntry,
  InvitedMember,
  Me,
  Page,
  RecoveryCodes,
  SecondFactorSecret,
} from "@signalbox/contracts";

import { createResetLink } from "../src/services/auth/providers/password.ts";
import { resetSecondFactor } from "../src/services/auth/own-second-factor.ts";
import { codeOf } from "./authenticator-app.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService({ flags: { "sign-in-attempts-max": "4" } });
});
after(() => service.close());

const PASSWORD = "two brave silver spoons";
let people = 0;

interface Person {
  readonly email: string;
  readonly browser: TestBrowser;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Every person calls from an address of their own, so that no throttle of one touches another. */
const nextAddress = (): string => `192.0.2.${(people += 1)}`;

async function signUp(): Promise<{ email: string; browser: TestBrowser }> {
  const browser = service.browser(nextAddress());
  const email = `person-${people}@example.org`;
  await browser.post("/auth/sign-up", { email, password: PASSWORD });
  return { email, browser };
}

/** The app's present code, of a period that was never asked for before. */
function nextCode(secret: string): string {
  service.clock.ms += 30_000;
  return codeOf(secret, service.clock.ms);
}

async function enrol(browser: TestBrowser): Promise<Pick<Person, "secret" | "recoveryCodes">> {
  const { secret } = await browser.post<SecondFactorSecret>("/auth/second-factor", { password: PASSWORD });
  const { recovery_codes: recoveryCodes } = await browser.post<RecoveryCodes>("/auth/second-factor/confirm", {
    code: nextCode(secret),
  });
  return { secret, recoveryCodes };
}

async function enrolled(): Promise<Person> {
  const person = await signUp();
  return { ...person, ...(await enrol(person.browser)) };
}

const signIn = (email: string, code?: string, password = PASSWORD) =>
  service.browser(nextAddress()).call("POST", "/auth/sign-in", { body: { email, password, code } });

const actionsOf = async (browser: TestBrowser): Promise<readonly string[]> =>
  (await browser.get<Page<AuditEntry>>("/audit-log")).data.map(({ action }) => action);

test("codes are those of RFC 6238 and of every other app", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  assert.deepEqual(
    [59_000, 1_111_111_109_000, 20_000_000_000_000].map((ms) => codeOf(secret, ms)),
    ["287082", "081804", "353130"],
  );
});

test("the secret counts from its first code on, and the answer shows it as text, address and picture", async () => {
  const { email, browser } = await signUp();
  const start = (password: string) => browser.call("POST", "/auth/second-factor", { body: { password } });
  assert.equal((await start("not the password")).status, 403);
  const { secret, uri, qr } = (await start(PASSWORD)).body as SecondFactorSecret;
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  assert.equal(address.searchParams.get("secret"), secret);
  assert.equal(decodeURIComponent(address.pathname), `/Signalbox:${email}`);
  assert.match(qr, /^<svg [^>]*viewBox/);
  assert.equal((await signIn(email)).status, 200, "a secret without a first code asks nobody for codes");
  const confirm = (code: string) => browser.call("POST", "/auth/second-factor/confirm", { body: { code } });
  assert.equal((await confirm("000000")).status, 403);
  assert.equal((await browser.get<Me>("/auth/me")).second_factor.since, null);
  const { recovery_codes: codes } = (await confirm(nextCode(secret))).body as RecoveryCodes;
  assert.equal(new Set(codes).size, 10);
  const { second_factor: state } = await browser.get<Me>("/auth/me");
  assert.deepEqual([typeof state.since, state.recovery_codes_left], ["string", 10]);
  assert.equal((await start(PASSWORD)).status, 409);
});

test("sign-in asks for a code after the password, never instead of it, and accepts each code once", async () => {
  const { email, secret } = await enrolled();
  const asked = await signIn(email);
  assert.equal(asked.status, 401);
  assert.match(asked.text, /body\.code.*six digits of the authenticator app/);
  assert.equal(asked.headers["set-cookie"], undefined);
  const withoutPassword = await signIn(email, nextCode(secret), "not the password");
  assert.equal(withoutPassword.status, 401);
  assert.ok(!withoutPassword.text.includes("body.code"), "a wrong password does not tell of a second factor");
  const code = nextCode(secret);
  assert.equal((await signIn(email, `${code.slice(0, 3)} ${code.slice(3)}`)).status, 200);
  assert.equal((await signIn(email, code)).status, 401, "the same code again");
  assert.equal((await signIn(email, codeOf(secret, service.clock.ms - 30_000))).status, 401, "an older one");
});

test("of parallel sign-ins with one code one comes in", async () => {
  const { email, secret } = await enrolled();
  const code = nextCode(secret);
  const answers = await Promise.all([1, 2, 3].map(() => signIn(email, code)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 401).length, 2);
});

test("guessing codes stops after a few, from whatever addresses, and the right one waits too", async () => {
  const { email, secret } = await enrolled();
  for (let guess = 0; guess < 4; guess += 1) assert.equal((await signIn(email, "123456")).status, 401);
  assert.equal((await signIn(email, nextCode(secret))).status, 429);
  service.clock.ms += 15 * 60_000;
  assert.equal((await signIn(email, nextCode(secret))).status, 200);
});

test("a recovery code signs in once, however it is spaced, and new ones replace the old", async () => {
  const { email, browser, secret, recoveryCodes } = await enrolled();
  const [first = "", second = "", third = ""] = recoveryCodes;
  assert.match(first, /^([2-9a-km-np-z]{4}-){3}[2-9a-km-np-z]{4}$/);
  assert.equal((await signIn(email, first.toUpperCase().replaceAll("-", " "))).status, 200);
  assert.equal((await signIn(email, first)).status, 401);
  const { data } = await browser.get<Page<AuditEntry>>("/audit-log?action=user.sign_in");
  assert.deepEqual(data[0]?.details, { by: "password", with: "recovery code" });
  const renewed = await browser.post<RecoveryCodes>("/auth/second-factor/recovery-codes", {
    code: nextCode(secret),
  });
  assert.equal((await signIn(email, second)).status, 401);
  assert.equal((await signIn(email, renewed.recovery_codes[0])).status, 200);
  assert.ok(!JSON.stringify(data).includes(third));
});

test("turning it on signs other browsers out; turning it off needs a code", async () => {
  const { email, browser } = await signUp();
  const elsewhere = service.browser(nextAddress());
  await elsewhere.post("/auth/sign-in", { email, password: PASSWORD });
  const { secret } = await enrol(browser);
  assert.equal((await elsewhere.call("GET", "/auth/me")).status, 401);
  const end = (code: string) => browser.call("DELETE", "/auth/second-factor", { body: { code } });
  assert.equal((await end("123456")).status, 403);
  assert.equal((await signIn(email)).status, 401);
  assert.equal((await end(nextCode(secret))).status, 200);
  assert.equal((await signIn(email)).status, 200);
  const actions = await actionsOf(browser);
  assert.ok(actions.includes("second_factor.enable") && actions.includes("second_factor.disable"));
});

test("neither a reset link nor an invitation is a way around the code", async () => {
  const { email, secret } = await enrolled();
  const token = (await createResetLink(service.context, email)).split("#token=")[1];
  const password = "an entirely new one";
  const reset = (code?: string) =>
    service.browser(nextAddress()).call("POST", "/auth/reset", { body: { token, password, code } });
  assert.equal((await reset()).status, 401);
  assert.equal((await reset("123456")).status, 401);
  assert.equal((await signIn(email, nextCode(secret))).status, 200, "the old password is still in force");
  assert.equal((await reset(nextCode(secret))).status, 200, "and the link still works");
  const owner = await signUp();
  const { link } = await owner.browser.post<InvitedMember>("/members", { email, role: "member" }, 201);
  const join = (code?: string) =>
    service.browser(nextAddress()).call("POST", "/auth/accept-invite", {
      body: { token: link.split("#token=")[1], password, code },
    });
  assert.equal((await join()).status, 401);
  assert.equal((await join(nextCode(secret))).status, 200);
});

test("where the organisation requires it, a session by password alone can set one up and do nothing else", async () => {
  const { browser: owner } = await signUp();
  const require = () =>
    owner.call("PATCH", "/account", { body: { settings: { require_second_factor: true } } });
  const refused = await require();
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Turn yours on first/);
  await enrol(owner);
  assert.equal((await require()).status, 200);
  assert.equal((await owner.call("GET", "/keys")).status, 200);
  const email = "newcomer@example.org";
  const { link } = await owner.post<InvitedMember>("/members", { email, role: "owner" }, 201);
  const member = service.browser(nextAddress());
  await member.post("/auth/accept-invite", { token: link.split("#token=")[1], password: PASSWORD });
  assert.equal((await member.get<Me>("/auth/me")).lacks_second_factor, true);
  for (const path of ["/keys", "/account", "/members", "/decisions", "/overview", "/account/export"])
    assert.equal((await member.call("GET", path)).status, 403, path);
  assert.equal((await member.get<Me>("/auth/me")).second_factor.is_required, true);
  const { secret } = await enrol(member);
  assert.equal((await member.get<Me>("/auth/me")).lacks_second_factor, false);
  assert.equal((await member.call("GET", "/keys")).status, 200);
  const end = { body: { code: nextCode(secret) } };
  assert.equal((await member.call("DELETE", "/auth/second-factor", end)).status, 200);
  assert.equal((await member.call("GET", "/keys")).status, 403, "turned off again");
});

test("the operator resets the second factor of a person who lost everything, and the audit log says so", async () => {
  const { email, browser } = await enrolled();
  await resetSecondFactor(service.context, ` ${email.toUpperCase()} `);
  assert.equal((await browser.call("GET", "/auth/me")).status, 401, "a lost device stays signed in nowhere");
  const again = service.browser();
  await again.post("/auth/sign-in", { email, password: PASSWORD });
  assert.ok((await actionsOf(again)).includes("second_factor.reset"));
  await assert.rejects(resetSecondFactor(service.context, email), { code: "not_found" });
});

test("neither the export nor the audit log holds the secret or a recovery code", async () => {
  const { browser, secret, recoveryCodes } = await enrolled();
  const { text } = await browser.call("GET", "/account/export");
  assert.match(text, /second_factor\.enable/);
  for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden));
});
