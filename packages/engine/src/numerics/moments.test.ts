import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { hypotOf } from "./moments.ts";

test("the hypotenuse of two numbers is that of the standard library to the last bit", () => {
  const numbers = fc.oneof(fc.double(), fc.double({ min: 0, max: 1 }), fc.constantFrom(0, -0, 1e-320, 3, 4));
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      assert.ok(Object.is(hypotOf(a, b), Math.hypot(a, b)), `${a}, ${b}`);
    }),
    { numRuns: 20_000 },
  );
});
