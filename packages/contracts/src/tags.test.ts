import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { Compile } from "typebox/compile";

import { findPolicyFaults } from "./preferences/policy-faults.ts";
import type { PreferencePolicy } from "./preferences/preference.ts";
import { selectRequestBody } from "./select/check-request.ts";
import { areTags, hasTags, readKeptTags, readTagList, TagsSchema, type Tags } from "./tags.ts";
import { SELECT_LIMITS } from "./select/limits.ts";

const validator = Compile(TagsSchema);
const NAMES = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/).filter((name) => name !== "__proto__");
const VALUES = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((value) => value.trim() === value && value.isWellFormed() && validator.Check({ x: value }));
const TAGS = fc.dictionary(NAMES, VALUES, { maxKeys: SELECT_LIMITS.tagsMax, noNullPrototype: true });

const read = (text: string): Tags => {
  const tags = readTagList(text, "tags");
  assert.ok(areTags(tags), JSON.stringify(tags));
  return tags;
};

/** Escapes only what the list itself reads as signs. */
const write = (tags: Tags): string =>
  Object.entries(tags)
    .map(([name, value]) => `${name}=${value.replaceAll(/[%,=\s]/g, (sign) => encodeURIComponent(sign))}`)
    .join(",");

const faultOf = (text: string): string => {
  const tags = readTagList(text, "header.tags");
  assert.ok(!areTags(tags), text);
  assert.ok(tags.every(({ location, fix }) => location === "header.tags" && fix !== ""));
  return tags.map(({ message }) => message).join(" ");
};

test("what a request may carry comes back from a header or an address as it went in", () => {
  fc.assert(fc.property(TAGS, (tags) => assert.deepEqual(read(write(tags)), tags)));
});

test("what a list is read as is what a request may carry", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const tags = readTagList(text, "tags");
      assert.ok(!areTags(tags) || validator.Check(tags), text);
    }),
  );
});

test("blanks around a list are no part of it, and of one name the last counts", () => {
  assert.deepEqual(read(" region = eu , team=a%2Cb%3Dc,,region=us"), { region: "us", team: "a,b=c" });
  assert.deepEqual(read(""), {});
});

test("a list says which of its tags cannot be kept, and never what stood there", () => {
  assert.match(faultOf("region=eu,=x"), /Tag 2 has no name/);
  assert.match(faultOf("region"), /Tag 1 has no name/);
  assert.match(faultOf("r\u00e9gion=eu"), /Tag 1 has no name/);
  assert.match(faultOf("region="), /Tag 1 has no value/);
  assert.match(faultOf("region=%ff"), /Tag 1 has no value/);
  assert.match(faultOf(`region=${"x".repeat(129)}`), /Tag 1 has no value/);
  assert.match(faultOf("x".repeat(10_240)), /too long/);
  assert.match(faultOf(Array.from({ length: 17 }, (_, index) => `t${index}=x`).join(",")), /more than 16/);
  assert.doesNotMatch(faultOf("region=amber%0alantern"), /amber/);
});

test("a body's tags are judged place by place", () => {
  const body = (tags: unknown) => ({ messages: "x", models: ["a"], tags });
  const placesOf = (tags: unknown) => selectRequestBody.faultsOf(body(tags)).map(({ location }) => location);
  assert.deepEqual(placesOf({ region: "eu" }), []);
  assert.deepEqual(placesOf(null), []);
  assert.deepEqual(placesOf({ region: "" }), ["tags.region"]);
  assert.deepEqual(placesOf({ region: "\u2066eu" }), ["tags.region"]);
  assert.deepEqual(placesOf({ "a b": "eu" }), ["tags"]);
  assert.deepEqual(placesOf(["eu"]), ["tags"]);
});

test("a condition holds where every one of its tags is there with that very value", () => {
  const tags = { region: "eu", team: "support" };
  assert.ok(hasTags(tags, { region: "eu" }));
  assert.ok(hasTags(tags, tags));
  assert.ok(!hasTags(tags, { region: "EU" }));
  assert.ok(!hasTags(tags, { region: "eu", tier: "gold" }));
  assert.ok(!hasTags(undefined, { region: "eu" }));
  assert.ok(!hasTags({}, { constructor: "x" }));
});

test("no tags are no tags, however they are written", () => {
  for (const nothing of [undefined, null, {}, "eu", []]) assert.equal(readKeptTags(nothing), undefined);
  assert.deepEqual(readKeptTags({ region: "eu" }), { region: "eu" });
});

test("a rule's condition names a tag, and does not stand for the rule itself", () => {
  const placesOf = (policy: PreferencePolicy) =>
    findPolicyFaults(policy, "policy").map(({ location }) => location);
  const when = { tags: { region: "eu" } };
  assert.deepEqual(placesOf({ deny: [{ provider: "openai", when }] }), []);
  assert.deepEqual(placesOf({ allow: [{ when }] }), ["policy.allow[0]"]);
  assert.deepEqual(placesOf({ deny: [{ provider: "openai", when: { tags: {} } }] }), [
    "policy.deny[0].when.tags",
  ]);
  const rule = { field: "software", prefer: { model: "x" }, bonus: 0.1, when: { tags: {} } };
  assert.deepEqual(placesOf({ field_rules: [rule] }), ["policy.field_rules[0].when.tags"]);
});
