// Anchor prompts: what stands in the lists, and over which models the assumed and the published scores are spread.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import fc from "fast-check";
import { ANCHORS, anchorOutcomes } from "./anchors.ts";
import type { Anchor } from "./anchors.ts";
import { ANCHOR_GROUPS } from "./anchors.data.ts";
import { EVERYDAY_GROUPS } from "./everyday.data.ts";
import { SCORED_ANCHOR_GROUPS } from "./scored-anchors.data.ts";

const chance = (value: number): Anchor => ({
  text: "Hi",
  field: "chat",
  outputTokens: 5,
  label: { kind: "chance", chance: value },
});
const scored: Anchor = { ...chance(1), label: { kind: "score", benchmark: "gpqa" } };
const served = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, isServed: true }));
const noScores = (): Readonly<Record<string, number>> => ({});

test("every group gives its prompts, and every filling of a template is asked in two ways", () => {
  const plain = ANCHOR_GROUPS.reduce((sum, { prompts }) => sum + prompts.length, 0);
  const everyday = EVERYDAY_GROUPS.reduce((sum, { fillings }) => sum + 2 * fillings.length, 0);
  const hard = SCORED_ANCHOR_GROUPS.reduce((sum, { prompts }) => sum + prompts.length, 0);
  assert.equal(ANCHORS.length, plain + everyday + hard);
  assert.equal(ANCHORS.filter(({ label }) => label.kind === "score").length, hard);
});

test("every template of a group is used, as evenly as its fillings allow", () => {
  const texts = new Set(ANCHORS.map(({ text }) => text));
  for (const { templates, fillings } of EVERYDAY_GROUPS)
    for (const template of templates) {
      const [before = "", after = ""] = template.split("{}");
      const made = fillings.filter((filling) => texts.has(`${before}${filling}${after}`));
      const least = Math.floor((2 * fillings.length) / templates.length);
      assert.ok(made.length >= Math.min(1, least), template);
    }
});

test("a template has one place to fill, and a filling is a text with no place in it", () => {
  for (const { templates, fillings } of EVERYDAY_GROUPS) {
    for (const template of templates) assert.equal(template.split("{}").length, 2, template);
    for (const filling of fillings) assert.ok(filling.trim() === filling && !filling.includes("{}"), filling);
  }
});

test("hard anchors are labelled by benchmarks that the catalogue has scores of", () => {
  const known = new Set(
    createCatalog()
      .list()
      .flatMap(({ scores }) => scores.map(({ benchmark }) => benchmark)),
  );
  for (const { benchmark } of SCORED_ANCHOR_GROUPS) assert.ok(known.has(benchmark), benchmark);
});

test("a stated chance goes to every model where there are few, and to no more than 96 where there are many", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat({ max: 20 }), (count, turn) => {
      const anchors = Array.from({ length: turn + 1 }, () => chance(0.9));
      const last = anchorOutcomes(anchors, served(count), noScores)[turn] ?? [];
      assert.equal(last.length, Math.min(96, count));
      assert.equal(new Set(last.map(({ model }) => model)).size, last.length, "no model twice");
      assert.ok(last.every(({ score, model }) => score === 0.9 && model >= 0 && model < count));
    }),
  );
});

test("over many anchors every model is spoken for", () => {
  const anchors = Array.from({ length: 60 }, () => chance(0.9));
  const seen = new Set(
    anchorOutcomes(anchors, served(250), noScores)
      .flat()
      .map(({ model }) => model),
  );
  assert.equal(seen.size, 250);
});

test("models that nobody calls get no assumed outcome; with none other the first stands in", () => {
  const identities = [
    { id: "base:a", isServed: false },
    { id: "b", isServed: true },
  ];
  const [first] = anchorOutcomes([chance(0.8)], identities, noScores);
  assert.deepEqual(first, [{ model: 1, score: 0.8 }]);
  const [alone] = anchorOutcomes([chance(0.8)], [{ id: "base:a", isServed: false }], noScores);
  assert.deepEqual(alone, [{ model: 0, score: 0.8 }]);
});

test("a published score speaks once for a model, through another of its sources each time", () => {
  const identities = [
    { id: "a", isServed: true },
    { id: "b", isServed: true },
    { id: "a", isServed: true },
    { id: "base:c", isServed: false },
  ];
  const scores: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    a: { gpqa: 0.6 },
    b: { hle: 0.2 },
    "base:c": { gpqa: 0.9 },
  };
  const outcomes = anchorOutcomes([scored, scored, scored], identities, (id) => scores[id] ?? {});
  assert.deepEqual(outcomes, [
    [{ model: 0, score: 0.6 }],
    [{ model: 2, score: 0.6 }],
    [{ model: 0, score: 0.6 }],
  ]);
});
