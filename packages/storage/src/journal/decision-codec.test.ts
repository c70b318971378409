import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { aRecord } from "../conformance/fixtures.ts";
import type { KeptDecision } from "../interface/decision-table.ts";
import { completeRecord, decodeRecord, packRecord } from "./decision-codec.ts";
import type { DecisionPart } from "./decision-parts.ts";

/** Writes a record with its parts in it, as a reader of the journal puts it together. */
function encodeRecord(content: KeptDecision): Uint8Array {
  const parts: DecisionPart[] = [];
  const bytes = Uint8Array.from(packRecord(content, parts));
  return completeRecord(bytes, (key) => parts.find((part) => part.key === key)?.content ?? Uint8Array.of());
}

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

test("a record of a form that this release does not know is refused, and so is one without its parts", () => {
  const bytes = encodeRecord(aRecord());
  bytes[0] = 9;
  assert.throws(() => decodeRecord(bytes), /form 9/);
  assert.throws(() => decodeRecord(packRecord(aRecord(), [])), /form 2/);
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

test("a member without a value costs no record its columns", () => {
  const [first] = aRecord().ranking;
  const ranking = (price: (index: number) => unknown) =>
    Array.from({ length: 10 }, (_, index) =>
      Object.assign({}, first, { label: `m${index}`, success: index / 13, window: price(index) }),
    );
  const all = { ...aRecord(), ranking: ranking(() => undefined) };
  const some = { ...aRecord(), ranking: ranking((index) => (index % 2 === 0 ? undefined : { untilMs: 7 })) };
  for (const record of [all, some]) {
    assert.ok(encodeRecord(record).length < (JSON.stringify(record).length * 2) / 3);
    assert.deepEqual(roundTrip(record), JSON.parse(JSON.stringify(record)));
  }
});

test("candidates that come again in another order, or with another name, keep what is theirs", () => {
  const candidate = fc.record({
    label: fc.constantFrom("a", "b", "c", "d"),
    mode: fc.constantFrom("none", "high", null, undefined),
    ground: fc.constantFrom({ boards: 1 }, { boards: 2, outcomes: 1 }, undefined),
    success: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(candidate, { minLength: 1, maxLength: 5 }), (ranking) => {
      const record = { ...aRecord(), ranking: ranking as unknown as KeptDecision["ranking"] };
      assert.deepEqual(roundTrip(record), JSON.parse(JSON.stringify(record)));
    }),
    { numRuns: 300 },
  );
});

test("members of any shape beside the ranking come back, whatever shapes came before", () => {
  const leaf = fc.oneof(
    fc.constantFrom(0, 1, 2, 0.5, -1e300, "#", "$", "", true, false, null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.string({ unit: "binary" }),
  );
  const key = fc.oneof(fc.constantFrom("a", "b", "__proto__", "7", "07"), fc.string());
  const { members } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("value"), { maxLength: 4 }), tie("members")),
    members: fc
      .array(fc.tuple(key, tie("value")), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  }));
  fc.assert(
    fc.property(members, (others) => {
      const record = { ...(others as object), ranking: aRecord().ranking };
      assert.deepEqual(roundTrip(record), JSON.parse(JSON.stringify(record)));
    }),
    { numRuns: 500 },
  );
});

test("a packed record lies where the next one will, an encoded one does not", () => {
  const packed = packRecord(aRecord(), []);
  const before = Buffer.from(packed);
  const encoded = encodeRecord(aRecord());
  packRecord({ ...aRecord(), ranking: [] }, []);
  assert.notDeepEqual(Buffer.from(packed), before);
  assert.deepEqual(decodeRecord(encoded), aRecord());
});
