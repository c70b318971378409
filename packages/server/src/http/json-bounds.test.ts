import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { parseJsonBody } from "./json-body.ts";
import { assertJsonBounds } from "./json-bounds.ts";

const BOUNDS = { nestingMax: 64, valuesMax: 200_000 };
const PADDING = " ".repeat(16_384);

const isRefused = (text: string): boolean => {
  try {
    assertJsonBounds(Buffer.from(PADDING + text), BOUNDS);
    return false;
  } catch (error) {
    assert.ok(error instanceof SignalboxError && error.code === "malformed_json");
    return true;
  }
};

for (const [name, body] of [
  ["brackets without end", "[".repeat(8_400_000)],
  ["empty lists side by side", `[${"[],".repeat(2_800_000)}1]`],
  ["numbers side by side", `[${"1,".repeat(4_200_000)}1]`],
  ["nested objects", '{"a":'.repeat(1_600_000)],
] as const)
  test(`${name} are refused before they are parsed`, () => {
    const bytes = Buffer.from(body);
    const startedMs = performance.now();
    assert.throws(() => parseJsonBody(bytes, BOUNDS), { code: "malformed_json" });
    const elapsedMs = performance.now() - startedMs;
    assert.ok(elapsedMs < 150, `${elapsedMs} ms`);
  });

test("brackets and commas inside texts do not count, however the texts are escaped", () => {
  const long = "x".repeat(200);
  for (const inner of [
    "[".repeat(500),
    `\\"${"[".repeat(500)}`,
    `${long}\\"${"{".repeat(99)}`,
    `${long}\\\\`,
  ])
    assert.equal(isRefused(`["${inner}", "${inner}"]`), false, inner);
  assert.equal(isRefused(`["${long}\\\\", ${"[".repeat(70)}`), true);
  assert.equal(isRefused(`["a", ${"[".repeat(70)}`), true);
  assert.equal(isRefused(`["${long}\\\\\\"${"[".repeat(70)}`), false);
});

test("as many levels and values as allowed pass", () => {
  assert.equal(isRefused(`${"[".repeat(64)}${"]".repeat(64)}`), false);
  assert.equal(isRefused(`[${"1,".repeat(199_000)}1]`), false);
});
