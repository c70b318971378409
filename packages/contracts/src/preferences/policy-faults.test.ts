// What a schema cannot say of a policy: names that are no members, rules that match everything, comparisons that cannot hold.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "../errors.ts";
import { findPolicyFaults, parsePreferencePolicy } from "./policy-faults.ts";
import { PreferencePolicySchema, type PreferencePolicy } from "./preference.ts";

const locationsOf = (policy: unknown): readonly string[] =>
  findPolicyFaults(policy as PreferencePolicy, "policy").map(({ location }) => location);

test("a policy that means what it says has no faults", () => {
  const policy: PreferencePolicy = {
    objective: { kind: "cost" },
    allow: [{ provider: "openai" }, { attribute: { name: "region", op: "in", value: ["eu", "us"] } }],
    deny: [{ attribute: { name: "seats", op: "ge", value: 4 } }],
    field_rules: [{ field: "code", prefer: { model: "*coder*" }, bonus: 0.1 }],
  };
  assert.deepEqual(findPolicyFaults(policy, "policy"), []);
});

test("a misspelt ceiling is a fault, because it would be no ceiling", () => {
  const [fault] = findPolicyFaults({ price_ceilling_usd: 1 } as PreferencePolicy, "policy");
  assert.equal(fault?.location, "policy.price_ceilling_usd");
  for (const name of Object.keys(PreferencePolicySchema.properties))
    assert.ok(fault.fix.includes(name), name);
});

test("a rule without a member would match every candidate, wherever it stands", () => {
  assert.deepEqual(
    locationsOf({
      allow: [{}],
      deny: [{ label: "a" }, {}],
      field_rules: [{ field: "code", prefer: {}, bonus: 0 }],
    }),
    ["policy.allow.0", "policy.deny.1", "policy.field_rules.0.prefer"],
  );
});

test("order needs a number, and lists go with `in` alone", () => {
  const rule = (op: string, value: unknown) => ({ deny: [{ attribute: { name: "a", op, value } }] });
  for (const op of ["lt", "le", "gt", "ge"]) {
    assert.deepEqual(locationsOf(rule(op, "many")), ["policy.deny.0.attribute.value"], op);
    assert.deepEqual(locationsOf(rule(op, 4)), [], op);
  }
  assert.deepEqual(locationsOf(rule("in", "eu")), ["policy.deny.0.attribute.value"]);
  assert.deepEqual(locationsOf(rule("eq", ["eu"])), ["policy.deny.0.attribute.value"]);
  assert.deepEqual(locationsOf(rule("in", [])), []);
});

test("all faults are found at once, each a place and two sentences", () => {
  const faults = findPolicyFaults(
    {
      nonsense: 1,
      allow: [{}],
      deny: [{ attribute: { name: "a", op: "lt", value: "b" } }],
    } as PreferencePolicy,
    "body.policy",
  );
  assert.equal(faults.length, 3);
  for (const { location, message, fix } of faults) {
    assert.match(location, /^body\.policy\./);
    assert.match(message, /^[A-Z].*[^.]\.$/);
    assert.match(fix, /^[A-Z].*[^.]\.$/);
  }
});

test("a policy from a file is given back as it is, or refused with every fault", () => {
  const policy = { objective: { kind: "quality" }, deny: [{ label: "old*" }] };
  assert.equal(parsePreferencePolicy(policy, "preferences.p"), policy);
  for (const [wrong, place] of [
    [{ minimum_success: 2 }, /preferences\.p\.minimum_success/],
    [{ allow: [{}] }, /preferences\.p\.allow\.0/],
    [{ unknown: true }, /preferences\.p\.unknown/],
    ["quality", /preferences\.p/],
    [null, /preferences\.p/],
  ] as const)
    assert.throws(
      () => parsePreferencePolicy(wrong, "preferences.p"),
      (error) => {
        assert.ok(error instanceof SignalboxError && error.code === "validation_failed");
        assert.match(error.detail, place);
        assert.doesNotMatch(error.detail, /\.\.|undefined/);
        return error.errors.length > 0;
      },
    );
});
