import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { bucketStarts, readWindow } from "./window.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 0, 15, 12, 34, 56);
const iso = (ms: number): string => new Date(ms).toISOString();

test("whatever the span, the buckets cover it without a gap and stay few enough for a chart", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 * 24 - 48 }),
      fc.integer({ min: 0, max: HOUR_MS }),
      (hours, offsetMs) => {
        const query = { from: iso(NOW_MS - hours * HOUR_MS - offsetMs), to: iso(NOW_MS) };
        const window = readWindow(query, NOW_MS);
        const starts = bucketStarts(window);
        const widthMs = window.bucketHours * HOUR_MS;
        assert.ok(starts.length > 0 && starts.length <= 122, String(starts.length));
        assert.ok((starts[0] ?? Infinity) <= Date.parse(query.from));
        assert.ok((starts.at(-1) ?? 0) + widthMs > NOW_MS);
        assert.ok(
          starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) === widthMs),
        );
      },
    ),
  );
});

test("without a span it is the last seven days, up to and with this moment", () => {
  const { fromMs, toMs } = readWindow({}, NOW_MS);
  assert.ok(toMs > NOW_MS && toMs - NOW_MS <= HOUR_MS);
  assert.ok(toMs - fromMs >= 7 * 24 * HOUR_MS && toMs - fromMs < 8 * 24 * HOUR_MS);
});

test("spans that are turned round, too long or no times are refused with their place", () => {
  for (const query of [
    { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" },
    { from: "2020-01-01T00:00:00Z" },
    { from: "last week" },
  ])
    assert.throws(() => readWindow(query, NOW_MS), { code: "validation_failed", detail: /^query\.from/ });
});
