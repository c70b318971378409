// Units of a text in an array are those of the text, whatever stood in the array before.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { createUnitCopy } from "./copy-units.ts";

const unitsOf = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

test("a copy holds the text's units and two zeros behind them, lone surrogates included", () => {
  const copy = createUnitCopy(40);
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 30 }));
  fc.assert(
    fc.property(text, fc.nat(20), (whole, cut) => {
      for (const each of [`${whole}\ud800`, whole.slice(cut), whole]) {
        const units = copy(each);
        assert.deepEqual(Array.from(units.subarray(0, each.length + 2)), [...unitsOf(each), 0, 0]);
      }
    }),
  );
});
