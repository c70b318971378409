// A policy as it comes back from where it was kept. What a hand or a fault has broken must neither crash a decision nor
// be read as a policy without rules.
import { isRecord } from "../is-record.ts";
import type { PreferencePolicy } from "./preference.ts";

/** Stands for a policy that cannot be read: it lets nobody in, no matter who decides by it. Recognised by identity. */
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
