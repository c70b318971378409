// How reports change the doubt of an estimate. Directions of requests are unit vectors, so likeness is plain to see.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PromptEncoding } from "../../reader/prompt-encoding.ts";
import { fitReports } from "./fit-reports.ts";
import { createReportsPolicy } from "./reports-policy.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const SHIPPED = { success: 0.9, spread: 0.018 };

function requestOf(axis: number, operation: string, tilt: number): PromptEncoding {
  const features = new Float32Array(8);
  features[axis] = 1;
  features[7] = tilt;
  const task = { operation, field: operation };
  return { features, field: operation, difficulty: 0.3, task } as unknown as PromptEncoding;
}

function estimateAfter(outcomes: readonly number[], asked: PromptEncoding) {
  const rows = outcomes.map((outcome, at) => ({
    arm: "cheap",
    keyId: "key",
    encoding: requestOf(0, "summarise", at / 40),
    prior: SHIPPED.success,
    outcome,
    reportedAtMs: NOW_MS - (outcomes.length - at) * 60_000,
    credit: 1,
  }));
  const fitted = fitReports(rows, NOW_MS) ?? assert.fail();
  const [estimate] = createReportsPolicy("test", fitted).adjust({
    encoding: asked,
    labels: ["cheap"],
    modelIds: [undefined],
    estimates: [SHIPPED],
  });
  return estimate ?? assert.fail();
}

const good = (count: number): number[] => Array.from({ length: count }, () => 1);
const bad = (count: number): number[] => Array.from({ length: count }, () => 0);

test("reports that agree take doubt away and never add any", () => {
  for (const count of [10, 30, 100]) {
    const { success, spread } = estimateAfter(good(count), requestOf(0, "summarise", 0.1));
    assert.ok(success >= SHIPPED.success - 1e-9, `${count} good reports: ${success}`);
    assert.ok(spread <= SHIPPED.spread + 1e-9, `${count} good reports: ±${spread}`);
  }
});

test("reports that contradict move the estimate and bring doubt of their own", () => {
  const { success, spread, learnedSpread = 0 } = estimateAfter(bad(20), requestOf(0, "summarise", 0.1));
  assert.ok(success < 0.5, `${success}`);
  assert.ok(Math.hypot(spread, learnedSpread) > SHIPPED.spread, `±${spread} ${learnedSpread}`);
  assert.ok(
    spread <= SHIPPED.spread,
    "it is no risk that would pay for a more expensive model without proof",
  );
});

test("work that is unlike what was reported on keeps its estimate and its doubt", () => {
  for (const outcomes of [good(30), bad(30)]) {
    const { success, spread } = estimateAfter(outcomes, requestOf(3, "solve", 0));
    assert.ok(Math.abs(success - SHIPPED.success) < 0.02, `${success}`);
    assert.ok(Math.abs(spread - SHIPPED.spread) < 0.004, `±${spread}`);
  }
});
