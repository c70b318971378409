// A policy in one sentence, for lists and headers.
import type { CandidateRule, PreferencePolicy, CandidateMatch } from "@signalbox/sdk";
import { percent, seconds, usdRound } from "./format.ts";
import { boundWords, objectiveWords } from "./phrases.ts";

/** " when region is eu"; nothing for a rule that always holds. */
function whenWords(when: CandidateRule["when"]): string {
  if (when === undefined) return "";
  return ` when ${Object.entries(when.tags)
    .map(([name, value]) => `${name} is ${value}`)
    .join(" and ")}`;
}

export function matchWords(match: CandidateRule): string {
  const parts = [
    match.label,
    match.provider && `provider ${match.provider}`,
    match.model && `model ${match.model}`,
  ];
  const { attribute } = match;
  if (attribute !== undefined)
    parts.push(
      `${attribute.name}${attribute.op === "eq" ? "" : ` ${attribute.op}`} ${String(attribute.value)}`,
    );
  return parts.filter((part) => part !== undefined && part !== "").join(", ") + whenWords(match.when);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function otherOf(
  { preference_id: id }: NonNullable<PreferencePolicy["experiment"]>,
  preferences: readonly Named[],
): string {
  const name = preferences.find((one) => one.id === id)?.name;
  return name === undefined ? "another preference" : `“${name}”`;
}

const ruleCount = (rules: number): string => (rules === 1 ? "1 rule by field" : `${rules} rules by field`);

/** @param preferences those whose names are known: the other side of an experiment is one of them */
export function policyWords(policy: PreferencePolicy, preferences: readonly Named[] = []): string {
  const isBoundAlone = policy.objective === undefined && policy.max_loss_points !== undefined;
  const parts = [isBoundAlone ? "the cheapest" : objectiveWords(policy.objective)];
  if (policy.price_ceiling_usd !== undefined)
    parts.push(`at most ${usdRound(policy.price_ceiling_usd)} a call`);
  if (policy.latency_ceiling_s !== undefined) parts.push(`at most ${seconds(policy.latency_ceiling_s)}`);
  if (policy.max_loss_points !== undefined) parts.push(boundWords(policy.max_loss_points));
  if (policy.minimum_success !== undefined) parts.push(`at least ${percent(policy.minimum_success)} success`);
  if (policy.allow?.length) parts.push(`only ${policy.allow.map(matchWords).join(" or ")}`);
  if (policy.deny?.length) parts.push(`never ${policy.deny.map(matchWords).join(" or ")}`);
  if (policy.field_rules?.length) parts.push(ruleCount(policy.field_rules.length));
  if (policy.custom_router_id !== undefined) parts.push("by a custom router");
  if (policy.experiment !== undefined)
    parts.push(
      `in an experiment, ${percent(policy.experiment.share)} by ${otherOf(policy.experiment, preferences)}`,
    );
  if (policy.fallback === "strict") parts.push("refuses when nothing fits");
  return parts.join("; ");
}

// An attribute rule as one line of text: `name op value`. What is not complete yet is kept as typed, in the name.
type Attribute = NonNullable<CandidateMatch["attribute"]>;

const OPS = ["eq", "ne", "lt", "le", "gt", "ge", "in"] as const;

function valueOf(text: string, op: Attribute["op"]): Attribute["value"] {
  if (op === "in") return text.split(",").map((part) => scalarOf(part.trim()));
  if (text === "true" || text === "false") return text === "true";
  return scalarOf(text);
}

const scalarOf = (text: string): string | number =>
  text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;

export function parseAttribute(text: string): Attribute {
  const match = /^(\S+) (eq|ne|lt|le|gt|ge|in) (.*)$/.exec(text);
  const op = OPS.find((one) => one === match?.[2]);
  if (match === null || op === undefined) return { name: text, op: "eq", value: "" };
  return { name: match[1] ?? "", op, value: valueOf(match[3] ?? "", op) };
}

export function formatAttribute({ name, op, value }: Attribute): string {
  if (value === "") return name;
  return `${name} ${op} ${Array.isArray(value) ? value.join(", ") : String(value)}`;
}
