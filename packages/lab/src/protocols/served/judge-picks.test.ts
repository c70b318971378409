import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import fc from "fast-check";
import { drawSets, listKnown, SET_NAMES, SET_SIZES } from "./served-source.ts";
import { hasDollars, judgePicks, weightedMean } from "./judge-picks.ts";
import type { PickRow } from "./pick-rows.ts";
import type { ServedSource } from "./served-source.ts";

/** Two prompts, two models: one cheap and weak, one expensive and strong. */
const source = (usd = [0.1, 1, 0.1, 1]): ServedSource =>
  ({
    name: "made",
    texts: ["a", "b"],
    models: [{ name: "cheap" }, { name: "strong" }],
    scores: Float32Array.of(0.5, 1, 0.5, 1),
    usd: Float64Array.from(usd),
  }) as unknown as ServedSource;

const row = (scores: readonly number[], usd: readonly number[]): PickRow =>
  ({
    way: { name: "way", title: "Way" },
    scores: Object.fromEntries(SET_NAMES.map((name) => [name, Float64Array.from(scores)])),
    usd: Float64Array.from(usd),
  }) as unknown as PickRow;

const figureOf = (of: ServedSource, pick: PickRow, name: string, weights = [1, 1]): number =>
  judgePicks(of, [pick])[0]?.figures[name]?.(Float64Array.from(weights)) ?? Number.NaN;

test("unknown results are left out of a mean, and their weight with them", () => {
  assert.equal(weightedMean(Float64Array.of(1, Number.NaN, 0), Float64Array.of(3, 100, 1)), 0.75);
  assert.ok(Number.isNaN(weightedMean(Float64Array.of(Number.NaN), Float64Array.of(1))));
});

test("a weight of two counts a prompt twice", () => {
  const twice = weightedMean(Float64Array.of(0.2, 0.8), Float64Array.of(2, 1));
  assert.ok(Math.abs(twice - weightedMean(Float64Array.of(0.2, 0.2, 0.8), Float64Array.of(1, 1, 1))) < 1e-12);
});

test("always picking one model is worth no more than that model at its price", () => {
  assert.ok(Math.abs(figureOf(source(), row([1, 1], [1, 1]), "overMix")) < 1e-12);
  assert.ok(Math.abs(figureOf(source(), row([0.5, 0.5], [0.1, 0.1]), "overMix")) < 1e-12);
});

test("picking at random between two models is worth nothing over their mix", () => {
  assert.ok(Math.abs(figureOf(source(), row([0.5, 1], [0.1, 1]), "overMix")) < 1e-12);
});

test("what knows which prompt needs the strong model gains over the mix", () => {
  const gained = figureOf(source(), row([1, 1], [0.1, 1]), "overMix");
  assert.ok(Math.abs(gained - 0.25) < 1e-12);
  assert.equal(figureOf(source(), row([1, 1], [0.1, 1]), "usdAll"), 0.55);
});

test("a source without dollars is judged by scores alone", () => {
  const silent = source([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  assert.equal(hasDollars(silent), false);
  assert.ok(hasDollars(source()));
  const figures = judgePicks(silent, [row([1, 0], [Number.NaN, Number.NaN])])[0]?.figures ?? {};
  assert.deepEqual(Object.keys(figures), [...SET_NAMES]);
});

const wide = (known: readonly boolean[]): ServedSource =>
  ({
    models: known.map((_, column) => ({ name: `m${column}` })),
    scores: Float32Array.from(known, (isKnown) => (isKnown ? 1 : Number.NaN)),
  }) as unknown as ServedSource;

test("a set holds different models whose score is known, and as many as its size says", () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 99 }),
      (known, seed) => {
        const of = wide(known);
        const all = listKnown(of, 0);
        assert.deepEqual(
          [...all],
          known.flatMap((isKnown, column) => (isKnown ? [column] : [])),
        );
        if (all.length === 0) return;
        const sets = drawSets(all, 4, splitmix32(seed));
        for (const name of SET_NAMES)
          for (const set of sets[name]) {
            assert.equal(new Set(set).size, set.length);
            assert.ok(set.every((column) => all.includes(column)));
            const size = SET_SIZES[name];
            assert.equal(set.length, size === 0 || all.length < size ? all.length : size);
          }
      },
    ),
  );
});
