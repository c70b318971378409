import assert from "node:assert/strict";
import { test } from "node:test";

import {
  byOptions,
  COSTS,
  costWords,
  countedWords,
  groupFilter,
  groupingName,
  GROUPINGS,
  groupName,
  NAMES_MAX,
  readGrouping,
} from "./grouping.ts";

const NAMES = {
  keys: [{ id: "k1", name: "Nightly" }],
  preferences: [{ id: "p1", name: "Support" }],
};

test("groups are called by the names of keys and preferences, and what is gone keeps its id", () => {
  assert.equal(groupName("key", "k1", NAMES), "Nightly");
  assert.equal(groupName("version", "p1@3", NAMES), "Support, version 3");
  assert.equal(groupName("preference", "0123456789", NAMES), "deleted (01234567)");
  const many = { ...NAMES, keys: Array.from({ length: NAMES_MAX }, (_, id) => ({ id: `${id}`, name: "k" })) };
  assert.equal(
    groupName("key", "0123456789", many),
    "01234567",
    "a key beyond those that were read is not deleted",
  );
  assert.equal(groupName("key", "", NAMES), "dashboard");
  assert.equal(groupName("preference", "", NAMES), "no preference");
  assert.equal(groupName("operation", "", NAMES), "not known");
  assert.equal(groupName("label", "a_b", NAMES), "a_b");
});

test("every group that the list can be filtered by leads to its own decisions", () => {
  assert.deepEqual(groupFilter("version", "p@1@3"), { preference_id: "p@1", preference_version: "3" });
  assert.deepEqual(groupFilter("key", "k1"), { key_id: "k1" });
  assert.deepEqual(groupFilter("label", "a/b"), { label: "a/b" });
  assert.deepEqual(groupFilter("language", "de"), { language: "de" });
  assert.deepEqual(groupFilter("operation", "extract"), { operation: "extract" });
  assert.deepEqual(groupFilter("key", ""), { key_id: "none" });
  assert.deepEqual(groupFilter("version", ""), { preference_id: "none" });
  assert.equal(groupFilter("field", ""), undefined);
});

test("bands of cost and kinds of feedback are called in words", () => {
  assert.deepEqual(
    COSTS.map((band) => groupName("cost", band, NAMES)),
    [
      "under $0.0001",
      "$0.0001 to $0.001",
      "$0.001 to $0.01",
      "$0.01 to $0.1",
      "$0.1 to $1",
      "$1 and more",
      "price not known",
    ],
  );
  assert.equal(groupName("feedback", "none", NAMES), "no feedback");
  assert.equal(groupName("outcome", "refused", NAMES), "refused");
  assert.equal(groupName("label", "", NAMES), "refused: no pick");
  assert.deepEqual(groupFilter("label", ""), { refused: "true" });
  assert.deepEqual(groupFilter("outcome", "picked"), { refused: "false", degraded: "false" });
});

test("an address that names nothing that there is groups by model", () => {
  assert.equal(readGrouping("session"), "label");
  assert.equal(readGrouping(null), "label");
  assert.equal(readGrouping("key"), "key");
});

test("a grouping is called in lower case inside a sentence, and every one has a name of its own", () => {
  const names = GROUPINGS.map(({ value }) => groupingName(value));
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.every((name) => name === name.toLowerCase()));
  assert.equal(groupingName("label"), "model");
});

test("a span that was counted in part says since when, and one that was counted whole says nothing", () => {
  assert.equal(countedWords({ counted_from: null }), "");
  const words = countedWords({ counted_from: "2026-01-03T12:00:00.000Z" });
  assert.match(words, /^ Only those since 3 Jan\b.* were counted\.$/);
});

test("a band of cost that is none of ours is still said as a span", () => {
  assert.equal(costWords("2.5-10"), "$2.5 to $10");
  assert.equal(costWords("0-3"), "under $3");
  assert.equal(costWords("7-"), "$7 and more");
});

test("every grouping can be chosen, by the value that the address holds", () => {
  const options = byOptions(["region"], "tag:team");
  assert.deepEqual(
    options.map(({ value }) => readGrouping(value)),
    [...GROUPINGS.map(({ value }) => value), "tag:region", "tag:team"],
  );
  assert.equal(options.find(({ value }) => value === "version")?.label, "By preference version");
  assert.equal(readGrouping("tag:no name"), "label");
  assert.deepEqual(groupFilter("tag:region", "eu, west"), { tags: "region=eu%2C west" });
});
