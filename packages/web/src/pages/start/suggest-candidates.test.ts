import assert from "node:assert/strict";
import { test } from "node:test";

import type { Model } from "@signalbox/sdk";
import fc from "fast-check";

import { suggestCandidates } from "./suggest-candidates.ts";
import { EXAMPLES } from "./playground-state.ts";

const model = (id: string, more: Partial<Model> = {}): Model =>
  ({
    id,
    vendor: id.split("/")[0],
    is_deprecated: false,
    shuts_down_on: null,
    successor: null,
    confidence: "high",
    ability_origin: "outcomes",
    output_usd_per_mtok: 1,
    output_tokens_per_second: 80,
    released_on: "2026-01-01",
    ...more,
  }) as unknown as Model;

test("of each vendor an able model and the cheapest of the recent ones are suggested", () => {
  const models = [
    model("a/top", { output_usd_per_mtok: 75 }),
    model("a/able", { output_usd_per_mtok: 15 }),
    model("a/middle", { output_usd_per_mtok: 5 }),
    model("a/small", { output_usd_per_mtok: 0.5 }),
  ];
  assert.deepEqual(suggestCandidates(models), ["a/able", "a/small"]);
});

test("a vendor with one model has it suggested once", () => {
  assert.deepEqual(suggestCandidates([model("a/only")]), ["a/only"]);
});

test("models that are old, unknown, unpriced or without a speed are not suggested", () => {
  const models = [
    model("a/gone", { is_deprecated: true }),
    model("b/guess", { ability_origin: "prior" }),
    model("c/none", { ability_origin: null }),
    model("d/free", { output_usd_per_mtok: 0 }),
    model("e/unpriced", { output_usd_per_mtok: null }),
    model("f/still", { output_tokens_per_second: null }),
    model("g/doubtful", { confidence: "low" }),
  ];
  assert.deepEqual(suggestCandidates(models), []);
});

test("an old model is not suggested while the vendor has eight newer ones", () => {
  const recent = Array.from({ length: 8 }, (_, index) =>
    model(`a/new-${index}`, { released_on: `2026-0${index + 1}-01`, output_usd_per_mtok: 2 + index }),
  );
  const suggested = suggestCandidates([
    ...recent,
    model("a/old", { released_on: "2023-01-01", output_usd_per_mtok: 0.1 }),
  ]);
  assert.ok(!suggested.includes("a/old"));
  assert.deepEqual(suggested, ["a/new-6", "a/new-0"]);
});

test("at most four vendors are suggested, those with most known models first, and nothing twice", () => {
  const list = fc.array(
    fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f"), fc.integer({ min: 1, max: 60 })),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(list, (drawn) => {
      const models = drawn.map(([vendor, usd], index) =>
        model(`${vendor}/${index}`, { output_usd_per_mtok: usd }),
      );
      const suggested = suggestCandidates(models);
      assert.equal(new Set(suggested).size, suggested.length);
      const vendors = new Set(suggested.map((id) => id.split("/")[0]));
      assert.equal(vendors.size, Math.min(4, new Set(drawn.map(([vendor]) => vendor)).size));
      assert.ok(suggested.length <= 2 * vendors.size);
    }),
  );
});

test("every example of the playground has a name of its own and asks for something", () => {
  assert.equal(new Set(EXAMPLES.map(({ name }) => name)).size, EXAMPLES.length);
  for (const { content } of EXAMPLES) assert.ok(content.trim().length > 20);
});
