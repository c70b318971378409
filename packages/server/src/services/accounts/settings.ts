// Settings are stored as JSON and read leniently: what is missing or no longer valid takes its default, so that an
// older row, or one written by a newer version, never stops an account.
import { AccountSettingsSchema, DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from "@signalbox/contracts";
import type { JsonObject } from "@signalbox/storage";
import { Compile } from "typebox/compile";

const CHECKS = Object.entries(AccountSettingsSchema.properties).map(
  ([name, schema]) => [name, Compile(schema)] as const,
);

export function readAccountSettings(stored: JsonObject): AccountSettings {
  const valid = CHECKS.filter(([name, check]) => check.Check(stored[name])).map(([name]) => [
    name,
    stored[name],
  ]);
  return { ...DEFAULT_ACCOUNT_SETTINGS, ...(Object.fromEntries(valid) as Partial<AccountSettings>) };
}
