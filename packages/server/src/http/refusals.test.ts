import assert from "node:assert/strict";
import { test } from "node:test";

import { createRefusals } from "./refusals.ts";

test("refusals of one account leave a second apart, and those of another do not wait for them", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let nowMs = 0;
  const refusals = createRefusals(() => nowMs);
  const left: string[] = [];
  for (const owner of ["a", "a", "a", "b"]) refusals.after(owner, () => void left.push(`${owner} ${nowMs}`));
  for (nowMs = 500; nowMs <= 3_000; nowMs += 500) t.mock.timers.tick(500);
  assert.deepEqual(left, ["a 1000", "b 1000", "a 2000", "a 3000"]);
});

test("an account with many refusals is not read until they have left", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let nowMs = 0;
  const refusals = createRefusals(() => nowMs);
  for (let count = 0; count < 4; count += 1) refusals.after("a", () => {});
  assert.equal(refusals.isLong("a"), false);
  refusals.after("a", () => {});
  assert.equal(refusals.isLong("a"), true);
  assert.equal(refusals.isLong("b"), false);
  nowMs = 1_000;
  assert.equal(refusals.isLong("a"), false);
});
