import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { Type } from "typebox";

import { editDistance, nearestName, findUnknownMembers } from "./spelling.ts";

const NAMES = ["messages", "llm_providers", "tradeoff", "max_model_depth", "tools"];

test("one slip of a known name leads back to it, in whatever case it was written", () => {
  const slips = [
    "mesages",
    "messagess",
    "massages",
    "mesasges",
    "maxModelDepth",
    "LLM-Providers",
    "trade_off",
  ];
  assert.deepEqual(
    slips.map((slip) => nearestName(slip, NAMES)),
    ["messages", "messages", "messages", "messages", "max_model_depth", "llm_providers", "tradeoff"],
  );
});

test("a short name is taken for another only at one letter, and a strange one for none", () => {
  assert.equal(nearestName("topl", ["tool"]), "tool");
  assert.equal(nearestName("toxy", ["tool"]), undefined);
  assert.equal(nearestName("temperature", NAMES), undefined);
  assert.equal(nearestName("m".repeat(65), ["m".repeat(65)]), undefined);
});

/** Edits by the definition, for short words. */
function plainDistance(a: string, b: string): number {
  if (a === "" || b === "") return Math.max(a.length, b.length);
  const rest = plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
  const swapped =
    a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]
      ? 1 + plainDistance(a.slice(2), b.slice(2))
      : Infinity;
  return Math.min(rest, swapped, 1 + plainDistance(a.slice(1), b), 1 + plainDistance(a, b.slice(1)));
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

test("edits are counted as by their definition, up to the limit", () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
      assert.equal(editDistance(a, b, limit), Math.min(limit + 1, plainDistance(a, b)));
    }),
  );
});

test("edits are the same in both directions, and none to the same word", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(editDistance(a, b, 6), editDistance(b, a, 6));
      assert.equal(editDistance(a, a, 6), 0);
    }),
  );
});

const schema = Type.Object({
  limit: Type.Optional(Type.Number()),
  rules: Type.Optional(Type.Array(Type.Object({ field: Type.String() }))),
  free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  goal: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal("cost"), tolerance: Type.Optional(Type.Number()) }),
      Type.Object({ kind: Type.Literal("dial"), setting: Type.Optional(Type.Number()) }),
    ]),
  ),
});

const placesOf = (value: unknown): string[] =>
  findUnknownMembers(schema, value, "policy").map(({ location }) => location);

test("a member that nobody reads is found at any depth, and a known one never", () => {
  assert.deepEqual(placesOf({ limit: 1, rules: [{ field: "code" }], free: { any: { thing: 1 } } }), []);
  assert.deepEqual(placesOf({ limt: 1, rules: [{ field: "code" }, { fild: "code" }] }), [
    "policy.limt",
    "policy.rules[1].fild",
  ]);
});

test("the fix names what was probably meant, else what there is", () => {
  const [near] = findUnknownMembers(schema, { limt: 1 }, "policy");
  assert.equal(near?.fix, "Did you mean `limit`? There are limit, rules, free, goal.");
  const [far] = findUnknownMembers(schema, { zebra: 1 }, "policy");
  assert.equal(far?.fix, "Leave it out; there are limit, rules, free, goal.");
});

test("of a union the members are those of the kind that is stated", () => {
  assert.deepEqual(placesOf({ goal: { kind: "cost", tolerance: 1 } }), []);
  assert.deepEqual(placesOf({ goal: { kind: "dial", tolerance: 1 } }), ["policy.goal.tolerance"]);
});

test("names that every object has are not taken for known ones", () => {
  assert.deepEqual(placesOf({ constructor: 1, toString: 2 }), ["policy.constructor", "policy.toString"]);
});

test("a body of unknown members is answered by at most twenty faults", () => {
  const body = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`unknown_${index}`, 1]));
  assert.equal(placesOf(body).length, 20);
});
