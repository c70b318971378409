import assert from "node:assert/strict";
import { test } from "node:test";

import type { CandidateMatch, PreferencePolicy } from "@signalbox/contracts";
import fc from "fast-check";

import { candidate, facts } from "../../test/inputs.ts";
import { createTinyModel } from "../../test/tiny-model.ts";
import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import type { CandidateInput, Candidate } from "../candidates/candidate.ts";
import { matchesGlob } from "./glob.ts";
import { fieldBonus, findForbiddingRule as findRule } from "./preference-rules.ts";
import { createRuleBudget } from "./rule-budget.ts";

const findForbiddingRule = (policy: PreferencePolicy, of: Candidate) =>
  findRule(policy, of, createRuleBudget());
const build = (over: Partial<CandidateInput>) => {
  const [built] = createCandidateBuilder(createTinyModel())([candidate("eu/claude", undefined, 1, over)]);
  assert.ok(built);
  return built;
};
const eu = build({
  provider: "anthropic",
  model: "claude-sonnet-4-5",
  attributes: { region: "EU", tags: ["a", "b"] },
});
const unstated = build({ provider: "openai", model: "gpt-4o" });

for (const [pattern, text, isMatch] of [
  ["*", "", true],
  ["gpt-*", "GPT-4o", true],
  ["*4o", "gpt-4o-mini", false],
  ["gpt-?o", "gpt-4o", true],
  ["gpt-?o", "gpt-o", false],
  ["**mini**", "gpt-4o-mini", true],
  ["openai/*", "azure/openai/x", false],
  ["a.c", "abc", false],
  ["[a]", "[a]", true],
  ["", "x", false],
] as const)
  test(`glob ${pattern} ${isMatch ? "matches" : "does not match"} "${text}"`, () => {
    assert.equal(matchesGlob(pattern, text), isMatch);
  });

test("a glob matches what its own pieces say, and never hangs", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.array(piece, { maxLength: 5 }),
      (parts, between) => {
        const text = parts.map((part, i) => part + (i < parts.length - 1 ? (between[i] ?? "") : "")).join("");
        assert.ok(matchesGlob(parts.join("*"), text));
      },
    ),
  );
  assert.equal(matchesGlob(`${"*a".repeat(120)}b`, "a".repeat(256)), false);
});

/** The definition, as slow as it is plain. */
function matchesPlainly(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [first = "", rest] = [pattern[0], pattern.slice(1)];
  if (first === "*")
    return matchesPlainly(rest, text) || (text !== "" && matchesPlainly(pattern, text.slice(1)));
  return text !== "" && (first === "?" || first === text[0]) && matchesPlainly(rest, text.slice(1));
}

test("a glob matches as its definition says, across the words of its states too", () => {
  const unit = fc.constantFrom("a", "b", "*", "?");
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 7 }),
      fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 9 }),
      fc.constantFrom(0, 28, 31, 32, 62, 63),
      (pattern, text, before) => {
        const lead = "x".repeat(before);
        assert.equal(matchesGlob(lead + pattern, lead + text), matchesPlainly(pattern, text));
      },
    ),
    { numRuns: 2_000 },
  );
});

const ENDLESS = `*${"a".repeat(200)}${"?".repeat(53)}b`;

test("rules and labels that match nothing for as long as they can are refused, not waited for", () => {
  const rules = Array.from({ length: 100 }, (_, i) => ({
    label: `${i}${ENDLESS}`.slice(-256),
    model: ENDLESS,
  }));
  const budget = createRuleBudget();
  const named = Array.from({ length: 200 }, (_, i) =>
    build({ label: `${i}`.padStart(254, "a"), model: "a" }),
  );
  let judged = 0;
  assert.throws(
    () => {
      for (const one of named) {
        findRule({ deny: rules }, one, budget);
        judged += 1;
      }
    },
    { code: "validation_failed" },
  );
  // Steps are counted, so the place of the refusal is the same on every machine.
  assert.ok(judged < 60, `${judged} of ${named.length} candidates were judged`);
});

test("an attribute of megabytes is compared a few times at most", () => {
  const attribute = {
    name: "region",
    op: "in" as const,
    value: Array.from({ length: 64 }, (_, i) => `r${i}`),
  };
  const large = build({ attributes: { region: "x".repeat(4_000_000) } });
  assert.throws(() => findForbiddingRule({ deny: [{ attribute }] }, large), { code: "validation_failed" });
});

test("two hundred rules over two hundred candidates of usual names stay within the budget", () => {
  const deny = Array.from({ length: 100 }, (_, i) => ({
    label: `vendor-${i}/*-preview`,
    model: "*-internal-?",
  }));
  const allow = Array.from({ length: 100 }, (_, i) => ({ provider: `vendor-${i}`, model: "gpt-*" }));
  const budget = createRuleBudget();
  for (let index = 0; index < 200; index += 1) {
    const named = {
      label: `openai/gpt-4o-mini-2024-07-18-${index}`,
      provider: "openai",
      model: "gpt-4o-mini",
    };
    assert.deepEqual(findRule({ deny, allow }, build(named), budget), { kind: "not_listed" });
  }
});

test("deny beats allow, and an allow list keeps out what it does not name", () => {
  const deny: CandidateMatch[] = [{ provider: "anthropic" }];
  const denied = { kind: "denied", match: "provider anthropic" };
  assert.deepEqual(findForbiddingRule({ allow: [{ label: "*" }], deny }, eu), denied);
  assert.equal(findForbiddingRule({ allow: [{ model: "claude-*" }] }, eu), undefined);
  assert.deepEqual(findForbiddingRule({ allow: [{ model: "gpt-*" }] }, eu), { kind: "not_listed" });
  assert.equal(findForbiddingRule({ allow: [] }, eu), undefined);
});

test("attribute conditions read attributes, lists and the catalogue", () => {
  const meets = (attribute: NonNullable<CandidateMatch["attribute"]>, of = eu) =>
    findForbiddingRule({ allow: [{ attribute }] }, of) === undefined;
  assert.ok(meets({ name: "region", op: "eq", value: "eu" }));
  assert.ok(meets({ name: "region", op: "in", value: ["us", "eu"] }));
  assert.ok(meets({ name: "region", op: "ne", value: "us" }));
  assert.ok(meets({ name: "tags", op: "eq", value: "b" }));
  assert.ok(meets({ name: "input_price", op: "le", value: 1 }));
  assert.ok(!meets({ name: "input_price", op: "gt", value: 1 }));
  assert.ok(!meets({ name: "region", op: "lt", value: 3 }));
  const open = build({ facts: facts({ id: "meta/llama", isOpenWeights: true, vendor: "meta" }) });
  assert.ok(meets({ name: "open_weights", op: "eq", value: true }, open));
  assert.ok(meets({ name: "vendor", op: "eq", value: "Meta" }, open));
});

test("what nobody stated never slips through a rule on it", () => {
  const condition = { name: "region", op: "ne", value: "us" } as const;
  assert.notEqual(findForbiddingRule({ allow: [{ attribute: condition }] }, unstated), undefined);
  assert.notEqual(
    findForbiddingRule({ deny: [{ attribute: { ...condition, value: "eu" } }] }, unstated),
    undefined,
  );
  assert.equal(
    findForbiddingRule({ deny: [{ attribute: { ...condition, op: "eq" } }] }, unstated),
    undefined,
  );
  assert.equal(
    findForbiddingRule({ deny: [{ attribute: { name: "__proto__", op: "eq", value: "x" } }] }, unstated),
    undefined,
  );
});

test("field rules add the largest bonus that applies, in their field alone", () => {
  const policy = {
    field_rules: [
      { field: "Software", prefer: { provider: "anthropic" }, bonus: 0.05 },
      { field: "software", prefer: { label: "eu/*" }, bonus: 0.1 },
    ],
  };
  const bonusOf = (field: string, of: Candidate) =>
    fieldBonus({ policy, fields: [field], budget: createRuleBudget() }, of);
  assert.equal(bonusOf("software", eu), 0.1);
  assert.equal(bonusOf("everyday", eu), 0);
  assert.equal(bonusOf("software", build({ provider: "x", label: "us/y" })), 0);
});
