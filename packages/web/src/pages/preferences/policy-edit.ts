import type { CandidateRule, PreferencePolicy } from "@signalbox/sdk";
import { SignalboxApiError } from "@signalbox/sdk";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearch } from "wouter";
import { stableJson } from "../../lib/diff.ts";
import { readTags } from "../../lib/tags.ts";

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

/** The parts of a preference that the editor changes. */
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

// Rules that match nothing: the service refuses them unless their author says that they are meant.
type RuleList = "allow" | "deny";

const faultsOf = (error: unknown) => (error instanceof SignalboxApiError ? error.errors : []);

/** Whether all that is wrong is that rules match nothing, which may be meant. */
export function isUnmatched(error: unknown): boolean {
  const faults = faultsOf(error);
  return faults.length > 0 && faults.every(({ fix }) => fix.includes("unknown_ok"));
}

/** The fault of one rule, in the words of the page; undefined where nothing is. */
export function ruleFault(error: unknown, list: RuleList, index: number): string | undefined {
  const place = `body.policy.${list}[${index}]`;
  const fault = faultsOf(error).find(({ location }) => location.startsWith(place));
  if (fault === undefined) return undefined;
  const meant = /^Did you mean `([^`]+)`\?/.exec(fault.fix)?.[1];
  if (!fault.fix.includes("unknown_ok")) return `${fault.message} ${fault.fix}`;
  return meant === undefined ? fault.message : `${fault.message} Did you mean “${meant}”?`;
}

// A rule that another page suggests, in the address: `?deny=openai/gpt-4o&when=region%3Deu`. It is added to the draft once; what
// comes of it is for who edits.

/** Undefined where the address suggests nothing. */
function readSuggestion(parameters: URLSearchParams): CandidateRule | undefined {
  const [label, provider] = ["deny", "deny_vendor"].map((name) => parameters.get(name) ?? "");
  const rule = provider ? { provider } : label ? { label } : undefined;
  const tags = readTags(parameters.get("when") ?? "");
  return rule && { ...rule, ...(Object.keys(tags).length > 0 && { when: { tags } }) };
}

export function useSuggestedRule(onSuggest: (rule: CandidateRule) => void): void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const take = useEffectEvent(() => {
    const parameters = new URLSearchParams(search);
    const rule = readSuggestion(parameters);
    if (rule === undefined) return;
    onSuggest(rule);
    for (const name of ["deny", "deny_vendor", "when"]) parameters.delete(name);
    navigate(parameters.size === 0 ? path : `${path}?${parameters.toString()}`, { replace: true });
  });
  useEffect(() => take(), [search]);
}
