import assert from "node:assert/strict";
import { test } from "node:test";
import { valueAt, valueOf } from "./value-at.ts";

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
