import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { capLines, capText } from "./cap-text.ts";

test("two large texts are cut as if they were one", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 90 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 4, max: 40 }), (before, behind, charsMax) => {
      const whole = capText(`${before}\n${behind}`, charsMax);
      assert.equal(capLines(before, behind, charsMax), whole);
      assert.ok(whole.isWellFormed() && whole.length <= charsMax);
    }),
    { numRuns: 2_000, seed: 7 },
  );
});
