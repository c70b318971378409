// People of some domains sign in by single sign-on alone. A real provider on a socket signs the tokens.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Account, AuditEntry, InvitedMember, Me, Page } from "@signalbox/contracts";

import { createResetLink } from "../src/services/auth/providers/password.ts";
import { allowPassword } from "../src/services/auth/required-domains.ts";
import { startOidcProvider, type Claims, type OidcProvider } from "./oidc-provider.ts";
import { flagsFor, signInWith } from "./single-sign-on.ts";
import type { Answer, TestBrowser } from "./test-browser.ts";
import { createTestClock, startTestService, type TestService } from "./test-service.ts";

const PASSWORD = "six calm orange boats";
const clock = createTestClock();

let provider: OidcProvider;
/** The same installation before and after its operator requires single sign-on of corp.example. */
let open: TestService;
let strict: TestService;
before(async () => {
  provider = await startOidcProvider();
  const flags = flagsFor(provider.issuer);
  open = await startTestService({ flags, clock });
  strict = await startTestService({
    flags: {
      ...flags,
      "database-url": open.context.storage.url,
      "oidc-required-domains": "other.example, corp.example",
      "oidc-sign-up-domains": "corp.example",
    },
    clock,
  });
});
after(async () => {
  await strict.close();
  await open.close();
  await provider.close();
});

const claimsOf = (name: string, domain = "corp.example"): Claims => ({
  sub: `${name}@${domain}`,
  email: `${name}@${domain}`,
  email_verified: true,
  name,
});

const signOn = (browser: TestBrowser, claims: Claims): Promise<Answer> =>
  signInWith(provider, browser, claims);

async function signUpOpen(email: string): Promise<TestBrowser> {
  const browser = open.browser();
  await browser.post("/auth/sign-up", { email, password: PASSWORD });
  return browser;
}

/** The same browser before the strict replica. */
function strictly(browser: TestBrowser): TestBrowser {
  const other = strict.browser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

const REQUIRED = /People of corp\.example sign in by single sign-on here/;

test("a password, a new account and a reset link are refused for the domain, known address or not", async () => {
  await signUpOpen("known@corp.example");
  for (const email of ["known@corp.example", "nobody@corp.example", " Known@CORP.example. "]) {
    const body = { email, password: PASSWORD };
    const browser = strict.browser("192.0.2.77");
    const answers = [
      await browser.call("POST", "/auth/sign-in", { body }),
      await browser.call("POST", "/auth/sign-up", { body: { ...body, email: email.trim() } }),
      await browser.call("POST", "/auth/reset-request", { body: { email: email.trim() } }),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 403, `${email}: ${text}`);
      assert.match(text, REQUIRED);
    }
  }
  const lookalike = { email: "x@\uff43orp.example", password: PASSWORD };
  const statuses: number[] = [];
  for (const path of ["/auth/sign-in", "/auth/sign-up", "/auth/reset-request"])
    statuses.push((await strict.browser().call("POST", path, { body: lookalike })).status);
  assert.deepEqual(statuses, [403, 422, 422], "an address that only looks like one of the domain");
  const other = await strict.browser().call("POST", "/auth/sign-in", {
    body: { email: "known@below.corp.example", password: PASSWORD },
  });
  assert.equal(other.status, 401, "domains below it are others");
});

test("a reset link and a session from before open nothing any more", async () => {
  const browser = await signUpOpen("early@corp.example");
  const link = await createResetLink(open.context, "early@corp.example");
  assert.equal((await strictly(browser).call("GET", "/auth/me")).status, 401);
  const token = link.split("#token=")[1];
  const body = { token, password: "another calm orange boat" };
  const refused = await strict.browser().call("POST", "/auth/reset", { body });
  assert.equal(refused.status, 403);
  assert.match(refused.text, REQUIRED);
  await assert.rejects(createResetLink(strict.context, "early@corp.example"), { code: "forbidden" });
  assert.equal((await browser.call("GET", "/auth/me")).status, 200, "where it is not required");
});

test("single sign-on lets the domain in and opens accounts for listed domains alone", async () => {
  const browser = strict.browser();
  assert.equal((await signOn(browser, claimsOf("new"))).headers["location"], "/");
  const me = await browser.get<Me>("/auth/me");
  assert.equal(me.user.email, "new@corp.example");
  const refused = await signOn(strict.browser(), claimsOf("new", "elsewhere.example"));
  assert.equal(refused.headers["location"], "/sign-in?error=other_domain");
  const unverified = await signOn(strict.browser(), { ...claimsOf("liar"), email_verified: false });
  assert.equal(unverified.headers["location"], "/sign-in?error=email_unverified");
});

test("who never proved the address is not taken for its owner; who did is joined, without the password", async () => {
  await signUpOpen("squatter@corp.example");
  const owner = strict.browser();
  const refused = await signOn(owner, claimsOf("squatter"));
  assert.equal(refused.headers["location"], "/sign-in?error=ask_operator");
  const user = await open.context.storage.users.findByEmail("squatter@corp.example");
  await allowPassword(strict.context, { email: "squatter@corp.example", minutes: 5 });
  const link = await createResetLink(strict.context, "squatter@corp.example");
  await strict
    .browser()
    .post("/auth/reset", { token: link.split("#token=")[1], password: "another slow brown river" });
  assert.equal((await signOn(owner, claimsOf("squatter"))).headers["location"], "/");
  assert.equal((await owner.get<Me>("/auth/me")).user.id, user?.id);
});

test("nobody moves their address out of a domain that requires single sign-on, or into one", async () => {
  const browser = strict.browser();
  await signOn(browser, claimsOf("steady"));
  const email = await browser.call("POST", "/auth/email", { body: { email: "free@example.org" } });
  assert.equal(email.status, 403);
  const outside = strict.browser();
  await outside.post("/auth/sign-up", { email: "outside@example.org", password: PASSWORD });
  const body = { email: "in@corp.example", password: PASSWORD };
  assert.equal((await outside.call("POST", "/auth/email", { body })).status, 403);
});

test("an invitation is accepted by single sign-on of the address that it was sent to", async () => {
  const host = strict.browser();
  await host.post("/auth/sign-up", { email: "host@example.org", password: PASSWORD });
  const invited = { email: "guest@corp.example", role: "member" };
  const { link, member } = await host.post<InvitedMember>("/members", invited, 201);
  const token = link.split("#token=")[1];
  const mine = await host.get<Me>("/auth/me");
  const byPassword = await strict.browser().call("POST", "/auth/accept-invite", {
    body: { token, password: PASSWORD },
  });
  assert.equal(byPassword.status, 403);
  const stranger = strict.browser();
  assert.deepEqual(await stranger.post("/auth/invite", { token }), {
    ...invited,
    organisation: mine.account.name,
    invited_by: "host@example.org",
    expires_at: member.expires_at,
  });
  await stranger.post("/auth/invite", { token, keep: true });
  const other = await signOn(stranger, claimsOf("somebody-else"));
  assert.equal(other.headers["location"], "/sign-in?error=other_address");
  const guest = strict.browser();
  await guest.post("/auth/invite", { token, keep: true });
  assert.equal((await signOn(guest, claimsOf("guest"))).headers["location"], "/");
  const theirs = await guest.get<Me>("/auth/me");
  assert.deepEqual([theirs.account.id, theirs.role], [mine.account.id, "member"]);
  const again = await strict.browser().call("POST", "/auth/invite", { body: { token } });
  assert.equal(again.status, 401, "it works once");
});

test("the operator lets a person in by password for a time, and the audit log says so", async () => {
  await signUpOpen("locked@corp.example");
  const body = { email: "locked@corp.example", password: PASSWORD };
  const signIn = (browser: TestBrowser) => browser.call("POST", "/auth/sign-in", { body });
  assert.equal((await signIn(strict.browser())).status, 403);
  await allowPassword(strict.context, { email: "locked@corp.example", minutes: 30 });
  const browser = strict.browser();
  assert.equal((await signIn(browser)).status, 200);
  const log = await browser.get<Page<AuditEntry>>("/audit-log?action=user.allow_password");
  assert.deepEqual(
    log.data.map(({ actor, details }) => [actor.kind, details["minutes"]]),
    [["system", 30]],
  );
  clock.ms += 30 * 60_000;
  assert.equal((await browser.call("GET", "/auth/me")).status, 401);
  assert.equal((await signIn(strict.browser())).status, 403);
  for (const minutes of [0, 1441, Number.NaN])
    await assert.rejects(allowPassword(strict.context, { email: "locked@corp.example", minutes }), {
      code: "bad_request",
    });
});

test("an organisation requires it of its own members, and its owner cannot lock themselves out", async () => {
  const owner = open.browser();
  await signOn(owner, claimsOf("chief", "club.example"));
  const { link } = await owner.post<InvitedMember>(
    "/members",
    { email: "player@club.example", role: "owner" },
    201,
  );
  const player = open.browser();
  await player.post("/auth/accept-invite", { token: link.split("#token=")[1], password: PASSWORD });
  const require = (browser: TestBrowser, domains: readonly string[]) =>
    browser.call("PATCH", "/account", { body: { settings: { single_sign_on_domains: domains } } });
  const own = await require(player, ["club.example"]);
  assert.equal(own.status, 422);
  assert.match(own.text, /did not sign in by single sign-on yourself/);
  const set = await require(owner, ["Club.Example"]);
  assert.deepEqual((set.body as Account).settings.single_sign_on_domains, ["club.example"]);
  const refused = await player.call("GET", "/keys");
  assert.equal(refused.status, 403);
  assert.match(refused.text, /requires single sign-on/);
  assert.equal((await player.get<Me>("/auth/me")).lacks_single_sign_on, true);
  assert.equal((await owner.call("GET", "/keys")).status, 200);
  const plain = await startTestService();
  const lonely = plain.browser();
  await lonely.post("/auth/sign-up", { email: "lonely@example.org", password: PASSWORD });
  const none = await require(lonely, ["club.example"]);
  await plain.close();
  assert.equal(none.status, 422);
});

test("required domains without a provider stop the start", async () => {
  await assert.rejects(startTestService({ flags: { "oidc-required-domains": "corp.example" } }), {
    code: "invalid_configuration",
  });
});
