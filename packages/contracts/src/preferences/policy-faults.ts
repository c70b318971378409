// What the schema of a policy cannot say: names that are no members, rules that match nothing in particular, and
// comparisons that cannot hold.
import { Compile } from "typebox/compile";

import { invalid, type FieldError } from "../errors.ts";
import { PreferencePolicySchema, type CandidateMatch, type PreferencePolicy } from "./preference.ts";

const ORDERED = new Set(["lt", "le", "gt", "ge"]);

function matchFaults(match: CandidateMatch, location: string): FieldError[] {
  const { attribute } = match;
  if (Object.values(match).every((value) => value === undefined))
    return [
      {
        location,
        message: "It names nothing, so it would match every candidate.",
        fix: "State a label, provider, model or attribute.",
      },
    ];
  if (attribute === undefined) return [];
  if (ORDERED.has(attribute.op) && typeof attribute.value !== "number")
    return [
      {
        location: `${location}.attribute.value`,
        message: `It must be a number for \`${attribute.op}\`.`,
        fix: "Send a number, or compare with `eq`, `ne` or `in`.",
      },
    ];
  if ((attribute.op === "in") !== Array.isArray(attribute.value))
    return [
      {
        location: `${location}.attribute.value`,
        message: "A list goes with `in`, and `in` with a list.",
        fix: "Change the comparison or the value.",
      },
    ];
  return [];
}

const MEMBERS = Object.keys(PreferencePolicySchema.properties);

/** A ceiling with a misspelt name would be no ceiling, and nobody would notice. */
function memberFaults(policy: PreferencePolicy, root: string): FieldError[] {
  return Object.keys(policy)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => ({
      location: `${root}.${name}`,
      message: "It is not a member of a policy.",
      fix: `Correct the name or leave it out; there are ${MEMBERS.join(", ")}.`,
    }));
}

/** Every fault of the names and the rules, wherever they stand. @param root what the policy is called in the faults */
export function findPolicyFaults(policy: PreferencePolicy, root: string): readonly FieldError[] {
  const { allow = [], deny = [], field_rules: fieldRules = [] } = policy;
  return [
    ...memberFaults(policy, root),
    ...allow.flatMap((match, index) => matchFaults(match, `${root}.allow.${index}`)),
    ...deny.flatMap((match, index) => matchFaults(match, `${root}.deny.${index}`)),
    ...fieldRules.flatMap((rule, index) => matchFaults(rule.prefer, `${root}.field_rules.${index}.prefer`)),
  ];
}

const isPolicy = (value: unknown): value is PreferencePolicy => Compile(PreferencePolicySchema).Check(value);

function schemaFaults(value: unknown, root: string): FieldError[] {
  return Array.from(Compile(PreferencePolicySchema).Errors(value), ({ instancePath, message }) => ({
    location: `${root}${instancePath.replaceAll("/", ".")}`,
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
