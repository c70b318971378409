import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { diffLines, stableJson } from "./diff.ts";

const shown = (before: string, after: string): string[] =>
  diffLines(before, after).map(
    ({ change, text }) => `${{ same: " ", added: "+", removed: "-" }[change]}${text}`,
  );

/** Length of the longest common subsequence, by trying every subsequence of the shorter list. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let longest = 0;
  for (let mask = 0; mask < 2 ** a.length; mask += 1) {
    const chosen = a.filter((_, index) => (mask & (2 ** index)) !== 0);
    let at = 0;
    for (const line of b) if (line === chosen[at]) at += 1;
    if (at === chosen.length) longest = Math.max(longest, at);
  }
  return longest;
}

test("a changed line is removed before its successor is added", () => {
  assert.deepEqual(shown("a\nb\nc", "a\nB\nc"), [" a", "-b", "+B", " c"]);
});

test("lines at the begin and at the end are added and removed in their place", () => {
  assert.deepEqual(shown("b", "a\nb\nc"), ["+a", " b", "+c"]);
  assert.deepEqual(shown("a\nb\nc", "b"), ["-a", " b", "-c"]);
});

test("equal texts have no change", () => {
  assert.ok(diffLines("x\ny", "x\ny").every(({ change }) => change === "same"));
  assert.deepEqual(shown("", ""), [" "]);
});

test("no difference is larger than it must be", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const kept = diffLines(before.join("\n"), after.join("\n")).filter(({ change }) => change === "same");
      assert.equal(kept.length, longestCommon(before, after));
    }),
  );
});

test("members are sorted at every depth, items of a list stay in their order", () => {
  assert.equal(
    stableJson({ b: [3, { z: 1, a: null }, 2], a: "x" }),
    JSON.stringify({ a: "x", b: [3, { a: null, z: 1 }, 2] }, null, 2),
  );
});

test("a stable text reads back as the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const again: unknown = JSON.parse(stableJson(value));
      assert.deepEqual(again, JSON.parse(JSON.stringify(value)));
    }),
  );
});
