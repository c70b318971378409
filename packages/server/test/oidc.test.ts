import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { AuditEntry, Me, Page } from "@signalbox/contracts";

import { writeFailedSignIns } from "../src/services/audit/failed-sign-ins.ts";
import { startOidcProvider, type Claims, type OidcProvider } from "./oidc-provider.ts";
import { flagsFor, signInWith, startSignOn as start } from "./single-sign-on.ts";
import type { Answer, TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let provider: OidcProvider;
let service: TestService;

before(async () => {
  provider = await startOidcProvider();
  service = await startTestService({ flags: flagsFor(provider.issuer) });
});
after(async () => {
  await service.close();
  await provider.close();
});

const signIn = (browser: TestBrowser, claims: Claims): Promise<Answer> =>
  signInWith(provider, browser, claims);

const grace: Claims = { sub: "g-1", email: "grace@example.org", email_verified: true, name: "Grace" };

test("a person whom the provider vouches for gets an account, and the same one the next time", async () => {
  const browser = service.browser();
  const answer = await signIn(browser, grace);
  assert.deepEqual([answer.status, answer.headers["location"]], [303, "/"]);
  const me = await browser.get<Me>("/auth/me");
  assert.deepEqual([me.user.email, me.user.name, me.role], ["grace@example.org", "Grace", "owner"]);
  const later = service.browser();
  await signIn(later, { ...grace, email: "renamed@example.org" });
  assert.equal((await later.get<Me>("/auth/me")).user.id, me.user.id);
});

test("the way out carries PKCE, state and nonce, and asks to come back to the configured address", async () => {
  const asked = new URL(await start(service.browser())).searchParams;
  assert.equal(asked.get("redirect_uri"), "https://signalbox.test/api/v1/auth/oidc/callback");
  assert.equal(asked.get("code_challenge_method"), "S256");
  for (const name of ["state", "nonce", "code_challenge"])
    assert.ok((asked.get(name) ?? "").length >= 43, name);
});

test("a verified address signs in to the account that has it; an unverified one opens nothing", async () => {
  const owner = service.browser();
  const me = await owner.post<Me>("/auth/sign-up", {
    email: "hedy@example.org",
    password: "six calm orange boats",
  });
  const thief = service.browser();
  const refused = await signIn(thief, { sub: "t-1", email: "hedy@example.org", email_verified: false });
  assert.equal(refused.headers["location"], "/sign-in?error=email_unverified");
  assert.equal((await thief.call("GET", "/auth/me")).status, 401);
  await signIn(owner, { sub: "h-1", email: "Hedy@example.org", email_verified: true });
  assert.equal((await owner.get<Me>("/auth/me")).user.id, me.user.id);
  const linked = service.browser();
  await signIn(linked, { sub: "h-1", email: "Hedy@example.org", email_verified: true });
  assert.equal((await linked.get<Me>("/auth/me")).user.id, me.user.id);
});

test("an account that someone else opened under the address is not joined to its true owner", async () => {
  const squatter = service.browser();
  await squatter.post<Me>("/auth/sign-up", { email: "ada@example.org", password: "six calm orange boats" });
  const ada = { sub: "a-1", email: "ada@example.org", email_verified: true };
  const victim = service.browser();
  assert.equal((await signIn(victim, ada)).headers["location"], "/sign-in?error=password_first");
  assert.equal((await victim.call("GET", "/auth/me")).status, 401);
  const other = service.browser();
  await other.post<Me>("/auth/sign-up", { email: "other@example.org", password: "six calm orange boats" });
  assert.equal(
    (await signIn(other, ada)).headers["location"],
    "/sign-in?error=password_first",
    "a session of somebody else joins nothing",
  );
});

test("an account that took another person's address is not joined to that person, with or without a password", async () => {
  const eve = service.browser();
  await signIn(eve, { sub: "e-1", email: "eve@example.org", email_verified: true });
  await eve.post("/auth/email", { email: "mary@example.org" });
  const mary = { sub: "m-1", email: "mary@example.org", email_verified: true };
  const victim = service.browser();
  assert.equal((await signIn(victim, mary)).headers["location"], "/sign-in?error=ask_operator");
  assert.equal((await victim.call("GET", "/auth/me")).status, 401);
});

test("refused single sign-on is in the audit log of the person whose address the provider named", async () => {
  const owner = service.browser();
  const person = { email: "lise@example.org", password: "six calm orange boats" };
  const me = await owner.post<Me>("/auth/sign-up", person);
  const unproved = { sub: "l-1", email: "lise@example.org", email_verified: false };
  await signIn(service.browser(), unproved);
  await signIn(service.browser(), { ...unproved, email_verified: true });
  await service.browser().call("GET", "/auth/oidc/callback?code=nonsense&state=nonsense");
  await writeFailedSignIns(service.context);
  const { data } = await owner.get<Page<AuditEntry>>("/audit-log?action=user.sign_in_failed");
  assert.deepEqual(
    new Set(
      data.map(
        ({ details, target }) => `${String(details["reason"])} x ${String(details["attempts"])} of ${target}`,
      ),
    ),
    new Set([`refused x 1 of ${me.user.id}`, `single_sign_on x 1 of ${me.user.id}`]),
  );
});

test("only the browser that left can come back, once", async () => {
  const browser = service.browser();
  const query = provider.authorise(await start(browser), grace);
  const other = await service.browser().call("GET", `/auth/oidc/callback?${query}`);
  assert.equal(other.headers["location"], "/sign-in?error=expired");
  const mixed = service.browser();
  await start(mixed);
  assert.match(
    String((await mixed.call("GET", `/auth/oidc/callback?${query}`)).headers["location"]),
    /error=/,
  );
  assert.equal((await browser.call("GET", `/auth/oidc/callback?${query}`)).headers["location"], "/");
  assert.match(
    String((await browser.call("GET", `/auth/oidc/callback?${query}`)).headers["location"]),
    /error=/,
  );
});

test("closed sign-up is closed for strangers from the provider too", async () => {
  const closed = await startTestService({ flags: { ...flagsFor(provider.issuer), "sign-up": "closed" } });
  const browser = closed.browser();
  const query = provider.authorise(await start(browser), { ...grace, sub: "new" });
  const answer = await browser.call("GET", `/auth/oidc/callback?${query}`);
  await closed.close();
  assert.equal(answer.headers["location"], "/sign-in?error=sign_up_closed");
});

test("a provider that does not answer is reported as such and is asked again the next time", async () => {
  const lost = await startTestService({ flags: flagsFor("http://127.0.0.1:9") });
  const [first, second] = [await start(lost.browser()), await start(lost.browser())];
  await lost.close();
  assert.deepEqual([first, second], Array(2).fill("/sign-in?error=provider_unreachable"));
  const none = await startTestService();
  const answer = await start(none.browser());
  await none.close();
  assert.equal(answer, "/sign-in?error=not_configured");
});

test("an ID token that the provider did not sign is refused", async () => {
  provider.forgeSignatures(true);
  const refused = await signIn(service.browser(), grace);
  provider.forgeSignatures(false);
  assert.equal(refused.headers["location"], "/sign-in?error=not_confirmed");
  assert.equal((await signIn(service.browser(), grace)).headers["location"], "/");
});

test("an ID token of another provider, for another service, or of yesterday is refused", async () => {
  const faulty: readonly Claims[] = [
    { ...grace, iss: "https://id.example.com" },
    { ...grace, aud: "another service" },
    { ...grace, exp: Math.floor(Date.now() / 1000) - 86_400 },
  ];
  for (const claims of faulty) {
    const browser = service.browser();
    const refused = await signIn(browser, claims);
    assert.equal(refused.headers["location"], "/sign-in?error=not_confirmed", JSON.stringify(claims));
    assert.equal((await browser.call("GET", "/auth/me")).status, 401);
  }
});

test("an ID token with another nonce is refused", async () => {
  provider.spoilNonce();
  const answer = await signIn(service.browser(), grace);
  assert.equal(answer.headers["location"], "/sign-in?error=not_confirmed");
});

test("a person who turns back at the provider is sent back with a reason", async () => {
  const browser = service.browser();
  await start(browser);
  const answer = await browser.call("GET", "/auth/oidc/callback?error=access_denied&state=any");
  assert.equal(answer.headers["location"], "/sign-in?error=cancelled");
});
