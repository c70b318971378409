import type { CandidateRule, PreferencePolicy } from "@signalbox/sdk";

import { stableJson } from "../../lib/diff.ts";

export const toNumber = (typed: string): number | undefined => (typed === "" ? undefined : Number(typed));

export const toText = (value: number | undefined): string => value?.toString() ?? "";

/** Members that the form does not know say something, whatever they hold. */
export function saysSomething(match: CandidateRule): boolean {
  const { attribute, when: _when, ...others } = match;
  return (
    (attribute !== undefined && attribute.name !== "") ||
    Object.values<unknown>(others).some((value) => value !== undefined && value !== "")
  );
}

/** The policy without rules that are still empty: they are being typed, and would match nothing or be refused. */
export function withoutBlankRules(policy: PreferencePolicy): PreferencePolicy {
  const { allow, deny, field_rules: fieldRules, ...rest } = policy;
  const lists = {
    allow: allow?.filter(saysSomething),
    deny: deny?.filter(saysSomething),
    field_rules: fieldRules?.filter((rule) => rule.field !== "" && saysSomething(rule.prefer)),
  };
  const kept = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0);
  return { ...rest, ...(Object.fromEntries(kept) as Partial<PreferencePolicy>) };
}

/** Whether a row was added and left empty: saving would drop it, so its author is asked instead. */
export function hasBlankRules(policy: PreferencePolicy): boolean {
  const { allow = [], deny = [], field_rules: fieldRules = [] } = policy;
  const matches = [...allow, ...deny, ...fieldRules.map((rule) => rule.prefer)];
  return fieldRules.some((rule) => rule.field === "") || !matches.every(saysSomething);
}

/** What the editor changes of a preference. */
export interface Edited {
  readonly name: string;
  readonly policy: PreferencePolicy;
}

const isSame = (a: unknown, b: unknown): boolean => stableJson(a) === stableJson(b);

/**
 * The edits on top of what is in force now: what was not edited since `base` follows `current`, so that a version saved
 * meanwhile, by an experiment or in another tab, is not undone by saving.
 */
export function rebase(base: Edited, edited: Edited, current: Edited): Edited {
  const names = Object.keys({ ...base.policy, ...edited.policy, ...current.policy });
  const members = (names as (keyof PreferencePolicy)[]).map((name) => {
    const isEdited = !isSame(base.policy[name], edited.policy[name]);
    return [name, (isEdited ? edited : current).policy[name]] as const;
  });
  const policy = Object.fromEntries(members.filter(([, value]) => value !== undefined)) as PreferencePolicy;
  return { name: edited.name === base.name ? current.name : edited.name, policy };
}
