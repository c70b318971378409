import assert from "node:assert/strict";
import { test } from "node:test";

import { createReadingBudget } from "./reading-budget.ts";

const MIB = 1024 * 1024;

test("reading is refused with the part that it came to once all its steps together took too long", () => {
  let ms = 0;
  const budget = createReadingBudget(MIB, 50, { now: () => ms, wallMs: () => 0 });
  assert.ok(budget !== undefined);
  budget.run(() => (ms += 30));
  // Time that other requests take in between is not counted.
  ms += 1_000;
  budget.check(() => "body");
  const read = (): void =>
    budget.run(() => {
      ms += 21;
      budget.check(() => "messages[64]");
    });
  assert.throws(read, (fault: { code?: string; errors?: readonly { location: string; fix: string }[] }) => {
    assert.equal(fault.code, "payload_too_large");
    assert.equal(fault.errors?.[0]?.location, "messages[64]");
    assert.match(fault.errors[0].fix, /limits\.readingMs/);
    return true;
  });
});

test("a body has a budget for each 2 MiB that it begins; a small one needs none", () => {
  let ms = 0;
  const budget = createReadingBudget(5 * MIB, 50, { now: () => ms, wallMs: () => 0 });
  budget?.run(() => (ms += 149));
  budget?.check(() => "body");
  budget?.run(() => (ms += 2));
  assert.throws(() => budget?.check(() => "body"), { code: "payload_too_large" });
  assert.equal(createReadingBudget(1_000, 50), undefined);
  assert.equal(createReadingBudget(MIB, 0), undefined);
});

test("what was spent lies between the ticks of the thread's clock and what passed on the wall", () => {
  let [ticked, passed] = [0, 0];
  const budget = createReadingBudget(MIB, 50, { now: () => ticked, wallMs: () => passed });
  budget?.run(() => (passed += 3));
  assert.deepEqual(budget?.spentMs, { atLeast: 0, atMost: 3 });
  budget.run(() => {
    passed += 100;
    ticked += 8;
  });
  assert.deepEqual(budget.spentMs, { atLeast: 8, atMost: 12 });
});
