import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { formatAttribute, parseAttribute, policyWords } from "../../lib/policy-words.ts";
import { objectiveWords } from "../../lib/phrases.ts";
import { withMember } from "../../lib/values.ts";
import { rebase, ruleWords, withoutBlankRules } from "./policy-edit.ts";
import type { JudgedRule } from "./policy-edit.ts";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as WeightLevers from "./weight-levers.tsx";

const { positionOf, SECONDS_SCALE, USD_SCALE, weightAt } = await loadTsx<typeof WeightLevers>(
  "pages/preferences/weight-levers.tsx",
);

test("a member that is cleared is absent, not undefined", () => {
  const policy = withMember({ price_ceiling_usd: 1, minimum_success: 0.5 }, "price_ceiling_usd", undefined);
  assert.deepEqual(Object.keys(policy), ["minimum_success"]);
});

test("rules that are still empty are not sent", () => {
  const policy = withoutBlankRules({
    allow: [{ label: "" }],
    deny: [{ provider: "x" }, { model: "" }],
    field_rules: [{ field: "software", prefer: { label: "" }, bonus: 0.1 }],
    sticky_sessions: false,
  });
  assert.deepEqual(policy, { deny: [{ provider: "x" }], sticky_sessions: false });
});

test("an attribute rule reads back as it was written", () => {
  for (const text of ["region eq eu", "tier in gold, silver", "latency_class le 3", "gpu eq true"])
    assert.equal(formatAttribute(parseAttribute(text)), text);
  assert.deepEqual(parseAttribute("price lt 5"), { name: "price", op: "lt", value: 5 });
  assert.deepEqual(parseAttribute("half typ"), { name: "half typ", op: "eq", value: "" });
});

test("a lever stays where it was put, at every notch", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(USD_SCALE, SECONDS_SCALE),
      (tenths, scale) => {
        assert.equal(positionOf(weightAt(tenths / 10, scale), scale), tenths / 10);
      },
    ),
  );
  assert.equal(weightAt(0, USD_SCALE), 0);
});

test("a policy is described in one sentence", () => {
  const words = policyWords({
    objective: { kind: "cost", tolerance: 0.05 },
    price_ceiling_usd: 0.01,
    deny: [{ provider: "x" }],
    fallback: "strict",
  });
  assert.equal(
    words,
    "saves money, a bill ten times smaller is worth 5 points on easy work; at most $0.01 a call; never provider x; refuses when nothing fits",
  );
  assert.equal(objectiveWords(undefined), "quality first, near ties go to the cheaper");
});

test("edits lie on top of what was saved meanwhile, and undo none of it", () => {
  const base = { name: "house", policy: { minimum_success: 0.5, fallback: "strict" } } as const;
  const edited = { name: "house", policy: { minimum_success: 0.6 } };
  const current = {
    name: "renamed",
    policy: { ...base.policy, experiment: { preference_id: "other", share: 0.5 }, latency_ceiling_s: 9 },
  };
  assert.deepEqual(rebase(base, edited, current), {
    name: "renamed",
    policy: {
      minimum_success: 0.6,
      experiment: { preference_id: "other", share: 0.5 },
      latency_ceiling_s: 9,
    },
  });
  assert.deepEqual(rebase(base, base, current), current);
  assert.deepEqual(rebase(base, edited, base), edited);
});

const picks = fc.option(fc.nat(5_000_000));
const judgements = fc
  .array(
    fc.record({
      picks,
      fault: fc.option(fc.constant("No provider of the catalogue matches it.")),
      meant: fc.option(fc.constantFrom("deepseek", "openai/gpt-4o", "שלום")),
      meant_picks: picks,
    }),
    { maxLength: 6 },
  )
  .map((all): JudgedRule[] => all.map((one, index) => ({ ...one, location: `deny[${index}]` })));

test("the words under a rule are those of its own judgement, with its name and its number, and nothing that is not known", () => {
  const numberIn = (words: string): number | null => {
    const found = /([\d,]+) picks? in 30 days/.exec(words)?.[1];
    return found === undefined ? null : Number(found.replaceAll(",", ""));
  };
  fc.assert(
    fc.property(judgements, fc.nat(7), (judged, index) => {
      const one = judged[index];
      const { error = "", hint = "" } = ruleWords(`deny[${index}]`, judged, undefined);
      assert.ok(error === "" || hint === "");
      if (one === undefined) assert.equal(error + hint, "");
      else if (one.fault === null) assert.deepEqual([error, numberIn(hint)], ["", one.picks]);
      else {
        assert.ok(error.startsWith(one.fault));
        assert.equal(/“(.*)”/.exec(error)?.[1] ?? null, one.meant);
        assert.equal(numberIn(error), one.meant === null ? null : one.meant_picks);
      }
    }),
  );
});
