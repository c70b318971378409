import assert from "node:assert/strict";
import { test } from "node:test";
import { addAt, floatAt, valueAt, valueOf, wholeAt } from "./value-at.ts";

test("an element is what stands at its index, in lists and typed arrays alike", () => {
  assert.equal(valueAt(["a", "b"], 1), "b");
  assert.equal(valueAt(Float32Array.of(0.5, 2), 0), 0.5);
  assert.ok(Number.isNaN(valueAt(Float64Array.of(Number.NaN), 0)));
  assert.equal(valueAt([undefined], 0), undefined);
});

test("an index beyond the list is an error that names both, not a silent undefined", () => {
  for (const index of [-1, 2, Number.NaN, Infinity])
    assert.throws(() => valueAt([1, 2], index), new RegExp(`no element ${index} in a list of 2`));
  assert.throws(() => valueAt([], 0), RangeError);
});

test("a value is found under its key, undefined ones too, and a missing key is an error", () => {
  assert.equal(valueOf(new Map([["a", 1]]), "a"), 1);
  assert.equal(valueOf(new Map([["a", undefined]]), "a"), undefined);
  assert.throws(() => valueOf(new Map([["a", 1]]), "b"), /no value under b/);
});

test("adding changes one element in place, in the precision of its array", () => {
  const sums = Float32Array.of(1, 2);
  addAt(sums, 1, 0.1);
  assert.deepEqual([...sums], [1, Math.fround(2.1)]);
  assert.throws(() => addAt(sums, 2, 1), RangeError);
  assert.throws(() => addAt(new Int32Array(), -1, 1), { message: "There is no element -1 in a list of 0." });
  assert.throws(() => addAt(sums, 0.5, 1), RangeError);
});

test("numbers of typed arrays are read in their own width, NaN and zero among them, and none beyond the end", () => {
  assert.equal(floatAt(Float32Array.of(0.1), 0), Math.fround(0.1));
  assert.ok(Number.isNaN(floatAt(Float64Array.of(Number.NaN), 0)));
  assert.equal(wholeAt(Uint16Array.of(0, 65_535), 1), 65_535);
  assert.equal(wholeAt(Int32Array.of(0, -7), 0), 0);
  assert.throws(() => floatAt(new Float32Array(2), 2), { message: "There is no element 2 in a list of 2." });
  for (const index of [-1, 1, Number.NaN]) assert.throws(() => wholeAt(Int32Array.of(3), index), RangeError);
});
