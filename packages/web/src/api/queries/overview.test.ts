import assert from "node:assert/strict";
import { test } from "node:test";

import { boundedTimes } from "./overview.ts";

const NOW_MS = Date.UTC(2026, 5, 30);
const custom = (from: string, to: string) => ({ span: "custom", from, to }) as const;

test("a preset begins as many days ago as it says and ends now", () => {
  assert.deepEqual(boundedTimes({ span: "7", from: "", to: "" }, NOW_MS), {
    from: "2026-06-23T00:00:00.000Z",
  });
});

test("all of time is the last year, because the sums span no more", () => {
  assert.deepEqual(boundedTimes({ span: "", from: "", to: "" }, NOW_MS), {
    from: "2025-06-30T00:00:00.000Z",
  });
});

test("a span without a beginning is the year before its end, so it never begins after it", () => {
  assert.deepEqual(boundedTimes(custom("", "2023-03-01T00:00:00.000Z"), NOW_MS), {
    from: "2022-03-01T00:00:00.000Z",
    to: "2023-03-01T00:00:00.000Z",
  });
});

test("a beginning that the address names is kept, however long ago", () => {
  const from = "2020-01-01T00:00:00.000Z";
  assert.deepEqual(boundedTimes(custom(from, ""), NOW_MS), { from });
});
