// Vectors of prompts: dense kernels, hashed terms, and what of a text they look at.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LATENT_SEMANTIC_FEATURES, countTerms } from "./latent-semantic.ts";
import { centreRows, dotRows, normaliseRows } from "./vector.ts";

const small = fc.double({ min: -10, max: 10, noNaN: true });
/** A matrix of up to six rows of up to seven columns. */
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 }))
  .chain(([rows, dim]) =>
    fc
      .array(small, { minLength: rows * dim, maxLength: rows * dim })
      .map((values) => ({ features: Float32Array.from(values), dim })),
  );

test("an inner product of rows equals the plain sum, for even and odd widths", () => {
  fc.assert(
    fc.property(matrix, ({ features, dim }) => {
      const last = features.length / dim - 1;
      let plain = 0;
      for (let d = 0; d < dim; d += 1) plain += (features[d] ?? 0) * (features[last * dim + d] ?? 0);
      const found = dotRows({ features, dim }, 0, { features, dim }, last);
      assert.ok(Math.abs(found - plain) < 1e-6 * (1 + Math.abs(plain)));
    }),
  );
});

test("normalised rows have unit length, zero rows stay zero, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(matrix, ({ features, dim }) => {
      const once = normaliseRows(features.slice(), dim);
      for (let row = 0; row * dim < once.length; row += 1) {
        const length = dotRows({ features: once, dim }, row, { features: once, dim }, row);
        const isZero = features
          .subarray(row * dim, (row + 1) * dim)
          .every((value) => Math.abs(value) < 1e-18);
        assert.ok(isZero || Math.abs(length - 1) < 1e-4, `length ${length}`);
      }
      const twice = normaliseRows(once.slice(), dim);
      once.forEach((value, at) => assert.ok(Math.abs(value - (twice[at] ?? Number.NaN)) < 1e-5));
    }),
  );
});

test("centred rows point from the mean, and the mean itself becomes zero", () => {
  const rows = Float32Array.of(1, 2, 3, 4, 5, 6);
  const centred = centreRows(rows, Float32Array.of(3, 4));
  assert.deepEqual([...centred.subarray(2, 4)], [0, 0]);
  assert.ok(Math.abs((centred[0] ?? 0) + Math.SQRT1_2) < 1e-6);
  assert.ok(Math.abs((centred[4] ?? 0) - Math.SQRT1_2) < 1e-6);
});

test("terms are counted whatever their case, pairs as well as words", () => {
  const [lower, upper] = [countTerms("red fox red fox"), countTerms("Red FOX red Fox")];
  assert.deepEqual(lower, upper);
  const total = (text: string): number => countTerms(text).counts.reduce((sum, count) => sum + count, 0);
  assert.equal(total("red fox red fox"), 9, "four words, four pairs, one length");
  assert.deepEqual(new Set(lower.slots).size, lower.slots.length);
});

test("the order of words is seen, and letters of every script are", () => {
  assert.notDeepEqual(countTerms("dog bites man"), countTerms("man bites dog"));
  assert.notDeepEqual(countTerms("你好"), countTerms("再见"));
});

test("the middle of a long text is not read; its head and its tail are", () => {
  const pad = "a ".repeat(4_000);
  const slotsOf = (text: string): string => [...countTerms(text).slots].toSorted((a, b) => a - b).join(",");
  const middle = (word: string): string => `${pad}${word} ${pad}`;
  assert.equal(slotsOf(middle("zebra")), slotsOf(middle("tapir")));
  assert.notEqual(slotsOf(`zebra ${pad}`), slotsOf(`tapir ${pad}`));
  assert.notEqual(slotsOf(`${pad} zebra`), slotsOf(`${pad} tapir`));
});

test("a text that shares no term with the training texts still has a finite vector", () => {
  const features = LATENT_SEMANTIC_FEATURES.fit(["alpha beta", "beta gamma", "gamma alpha"], 1);
  const row = features.encode(["omega"]);
  assert.equal(row.length, features.dim);
  assert.ok(row.every((value) => Number.isFinite(value)));
});

test("vectors of a text depend on the training texts alone, not on what is encoded with it", () => {
  const features = LATENT_SEMANTIC_FEATURES.fit(["red fox", "blue whale", "red whale", "blue fox"], 3);
  const [alone, together] = [features.encode(["red fox"]), features.encode(["red fox", "blue whale"])];
  assert.deepEqual(together.subarray(0, features.dim), alone);
  assert.equal(features.encode([]).length, 0);
});
