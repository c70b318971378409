import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createResetLink, hashPassword } from "../src/services/auth/providers/password.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService({ flags: { "sign-in-attempts-max": "3" } });
});
after(() => service.close());

const PASSWORD = "two brave silver spoons";

async function signUp(email: string, address: string): Promise<void> {
  await service.browser(address).post("/auth/sign-up", { email, password: PASSWORD });
}

function signIn(email: string, password: string, address: string) {
  return service.browser(address).call("POST", "/auth/sign-in", { body: { email, password } });
}

const withoutId = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");

test("an unknown address and a wrong password cannot be distinguished", async () => {
  await signUp("known@example.org", "192.0.2.10");
  const wrong = await signIn("known@example.org", "not the password", "192.0.2.11");
  const unknown = await signIn("unknown@example.org", "not the password", "192.0.2.11");
  assert.equal(wrong.status, 401);
  assert.equal(withoutId(wrong.text), withoutId(unknown.text));
  const [some, none] = await Promise.all(
    ["known@example.org", "unknown@example.org"].map((email) =>
      service.browser("192.0.2.12").call("POST", "/auth/reset-request", { body: { email } }),
    ),
  );
  assert.equal(some?.status, 202);
  assert.equal(some.text, none?.text);
});

test("after too many failures the right password waits too, for known and unknown addresses alike", async () => {
  await signUp("guarded@example.org", "192.0.2.20");
  for (const email of ["guarded@example.org", "nobody@example.org"]) {
    for (let attempt = 0; attempt < 3; attempt += 1)
      assert.equal((await signIn(email, `wrong ${attempt}`, "192.0.2.21")).status, 401);
    const stopped = await signIn(email, PASSWORD, "192.0.2.21");
    assert.equal(stopped.status, 429);
    assert.equal(stopped.headers["retry-after"], "900");
  }
  assert.equal((await signIn("guarded@example.org", PASSWORD, "192.0.2.22")).status, 200);
  service.clock.ms += 15 * 60 * 1000;
  assert.equal((await signIn("guarded@example.org", PASSWORD, "192.0.2.21")).status, 200);
});

test("a stranger who guesses at the same address keeps nobody out of a browser in which they have signed in", async () => {
  const address = "192.0.2.60";
  const [own, other] = [service.browser(address), service.browser(address)];
  const mine = { email: "neighbour@example.org", password: PASSWORD };
  await own.post("/auth/sign-up", mine);
  await own.post("/auth/sign-out");
  assert.ok(own.cookies.has("signalbox_known_80"));
  for (let guess = 0; guess < 40; guess += 1) await signIn(`nobody-${guess}@example.org`, "wrong", address);
  for (let guess = 0; guess < 3; guess += 1) await signIn(mine.email, "wrong", address);
  assert.equal((await other.call("POST", "/auth/sign-in", { body: mine })).status, 429);
  assert.equal((await own.call("POST", "/auth/sign-in", { body: mine })).status, 200);
});

test("a known browser has as many attempts as any address, for the person alone who signed in with it", async () => {
  const address = "192.0.2.61";
  const own = service.browser(address);
  const email = "marked@example.org";
  await own.post("/auth/sign-up", { email, password: PASSWORD });
  await own.post("/auth/sign-out");
  const guess = (whose: string) =>
    own.call("POST", "/auth/sign-in", { body: { email: whose, password: "wrong" } });
  for (let attempt = 0; attempt < 3; attempt += 1) assert.equal((await guess(email)).status, 401);
  assert.equal((await guess(email)).status, 429);
  await signUp("unmarked@example.org", address);
  for (let attempt = 0; attempt < 3; attempt += 1)
    assert.equal((await signIn("unmarked@example.org", "wrong", address)).status, 401);
  assert.equal((await guess("unmarked@example.org")).status, 429);
});

test("nobody signs up or is invited under an address that only looks like another one", async () => {
  const owner = service.browser("192.0.2.62");
  const password = PASSWORD;
  await owner.post("/auth/sign-up", { email: "victim@example.org", password });
  for (const email of ["ⅴictim@example.org", "ｖictim@example.org", "victim@example.ｏrg"]) {
    const refused = await service
      .browser("192.0.2.63")
      .call("POST", "/auth/sign-up", { body: { email, password } });
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /victim@example\.org/);
    const invited = await owner.call("POST", "/members", { body: { email, role: "member" } });
    assert.equal(invited.status, 422, invited.text);
  }
});

test("parallel guesses do not slip past the limit together", async () => {
  await signUp("parallel@example.org", "192.0.2.30");
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => signIn("parallel@example.org", `guess ${index}`, "192.0.2.31")),
  );
  assert.equal(answers.filter((answer) => answer.status === 401).length, 3);
});

test("a hash that was made with less work is renewed at the next sign-in", async () => {
  await signUp("old@example.org", "192.0.2.40");
  const { users } = service.context.storage;
  const user = await users.findByEmail("old@example.org");
  await users.update({
    id: user?.id ?? "",
    passwordHash: await hashPassword(PASSWORD, { logN: 12, r: 8, p: 1 }),
  });
  assert.equal((await signIn("old@example.org", PASSWORD, "192.0.2.41")).status, 200);
  assert.match((await users.findByEmail("OLD@example.org"))?.passwordHash ?? "", /^\$scrypt\$ln=15,/);
});

test("a reset link works once, signs every browser out, and expires", async () => {
  const email = "forgetful@example.org";
  await signUp(email, "192.0.2.50");
  const browser = service.browser("192.0.2.51");
  await browser.post("/auth/sign-in", { email, password: PASSWORD });
  const tokenOf = async () => (await createResetLink(service.context, email)).split("#token=")[1];
  const token = await tokenOf();
  const reset = (body: object) => service.browser("192.0.2.52").call("POST", "/auth/reset", { body });
  assert.equal((await reset({ token, password: "an entirely new one" })).status, 200);
  assert.equal((await browser.call("GET", "/auth/me")).status, 401);
  assert.equal((await reset({ token, password: "and another new one" })).status, 401);
  assert.equal((await signIn(email, "an entirely new one", "192.0.2.53")).status, 200);
  const user = await service.context.storage.users.findByEmail(email);
  const [first] = await service.context.storage.memberships.listByUser(user?.id ?? "");
  const audit = await service.context.storage.audit.list({ accountId: first?.account.id ?? "" });
  assert.ok(audit.items.some((entry) => entry.details["by"] === "reset link"));
  const late = await tokenOf();
  service.clock.ms += 86_400_000;
  assert.equal((await reset({ token: late, password: "and another new one" })).status, 401);
});

const REDEMPTIONS = {
  "a reset link": ["/auth/reset", { password: PASSWORD }],
  "an invitation": ["/auth/accept-invite", { password: PASSWORD }],
  "the claim": ["/auth/claim", { password: PASSWORD, email: "guesser@example.org" }],
} as const;

for (const [index, [name, [path, body]]] of Object.entries(REDEMPTIONS).entries())
  test(`the secret of ${name} is not guessed without end, and a wrong one opens nothing`, async () => {
    const browser = service.browser(`192.0.2.${70 + index}`);
    const guess = async (at: number) =>
      (await browser.call("POST", path, { body: { ...body, token: `guess-${at}`.repeat(5) } })).status;
    assert.deepEqual([await guess(0), await guess(1), await guess(2), await guess(3)], [401, 401, 401, 429]);
    assert.equal((await browser.call("GET", "/auth/me")).status, 401);
  });

test("sign-up can be closed", async () => {
  const closed = await startTestService({ flags: { "sign-up": "closed" } });
  const answer = await closed.browser().call("POST", "/auth/sign-up", {
    body: { email: "late@example.org", password: PASSWORD },
  });
  await closed.close();
  assert.equal(answer.status, 403);
  assert.match(answer.text, /invitation/);
});
