// Faults that the schema of a policy cannot express: names that are no members, rules that match nothing in particular, and
// comparisons that cannot hold.

import { Compile, type Validator } from "typebox/compile";
import { isRecord } from "../values.ts";
import { invalid, type FieldError } from "../errors.ts";
import { nearestName, findUnknownMembers } from "../spelling/spelling.ts";
import {
  PreferencePolicySchema,
  type CandidateMatch,
  type CandidateRule,
  type PreferencePolicy,
} from "./preference.ts";
import { OPERATIONS, TASK_FIELDS } from "../task.ts";

// Names that rules use: fields of a task, and facts of the catalogue.

/** Names that a field rule may use: fields of the matter and operations. */
export const RULE_FIELDS: readonly string[] = [...TASK_FIELDS, ...OPERATIONS];

/** The facts that the catalogue states of a model; a rule of a preference can compare each where the request does not state it. */
const CATALOGUE_FACTS = [
  "vendor",
  "family",
  "open_weights",
  "reasoning",
  "params_b",
  "deprecated",
  "context_length",
  "max_output_tokens",
  "supports_tools",
  "input_price",
  "output_price",
] as const;
export type CatalogueFact = (typeof CATALOGUE_FACTS)[number];

// A policy as it comes back from where it was kept. What a hand or a fault has broken must neither crash a decision nor
// be read as a policy without rules.

/** Replaces an unreadable policy: it admits no candidate. Recognised by identity. */
export const UNREADABLE_POLICY: PreferencePolicy = Object.freeze({
  allow: [{ label: "(the stored policy cannot be read)" }],
});

const LISTS = ["allow", "deny", "field_rules"] as const;
const OBJECTS = ["objective", "experiment"] as const;

const isListOfRecords = (value: unknown): boolean => Array.isArray(value) && value.every(isRecord);

/** The form that deciding rests on; what rules mean is for `findPolicyFaults` to judge. */
function isReadable(value: unknown): value is PreferencePolicy {
  if (!isRecord(value)) return false;
  if (!LISTS.every((name) => value[name] === undefined || isListOfRecords(value[name]))) return false;
  return OBJECTS.every((name) => value[name] === undefined || isRecord(value[name]));
}

export function readStoredPolicy(text: string): PreferencePolicy {
  try {
    const value: unknown = JSON.parse(text);
    return isReadable(value) ? value : UNREADABLE_POLICY;
  } catch {
    return UNREADABLE_POLICY;
  }
}

const ORDERED = new Set(["lt", "le", "gt", "ge"]);

function whenFaults(when: CandidateRule["when"], location: string): FieldError[] {
  if (when === undefined || Object.keys(when.tags).length > 0) return [];
  return [
    {
      location: `${location}.when.tags`,
      message: "The condition names no tag.",
      fix: 'Send `{"region": "eu"}`, or leave `when` out for a rule that always holds.',
    },
  ];
}

function ruleFaults({ when, ...match }: CandidateRule, location: string): FieldError[] {
  const { attribute } = match;
  const unmet = whenFaults(when, location);
  if (unmet.length > 0) return unmet;
  if (Object.values(match).every((value) => value === undefined))
    return [
      {
        location,
        message: "It names nothing, so it would match every candidate.",
        fix: "State a label, provider, model or attribute.",
      },
    ];
  return attribute === undefined ? [] : conditionFaults(attribute, `${location}.attribute`);
}

type Condition = NonNullable<CandidateMatch["attribute"]>;

function conditionFaults({ name, op, value }: Condition, location: string): FieldError[] {
  if (ORDERED.has(op) && typeof value !== "number")
    return [
      {
        location: `${location}.value`,
        message: `It must be a number for \`${op}\`.`,
        fix: "Send a number, or compare with `eq`, `ne` or `in`.",
      },
    ];
  if ((op === "in") !== Array.isArray(value))
    return [
      {
        location: `${location}.value`,
        message: "A list goes with `in`, and `in` with a list.",
        fix: "Change the comparison or the value.",
      },
    ];
  const meant = FACT_NAMES.has(name) ? undefined : nearestName(name, FACT_NAMES, OWN_NAME_EDITS);
  if (meant === undefined) return [];
  return [
    {
      location: `${location}.name`,
      message: `It resembles \`${meant}\`, which the catalogue knows, but is another name.`,
      fix: `Write \`${meant}\`, or give your own attribute a name that cannot be taken for it.`,
    },
  ];
}

/** Attributes of one's own have any name; only what can hardly be one is held for a slip. */
const OWN_NAME_EDITS = 1;

/** Those that the catalogue states of a model; every other name is looked up in the attributes of the request. */
const FACT_NAMES: ReadonlySet<string> = new Set(CATALOGUE_FACTS);
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...RULE_FIELDS, "general"]);

/** A rule for an unknown field would never apply, without notice. */
function fieldFaults(field: string, location: string): FieldError[] {
  if (KNOWN_FIELDS.has(field.toLowerCase())) return [];
  const near = nearestName(field, RULE_FIELDS);
  const meant = near === undefined ? "" : `Did you mean \`${near}\`? `;
  return [
    {
      location,
      message: "No conversation has this field.",
      fix: `${meant}There are ${RULE_FIELDS.join(", ")}.`,
    },
  ];
}

function emptyListFaults({ allow }: PreferencePolicy, root: string): FieldError[] {
  if (allow?.length !== 0) return [];
  return [
    {
      location: `${root}.allow`,
      message: "The list is empty, so it would reject no candidate.",
      fix: "Name who is allowed, or leave the list out to allow everyone.",
    },
  ];
}

/**
 * Every fault of names and rules, at any place; a ceiling with a misspelt name would be no ceiling.
 * @param root what the policy is called in the faults
 */
export function findPolicyFaults(policy: PreferencePolicy, root: string): readonly FieldError[] {
  const { allow = [], deny = [], field_rules: fieldRules = [] } = policy;
  return [
    ...findUnknownMembers(PreferencePolicySchema, policy, root),
    ...emptyListFaults(policy, root),
    ...allow.flatMap((match, index) => ruleFaults(match, `${root}.allow[${index}]`)),
    ...deny.flatMap((match, index) => ruleFaults(match, `${root}.deny[${index}]`)),
    ...fieldRules.flatMap(({ field }, index) => fieldFaults(field, `${root}.field_rules[${index}].field`)),
    ...fieldRules.flatMap(({ prefer }, index) => ruleFaults(prefer, `${root}.field_rules[${index}].prefer`)),
    ...fieldRules.flatMap(({ when }, index) => whenFaults(when, `${root}.field_rules[${index}]`)),
  ];
}

let compiled: Validator | undefined;
/** Compiled when it is first needed. */
const validator = (): Validator => (compiled ??= Compile(PreferencePolicySchema));

const isPolicy = (value: unknown): value is PreferencePolicy => validator().Check(value);

function schemaFaults(value: unknown, root: string): FieldError[] {
  return Array.from(validator().Errors(value), ({ instancePath, message }) => ({
    location: `${root}${instancePath.replaceAll(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".")}`,
    message: `It ${message}.`,
    fix: "Correct it or leave it out.",
  }));
}

/**
 * A policy that comes from a program or a file. @param root as in `findPolicyFaults`
 * @throws SignalboxError validation_failed with every fault
 */
export function parsePreferencePolicy(value: unknown, root: string): PreferencePolicy {
  const faults = isPolicy(value) ? findPolicyFaults(value, root) : schemaFaults(value, root);
  if (faults.length > 0 || !isPolicy(value)) throw invalid(faults);
  return value;
}
