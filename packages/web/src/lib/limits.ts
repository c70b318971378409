// The hint beside a setting that the operator has too: the value in force and its owner.
import type { SettingsInForce } from "@signalbox/sdk";

type InForce = SettingsInForce[keyof SettingsInForce];

/**
 * "Empty: 90 days, set by the operator."; where the operator's limit is stricter than the account's own it says which one holds.
 * @param write a value in words
 * @param none no limit in words
 * @param own the setting as it is saved
 */
export function limitHint(
  { value, origin, operator }: InForce,
  {
    own,
    write,
    none,
  }: {
    readonly own: number | null;
    readonly write: (value: number) => string;
    readonly none: string;
  },
): string {
  const empty = operator === null ? `Empty: ${none}.` : `Empty: ${write(operator)}, set by the operator.`;
  const isOverruled = own !== null && origin === "operator" && value !== null;
  return isOverruled ? `In force: ${write(value)}, the operator's limit. ${empty}` : empty;
}
