import type { CandidateRule, DryRunResult, PreferencePolicy } from "@signalbox/sdk";
import { SignalboxApiError } from "@signalbox/sdk";
import { useLayoutEffect, useState } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";
import { stableJson } from "../../lib/diff.ts";
import { counted } from "../../lib/format.ts";
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
const faultsOf = (error: unknown) => (error instanceof SignalboxApiError ? error.errors : []);

export type JudgedRule = DryRunResult["rules"][number];

const picksWords = (picks: number): string => `${counted(picks, "pick")} in 30 days`;

/** "No provider ... matches it. Did you mean “deepseek”? 603 picks in 30 days." */
function slipWords(message: string, meant: string | null | undefined, picks: number | null): string {
  if (meant === undefined || meant === null) return message;
  return `${message} Did you mean “${meant}”?${picks === null ? "" : ` ${picksWords(picks)}.`}`;
}

export interface RuleWords {
  readonly error?: string;
  readonly hint?: string;
}

/**
 * The words under one rule: that nothing matches it, what saving refused, else the picks that it speaks of.
 * @param place where it stands below the policy: `deny[0]`
 */
export function ruleWords(place: string, judged: readonly JudgedRule[], error: unknown): RuleWords {
  const found = judged.find(({ location }) => location === place);
  if (found !== undefined && found.fault !== null)
    return { error: slipWords(found.fault, found.meant, found.meant_picks) };
  const refused = faultsOf(error).find(({ location }) => location.startsWith(`body.policy.${place}`));
  if (refused !== undefined) {
    const meant = /^Did you mean `([^`]+)`\?/.exec(refused.fix)?.[1];
    const isSlip = refused.fix.includes("unknown_ok");
    return { error: isSlip ? slipWords(refused.message, meant, null) : `${refused.message} ${refused.fix}` };
  }
  const picks = found?.picks ?? null;
  return picks === null ? {} : { hint: `Speaks of ${picksWords(picks)}.` };
}

// A rule that another page suggests, in the address: `?deny=openai/gpt-6.2-sol&when=region%3Deu`. It is added to the draft once; what
// comes of it is for who edits.

/** Undefined where the address suggests nothing. */
function readSuggestion(parameters: URLSearchParams): CandidateRule | undefined {
  const [label = "", vendor = ""] = ["deny", "deny_vendor"].map((name) => parameters.get(name) ?? "");
  // The vendor holds wherever its models are served; a provider is who serves them.
  const attribute = { name: "vendor", op: "eq", value: vendor } as const;
  const rule = vendor !== "" ? { attribute } : label !== "" ? { label } : undefined;
  const tags = readTags(parameters.get("when") ?? "");
  return rule && { ...rule, ...(Object.keys(tags).length > 0 && { when: { tags } }) };
}

/** @returns whether a suggestion waits to be taken over */
export function useSuggestedRule(onSuggest: (rule: CandidateRule) => void): boolean {
  const search = useSearch();
  const [path, navigate] = useLocation();
  // A state, so that it changes together with the draft: the address may be read again before that.
  const [isWaiting, setIsWaiting] = useState(() => readSuggestion(new URLSearchParams(search)) !== undefined);
  useLayoutEffect(() => {
    const parameters = new URLSearchParams(search);
    const rule = readSuggestion(parameters);
    if (rule === undefined) return;
    onSuggest(rule);
    setIsWaiting(false);
    for (const name of ["deny", "deny_vendor", "when"]) parameters.delete(name);
    navigate(parameters.size === 0 ? path : `${path}?${parameters.toString()}`, { replace: true });
  }, [search]);
  return isWaiting;
}
