import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { createRateLimits } from "./rate-limits.ts";

function isLimited(error: unknown): error is SignalboxError {
  return error instanceof SignalboxError && error.code === "rate_limited";
}

test("a bucket gives a whole minute's worth, then refills evenly and tells when to come back", () => {
  let nowMs = 1_000_000;
  const limits = createRateLimits({ nowMs: () => nowMs });
  for (let count = 0; count < 30; count += 1) void limits.take([{ owner: "key", perMinute: 30 }]);
  assert.throws(
    () => limits.take([{ owner: "key", perMinute: 30 }]),
    (error) => isLimited(error) && error.retryAfterS === 2,
  );
  nowMs += 2000;
  void limits.take([{ owner: "key", perMinute: 30 }]);
  assert.throws(() => limits.take([{ owner: "key", perMinute: 30 }]), isLimited);
});

test("one owner's requests never use up another's", () => {
  const limits = createRateLimits({ nowMs: () => 0 });
  void limits.take([{ owner: "a", perMinute: 1 }]);
  void limits.take([{ owner: "b", perMinute: 1 }]);
  assert.throws(() => limits.take([{ owner: "a", perMinute: 1 }]), isLimited);
});

test("zero means no limit, and a clock that steps back takes nothing away", () => {
  let nowMs = 10_000;
  const limits = createRateLimits({ nowMs: () => nowMs });
  for (let count = 0; count < 10_000; count += 1) void limits.take([{ owner: "free", perMinute: 0 }]);
  void limits.take([{ owner: "key", perMinute: 2 }]);
  nowMs = 0;
  void limits.take([{ owner: "key", perMinute: 2 }]);
  assert.throws(() => limits.take([{ owner: "key", perMinute: 2 }]), isLimited);
});
