import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { aRecord } from "../conformance/fixtures.ts";
import type { KeptDecision } from "../interface/kept-decision.ts";
import { decodeRecord, encodeRecord } from "./decision-codec.ts";

function roundTrip(record: KeptDecision): KeptDecision {
  const bytes = encodeRecord(record);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  return decodeRecord(shifted.subarray(3));
}

test("a record comes back as JSON would have brought it, bit for bit", () => {
  const record = aRecord();
  assert.deepEqual(roundTrip(record), record);
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
      const record = { ...aRecord(), ranking: ranking as unknown as KeptDecision["ranking"] };
      assert.deepEqual(roundTrip(record), JSON.parse(JSON.stringify(record)));
    }),
  );
});

test("the bytes are less than two thirds of the JSON", () => {
  const record = aRecord();
  const [first] = record.ranking;
  const ranking = Array.from({ length: 10 }, (_, index) =>
    Object.assign({}, first, { label: `m${index}`, success: index / 13 }),
  );
  const wide = { ...record, ranking };
  assert.ok(encodeRecord(wide).length < (JSON.stringify(wide).length * 2) / 3);
});
