// Faults of a policy that a schema cannot express: names that are no members, rules that match everything, comparisons that
// cannot hold.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "../errors.ts";
import { isRecord } from "../values.ts";
import { findPolicyFaults, parsePreferencePolicy } from "./policy-faults.ts";
import { PreferencePolicySchema, type PreferencePolicy } from "./preference.ts";

const locationsOf = (policy: unknown): readonly string[] =>
  findPolicyFaults(policy as PreferencePolicy, "policy").map(({ location }) => location);

test("a policy that means what it says has no faults", () => {
  const policy: PreferencePolicy = {
    objective: { kind: "cost" },
    allow: [{ provider: "openai" }, { attribute: { name: "region", op: "in", value: ["eu", "us"] } }],
    deny: [{ attribute: { name: "seats", op: "ge", value: 4 } }],
    field_rules: [{ field: "software", prefer: { model: "*coder*" }, bonus: 0.1 }],
  };
  assert.deepEqual(findPolicyFaults(policy, "policy"), []);
});

test("a misspelt ceiling is a fault, because it would be no ceiling", () => {
  const [fault] = findPolicyFaults({ price_ceilling_usd: 1 } as PreferencePolicy, "policy");
  assert.equal(fault?.location, "policy.price_ceilling_usd");
  for (const name of Object.keys(PreferencePolicySchema.properties))
    assert.ok(fault.fix.includes(name), name);
});

test("a rule's key that does not exist is a fault that names those that do", () => {
  const [fault, ...more] = findPolicyFaults(
    { deny: [{ vendor: "deepseek" }] } as unknown as PreferencePolicy,
    "policy",
  );
  assert.equal(fault?.location, "policy.deny[0].vendor");
  assert.match(fault.fix, /label, provider, model, attribute/);
  assert.deepEqual(more, []);
});

test("a field that no conversation has, an empty allow list and a near miss of a fact are faults", () => {
  assert.deepEqual(locationsOf({ field_rules: [{ field: "coding", prefer: { label: "a" }, bonus: 0.1 }] }), [
    "policy.field_rules[0].field",
  ]);
  assert.deepEqual(locationsOf({ allow: [] }), ["policy.allow"]);
  const onName = (name: string) => locationsOf({ deny: [{ attribute: { name, op: "eq", value: "x" } }] });
  assert.deepEqual(onName("vender"), ["policy.deny[0].attribute.name"]);
  assert.deepEqual(onName("region"), []);
});

const WHOLE: PreferencePolicy = {
  objective: { kind: "weights", usd_weight: 1, seconds_weight: 1, risk_weight: 1 },
  allow: [{ label: "a", provider: "b", model: "c", attribute: { name: "vendor", op: "eq", value: "d" } }],
  deny: [{ attribute: { name: "open_weights", op: "ne", value: true } }],
  price_ceiling_usd: 1,
  latency_ceiling_s: 1,
  reject_deprecated: true,
  max_loss_points: 2,
  allow_shut_down: true,
  minimum_success: 0.5,
  field_rules: [{ field: "mathematics", prefer: { label: "a" }, bonus: 0.1 }],
  fallback: "strict",
  exploration_rate: 0.1,
  sticky_sessions: true,
  retention: "none",
  custom_router_id: "router",
  shadow_preference_id: "shadow",
  experiment: { preference_id: "other", share: 0.5 },
};
/** Their value is free text, in which nothing can be misspelt. */
const FREE = new Set(["label", "provider", "model", "value", "custom_router_id", "shadow_preference_id"]);
const NOT_FREE = new Set(["kind", "op", "fallback", "retention", "field", "name"]);

/** The policy once for every name and every value of an enumeration in it, with that one edited. */
function* misspelt(value: unknown, edit: (text: string) => string): Generator {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const changed of misspelt(item, edit)) yield value.with(index, changed);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value;
      if (edit(name) !== name) yield { ...rest, [edit(name)]: member };
      if (typeof member === "string" && NOT_FREE.has(name)) {
        if (edit(member) !== member) yield { ...value, [name]: edit(member) };
      } else if (!FREE.has(name))
        for (const changed of misspelt(member, edit)) yield { ...value, [name]: changed };
    }
  }
}

test("one edit in any name or enumeration of a policy is refused, never taken", () => {
  assert.deepEqual(findPolicyFaults(WHOLE, "policy"), []);
  assert.deepEqual(new Set(Object.keys(WHOLE)), new Set(Object.keys(PreferencePolicySchema.properties)));
  const edits: readonly ((text: string, at: number) => string)[] = [
    (text, at) => text.slice(0, at) + text.slice(at + 1),
    (text, at) => `${text.slice(0, at)}q${text.slice(at)}`,
    (text, at) => `${text.slice(0, at)}q${text.slice(at + 1)}`,
    (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ];
  let count = 0;
  for (const edit of edits)
    for (let at = 0; at < 12; at += 1)
      for (const policy of misspelt(WHOLE, (text) => edit(text, at % text.length))) {
        assert.throws(() => parsePreferencePolicy(policy, "policy"), SignalboxError, JSON.stringify(policy));
        count += 1;
      }
  assert.ok(count > 1000, `${count} policies`);
});

test("a rule without a member would match every candidate, wherever it stands", () => {
  assert.deepEqual(
    locationsOf({
      allow: [{}],
      deny: [{ label: "a" }, {}],
      field_rules: [{ field: "software", prefer: {}, bonus: 0 }],
    }),
    ["policy.allow[0]", "policy.deny[1]", "policy.field_rules[0].prefer"],
  );
});

test("order needs a number, and lists go with `in` alone", () => {
  const rule = (op: string, value: unknown) => ({ deny: [{ attribute: { name: "a", op, value } }] });
  for (const op of ["lt", "le", "gt", "ge"]) {
    assert.deepEqual(locationsOf(rule(op, "many")), ["policy.deny[0].attribute.value"], op);
    assert.deepEqual(locationsOf(rule(op, 4)), [], op);
  }
  assert.deepEqual(locationsOf(rule("in", "eu")), ["policy.deny[0].attribute.value"]);
  assert.deepEqual(locationsOf(rule("eq", ["eu"])), ["policy.deny[0].attribute.value"]);
  assert.deepEqual(locationsOf(rule("in", [])), []);
});

test("all faults are found together, each a place and two sentences", () => {
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
    [{ allow: [{}] }, /preferences\.p\.allow\[0\]/],
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
