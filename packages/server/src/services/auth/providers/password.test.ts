import assert from "node:assert/strict";
import { test } from "node:test";

import { hashPassword, needsRehash, PASSWORD_COST, verifyPassword } from "./password.ts";

const CHEAP = { logN: 4, r: 8, p: 1 };

test("a password is recognised by its own hash only", async () => {
  const hash = await hashPassword("correct horse 🐎", CHEAP);
  assert.match(hash, /^\$scrypt\$ln=4,r=8,p=1\$[^$]+\$[^$=]+$/);
  assert.equal(await verifyPassword("correct horse 🐎", hash), true);
  assert.equal(await verifyPassword("correct horse", hash), false);
});

test("the same password hashes differently each time", async () => {
  assert.notEqual(await hashPassword("same", CHEAP), await hashPassword("same", CHEAP));
});

test("a password typed in another Unicode normal form is still recognised", async () => {
  const hash = await hashPassword("caf\u00e9 caf\u00e9", CHEAP);
  assert.equal(await verifyPassword("cafe\u0301 cafe\u0301", hash), true);
});

test("an unknown account and a damaged hash are never matched", async () => {
  assert.equal(await verifyPassword("anything", undefined), false);
  assert.equal(await verifyPassword("anything", "$scrypt$ln=4"), false);
  assert.equal(await verifyPassword("", ""), false);
});

test("hashes with less work than today's are renewed, those of today are not", async () => {
  assert.equal(needsRehash(await hashPassword("old", CHEAP)), true);
  assert.equal(needsRehash(await hashPassword("new")), false);
  assert.ok(PASSWORD_COST.logN >= 15);
});

test("hashing leaves the event loop free and a flood is shed, not queued without end", async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, () => hashPassword("flood", { logN: 11, r: 8, p: 1 })),
  );
  clearInterval(timer);
  const shed = outcomes.filter((outcome) => outcome.status === "rejected");
  assert.equal(outcomes.length - shed.length, 66);
  for (const outcome of shed) assert.match(String(outcome.reason), /overloaded/);
  assert.ok(ticks > 0, "the event loop never turned");
});
