import assert from "node:assert/strict";
import { test } from "node:test";

import type { OverviewSavings } from "@signalbox/sdk";

import { baselineOptions, baselineQuery, savingWords } from "./baseline.ts";

const savings = (more: Partial<OverviewSavings>): OverviewSavings => ({
  from: "2026-01-01T00:00:00.000Z",
  to: "2026-01-08T00:00:00.000Z",
  bucket_s: 3600,
  baseline: "fixed",
  label: "vendor/big",
  decisions: 1200,
  usd: 10,
  routed_usd: 6,
  saved_usd: 4,
  low: 3,
  high: 5,
  series: [],
  ...more,
});

test("every way of not routing comes back from the address as it went into it", () => {
  for (const { value } of baselineOptions(["a: b/c", "mix_before"], "always:gone")) {
    const { baseline, label } = baselineQuery(value);
    assert.equal(baseline === "fixed" ? `always:${label}` : baseline, value);
  }
  assert.deepEqual(baselineQuery(""), { baseline: "best_each" });
});

test("a label that is chosen stays in the list when the span does not offer it, and is there once", () => {
  const values = (chosen: string): string[] => baselineOptions(["a"], chosen).map(({ value }) => value);
  assert.deepEqual(values("always:b").slice(4), ["always:a", "always:b"]);
  assert.deepEqual(values("always:a").slice(4), ["always:a"]);
});

test("a saving is said with its interval and how many decisions it covers; a loss is said as a cost", () => {
  assert.equal(
    savingWords(savings({})),
    "Saved $4.00 against always vendor/big, n = 1,200; 95 % interval $3.00 to $5.00.",
  );
  assert.equal(
    savingWords(savings({ saved_usd: -4, low: -5, high: -3, baseline: "cheapest" })),
    "Cost $4.00 more than the cheapest of each call, n = 1,200; 95 % interval $3.00 to $5.00.",
  );
  assert.match(savingWords(savings({ low: null, high: null })), /too few hours for an interval/);
  assert.match(savingWords(savings({ decisions: 0 })), /^No decision offered always vendor\/big/);
});
