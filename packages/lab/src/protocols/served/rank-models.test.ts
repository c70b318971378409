import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import type { CalledModel } from "../../data/called-model.ts";
import { listPriceOf, standInHindsight } from "./rank-models.ts";
import type { ServedSource } from "./served-source.ts";

const source = (rows: readonly (readonly number[])[]): ServedSource =>
  ({
    texts: rows.map((_, row) => `prompt ${row}`),
    models: (rows[0] ?? []).map((_, column) => ({ name: `m${column}` })),
    scores: Float32Array.from(rows.flat()),
  }) as unknown as ServedSource;

const orderOf = (standing: Float64Array): number[] =>
  Array.from(standing.keys()).toSorted((a, b) => (standing[b] ?? 0) - (standing[a] ?? 0));

test("on the same prompts models stand by their mean scores", () => {
  const standing = standInHindsight(
    source([
      [1, 0, 0.5],
      [1, 0.2, 0.4],
    ]),
  );
  assert.deepEqual(orderOf(standing), [0, 2, 1]);
  assert.ok(Math.abs((standing[0] ?? 0) - (standing[1] ?? 0) - 0.9) < 1e-6);
});

test("a model that was asked the easy prompts alone does not stand above a better one", () => {
  const rows = [
    ...Array.from({ length: 20 }, () => [0.95, 0.9, Number.NaN]),
    ...Array.from({ length: 20 }, () => [0.3, Number.NaN, 0.1]),
  ];
  // Plain means would put the second model first: it never saw a hard prompt.
  assert.deepEqual(orderOf(standInHindsight(source(rows))), [0, 1, 2]);
});

test("strengths are found again in made scores with holes", () => {
  const random = splitmix32(4);
  const strengths = [0.3, 0.1, -0.1, -0.3];
  const rows = Array.from({ length: 400 }, () => {
    const ease = 0.5 + 0.2 * drawNormal(random);
    return strengths.map((strength) =>
      random() < 0.4 ? Number.NaN : ease + strength + 0.05 * drawNormal(random),
    );
  });
  const standing = standInHindsight(source(rows));
  const mean = standing.reduce((sum, value) => sum + value, 0) / standing.length;
  for (const [column, strength] of strengths.entries())
    assert.ok(Math.abs((standing[column] ?? 0) - mean - strength) < 0.03, String(column));
});

test("a model without any score has no strength, and takes none from the others", () => {
  const standing = standInHindsight(
    source([
      [1, Number.NaN],
      [0, Number.NaN],
    ]),
  );
  assert.equal(standing[1], 0);
});

const priced = (inputUsdPerMTok?: number, outputUsdPerMTok?: number): CalledModel =>
  ({ name: "m", facts: { prices: { inputUsdPerMTok, outputUsdPerMTok } } }) as unknown as CalledModel;

test("the list price blends three of input with one of output, and is unknown where either is", () => {
  assert.equal(listPriceOf(priced(1, 5)), 2);
  for (const one of [priced(1), priced(undefined, 5), { ...priced(1, 5), facts: undefined }])
    assert.ok(Number.isNaN(listPriceOf(one)));
});
