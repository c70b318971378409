import assert from "node:assert/strict";
import { test } from "node:test";

import type { Explanation } from "@signalbox/contracts";
import fc from "fast-check";

import { anExplanation } from "../conformance/fixtures.ts";
import {
  cannotExplain,
  decodeExplanation,
  decodeNumbers,
  encodeExplanation,
  encodeNumbers,
} from "./decision-codec.ts";

function roundTrip(explanation: Explanation): Explanation {
  const bytes = encodeExplanation(explanation);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  return decodeExplanation(shifted.subarray(3), cannotExplain);
}

test("an explanation comes back as JSON would have brought it, bit for bit", () => {
  const explanation = anExplanation();
  assert.deepEqual(roundTrip(explanation), explanation);
});

test("any numbers, nulls, texts and shapes of candidates come back", () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.constant(null),
    fc.string({ unit: "binary" }),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.boolean(),
  );
  const candidate = fc.oneof(
    fc.record({ label: fc.string({ unit: "grapheme" }), success: value, usd: value, reasons: value }),
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
      value,
      { maxKeys: 4 },
    ),
  );
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 6 }), (ranking) => {
      const explanation = { ...anExplanation(), ranking: ranking as unknown as Explanation["ranking"] };
      assert.deepEqual(roundTrip(explanation), JSON.parse(JSON.stringify(explanation)));
    }),
  );
});

test("the bytes are less than two thirds of the JSON", () => {
  const explanation = anExplanation();
  const [first] = explanation.ranking;
  const ranking = Array.from({ length: 10 }, (_, index) =>
    Object.assign({}, first, { label: `m${index}`, success: index / 13 }),
  );
  const wide = { ...explanation, ranking };
  assert.ok(encodeExplanation(wide).length < (JSON.stringify(wide).length * 2) / 3);
});

test("kept numbers come back as numbers, and are worded by the function given", () => {
  const numbers = { ranking: [{ label: "mini", success: 0.1 + 0.2, usd: null }], extra: ["kept"] };
  const bytes = encodeNumbers(numbers);
  assert.deepEqual(decodeNumbers(bytes), numbers);
  const explanation = decodeExplanation(bytes, (given) => {
    assert.deepEqual(given, numbers);
    return anExplanation();
  });
  assert.deepEqual(explanation, anExplanation());
  assert.throws(() => decodeExplanation(bytes, cannotExplain), { code: "internal" });
  assert.equal(decodeNumbers(encodeExplanation(anExplanation())), undefined);
});
