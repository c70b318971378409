import assert from "node:assert/strict";
import { test } from "node:test";

import type { CandidateMatch, PreferencePolicy } from "@signalbox/sdk";
import fc from "fast-check";

import { withMember } from "../../lib/values.ts";
import { withoutBlankRules } from "./policy-edit.ts";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as MatchFields from "./match-fields.tsx";

const { MATCH_MEMBERS, memberText, statedMembers, withMemberRenamed, withMemberText } = await loadTsx<
  typeof MatchFields
>("pages/preferences/match-fields.tsx");

const MORE = { from_a_newer_service: { deep: ["a", 1, null] } } as const;
const moreOf = (value: unknown): unknown => (value as typeof MORE).from_a_newer_service;

/** Everything that the schema knows today, and at every level something that it does not know. */
const FULL: PreferencePolicy = {
  objective: { kind: "weights", usd_weight: 3, seconds_weight: 0.1, risk_weight: 2, ...MORE },
  allow: [{ provider: "openai", model: "gpt-*", ...MORE }, { ...(MORE as object) }],
  deny: [{ attribute: { name: "region", op: "eq", value: "us", ...MORE }, ...MORE }],
  field_rules: [{ field: "software", prefer: { label: "a/*", ...MORE }, bonus: 0.1, ...MORE }],
  price_ceiling_usd: 0.5,
  latency_ceiling_s: 20,
  minimum_success: 0.4,
  max_loss_points: 3,
  reject_deprecated: true,
  allow_shut_down: true,
  fallback: "strict",
  exploration_rate: 0.05,
  sticky_sessions: false,
  retention: "none",
  custom_router_id: "router",
  shadow_preference_id: "shadow",
  experiment: { preference_id: "other", share: 0.3, ...MORE },
  ...MORE,
};

test("a policy that is saved without an edit is the policy that was read", () => {
  assert.deepEqual(withoutBlankRules(FULL), FULL);
});

test("editing one member of a policy leaves every other one as it was", () => {
  const names = Object.keys(FULL) as (keyof PreferencePolicy)[];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.boolean(), (name, isCleared) => {
      const { [name]: _before, ...others } = FULL;
      const edited = withoutBlankRules(withMember(FULL, name, isCleared ? undefined : FULL[name]));
      assert.deepEqual(edited, isCleared ? others : FULL);
    }),
  );
});

const anyMatch = fc.record(
  {
    label: fc.string({ minLength: 1 }),
    provider: fc.string({ minLength: 1 }),
    model: fc.string({ minLength: 1 }),
    attribute: fc.record({
      name: fc.constant("tier"),
      op: fc.constantFrom("eq" as const, "ne" as const),
      value: fc.constant("gold"),
    }),
    from_a_newer_service: fc.constant(MORE.from_a_newer_service),
  },
  { requiredKeys: ["from_a_newer_service"] },
);

test("typing into one member of a match keeps the others, those that the form does not know too", () => {
  fc.assert(
    fc.property(anyMatch, fc.constantFrom(...MATCH_MEMBERS), fc.string(), (match, member, typed) => {
      const edited: CandidateMatch = withMemberText(match, member, typed);
      if (member !== "attribute") assert.equal(memberText(edited, member), typed);
      const { [member]: _was, ...before } = match as CandidateMatch;
      const { [member]: _is, ...after } = edited;
      assert.deepEqual(after, before);
    }),
  );
});

test("matching by another member carries the glob over and nothing else away", () => {
  const match = { provider: "openai", model: "gpt-*", ...MORE };
  assert.deepEqual(statedMembers(match), ["provider", "model"]);
  const renamed = withMemberRenamed(match, "provider", "label");
  assert.deepEqual(renamed, { label: "openai", model: "gpt-*", ...MORE });
  const byAttribute = withMemberRenamed(match, "model", "attribute");
  assert.deepEqual(
    [byAttribute.provider, byAttribute.model, moreOf(byAttribute)],
    ["openai", undefined, MORE.from_a_newer_service],
  );
});

test("the attribute of a match keeps what it holds besides name, comparison and value", () => {
  const attribute = { name: "tier", op: "eq", value: "gold", ...MORE } as const;
  const edited = withMemberText({ attribute }, "attribute", "tier ne silver");
  assert.deepEqual(edited, { attribute: { ...attribute, op: "ne", value: "silver" } });
});
