import assert from "node:assert/strict";
import { test } from "node:test";

import { HALF_LIFE_MS, weighEvidence } from "./evidence-weight.ts";
import type { EvidenceRow } from "./evidence-weight.ts";
import { mulberry32 } from "../numerics/random.ts";

const NOW_MS = Date.UTC(2026, 0, 31);

function report(keyId: string, count: number, draw: () => number): EvidenceRow[] {
  return Array.from({ length: count }, () => ({ keyId, arm: 0, residual: draw(), reportedAtMs: NOW_MS }));
}

test("a key with 20 % of the outcomes that contradicts all others keeps almost no weight", () => {
  const random = mulberry32(5);
  const honest = ["a", "b", "c", "d"].flatMap((key) => report(key, 100, () => (random() < 0.6 ? 0.4 : -0.6)));
  const rows = [...honest, ...report("poison", 100, () => -0.9)];
  const weights = weighEvidence(rows, NOW_MS);
  const sum = (from: number, to: number): number =>
    weights.slice(from, to).reduce((total, weight) => total + weight, 0);
  assert.ok(sum(400, 500) < 0.02 * sum(0, 500));
  assert.ok(sum(0, 400) > 380);
});

test("keys that agree are believed in full, and an outcome of one half-life ago weighs half", () => {
  const rows = [...report("a", 50, () => 0.1), ...report("b", 50, () => 0.1)];
  const old = { ...rows[0]!, reportedAtMs: NOW_MS - HALF_LIFE_MS };
  const weights = weighEvidence([...rows, old], NOW_MS);
  assert.ok(weights.slice(0, 100).every((weight) => weight > 0.97));
  assert.ok(Math.abs(weights[100]! - 0.5) < 0.02);
});
