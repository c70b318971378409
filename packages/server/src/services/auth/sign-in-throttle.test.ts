import assert from "node:assert/strict";
import { test } from "node:test";

import { SignInThrottle } from "./sign-in-throttle.ts";

function throttleAt(attemptsMax: number) {
  const clock = { ms: 1_000_000, nowMs: () => clock.ms };
  return { clock, throttle: new SignInThrottle(clock, attemptsMax) };
}

const alice = { email: "alice@example.org", address: "10.0.0.1" };

test("failures of one account from one address end in a wait, and the wait ends", () => {
  const { clock, throttle } = throttleAt(3);
  for (let attempt = 0; attempt < 3; attempt += 1) throttle.begin(alice);
  assert.throws(() => throttle.begin(alice), { code: "rate_limited", retryAfterS: 900 });
  assert.throws(() => throttle.begin({ ...alice, email: "ALICE@example.org" }), { code: "rate_limited" });
  clock.ms += 15 * 60 * 1000;
  throttle.begin(alice);
});

test("no spelling of an address and no address of one network starts the count again", () => {
  const { throttle } = throttleAt(3);
  const spellings = [" alice@example.org", "alice@example.org\t\n", "ALICE@Example.org"];
  for (const [index, email] of spellings.entries()) throttle.begin({ email, address: `2001:db8::${index}` });
  assert.throws(() => throttle.begin({ email: "alice@example.org ", address: "2001:db8::f" }), {
    code: "rate_limited",
  });
});

test("another address and another account are not locked out by it", () => {
  const { throttle } = throttleAt(3);
  for (let attempt = 0; attempt < 3; attempt += 1) throttle.begin(alice);
  throttle.begin({ ...alice, address: "10.0.0.2" });
  throttle.begin({ ...alice, email: "bob@example.org" });
});

test("one address that tries many accounts is stopped", () => {
  const { throttle } = throttleAt(2);
  for (let attempt = 0; attempt < 20; attempt += 1)
    throttle.begin({ email: `user${attempt}@example.org`, address: "10.0.0.1" });
  assert.throws(() => throttle.begin({ email: "next@example.org", address: "10.0.0.1" }), {
    code: "rate_limited",
  });
});

test("a success clears the account's failures", () => {
  const { throttle } = throttleAt(2);
  for (let round = 0; round < 50; round += 1) {
    throttle.begin(alice);
    throttle.succeed(alice);
  }
});
