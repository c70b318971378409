// Settings are stored as JSON and read leniently: what is missing or no longer valid takes its default, so that an
// older row, or one written by a newer version, never stops an account.
import type { Config, Account as AccountWire } from "@signalbox/contracts";
import { AccountSettingsSchema, DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from "@signalbox/contracts";
import type { JsonObject, Account } from "@signalbox/storage";
import { Compile } from "typebox/compile";
import { toIso } from "../timestamps.ts";

/** How many days keys may live: by the installation or the organisation, whichever allows less. Undefined without a limit. */
export function keyDaysMax(
  config: Config,
  settings: Pick<AccountSettings, "key_days_max">,
): number | undefined {
  const days = Math.min(config.accounts.keyMaxAgeDays || Infinity, settings.key_days_max ?? Infinity);
  return Number.isFinite(days) ? days : undefined;
}

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

/** The view of an account that callers get: neither its digest key nor its claim token. */
export function accountToWire(account: Account): AccountWire {
  return {
    id: account.id,
    name: account.name,
    settings: readAccountSettings(account.settings),
    created_at: toIso(account.createdAtMs),
  };
}
