// Which prompts may be learned from: groups are never split, and nothing that is judged is learned from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import fc from "fast-check";
import { chooseSplit, SPLIT, splitByGroup } from "./index.ts";
import { identifyModel } from "./dataset.ts";
import { makeDataset, type MadeSource } from "./made-dataset.suite.ts";
import {
  bandKeys,
  minHash,
  normaliseText,
  ShingleFrequency,
  shingleHashes,
  similarity,
} from "./assemble-dataset.ts";

test("a group falls on one side, whatever the seed, and the same seed gives the same split", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 80 }), fc.nat(), (groups, seed) => {
      const column = Int32Array.from(groups);
      const split = splitByGroup(column, seed);
      assert.deepEqual(splitByGroup(column, seed), split);
      for (const [row, group] of groups.entries()) assert.equal(split[row], split[groups.indexOf(group)]);
    }),
  );
});

test("about 60 % of the groups train, 10 % tune and 30 % judge", () => {
  const split = splitByGroup(
    Int32Array.from({ length: 20_000 }, (_, i) => i),
    42,
  );
  const shareOf = (code: number): number => split.filter((one) => one === code).length / split.length;
  assert.ok(Math.abs(shareOf(SPLIT.train) - 0.6) < 0.02);
  assert.ok(Math.abs(shareOf(SPLIT.dev) - 0.1) < 0.01);
  assert.ok(Math.abs(shareOf(SPLIT.test) - 0.3) < 0.02);
});

const source = (name: string, texts: readonly string[], split?: string): MadeSource => ({
  name,
  models: ["gpt-4o", "gpt-4o-mini"],
  prompts: texts.map((text) => ({ text, scores: [1, 0], ...(split !== undefined && { split }) })),
});
const FIT = ["What is the capital of France?", "Add two and two.", "Name a prime above ten."];

test("splits of a file win over the seed; without a file the split is by group", () => {
  const withFile = makeDataset({ sources: [source("s", FIT, "eval_only")], hasSplits: true });
  assert.deepEqual([...chooseSplit(withFile, "benchmark", 1)], [3, 3, 3]);
  const without = makeDataset({ sources: [source("s", FIT)] });
  assert.deepEqual(chooseSplit(without, "release", 7), splitByGroup(without.prompts.group, 7));
});

test("case, punctuation, width and spacing make no other prompt; letters of every script do", () => {
  assert.equal(normaliseText("  What's  UP?! "), normaliseText("what s up"));
  assert.equal(normaliseText("ＡＢＣ１２"), "abc12");
  assert.notEqual(normaliseText("你好"), normaliseText("再见"));
});

test("signatures of equal texts are equal, and the more words change the less alike they are", () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i * 7}`);
  const frequency = new ShingleFrequency();
  const changed = (count: number): string =>
    words
      .map((word, i) => (i % Math.floor(60 / Math.max(1, count)) === 0 && count > 0 ? `other${i}` : word))
      .join(" ");
  const texts = [changed(0), changed(2), changed(20)].map(normaliseText);
  for (const text of texts) frequency.add(shingleHashes(text));
  const [first, near, far] = texts.map((text) => minHash(shingleHashes(text), frequency));
  assert.ok(first !== undefined && near !== undefined && far !== undefined);
  assert.equal(similarity(first, first), 1);
  assert.ok(similarity(first, near) > similarity(first, far));
  assert.ok([...bandKeys(first)].length > 0);
  assert.deepEqual([...bandKeys(first)], [...bandKeys(first.slice())]);
});

test("a shingle that many prompts hold is not telling", () => {
  const frequency = new ShingleFrequency();
  const common = shingleHashes("answer in one short sentence");
  for (let i = 0; i < 40; i += 1) frequency.add(common);
  const rare = shingleHashes("the fjords of eastern greenland");
  frequency.add(rare);
  assert.ok(Array.from(common).every((hash) => !frequency.isTelling(hash)));
  assert.ok(Array.from(rare).every((hash) => frequency.isTelling(hash)));
});

test("sources' spellings of one model meet in the catalogue's id; base models answer no chat", () => {
  const catalog = createCatalog();
  const identify = (name: string, canonical = name) =>
    identifyModel({ source: "s", name, canonical, vendor: "", kind: "" }, catalog);
  const ids = ["gpt-4o-mini", "gpt-4o-mini (high)", "gpt-4o-mini-FC"].map((name) => identify(name).id);
  assert.equal(new Set(ids).size, 1);
  assert.equal(identify("llama3.1-70b").id, identify("llama-3.1-70b-instruct").id);
  assert.equal(identify("Llama-2-13b-hf").isServed, false);
  assert.match(identify("Llama-2-13b-hf").id, /^base:/);
  assert.deepEqual(identify("nobody-knows-this-1b"), { id: "nobody-knows-this-1b", isServed: false });
});
