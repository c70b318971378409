// Settings are stored as JSON and read leniently: missing and invalid members take their defaults, so that an
// older row, or one written by a newer version, never stops an account.
import type { Config, Account as AccountWire } from "@signalbox/contracts";
import {
  AccountSettingsSchema,
  DEFAULT_ACCOUNT_SETTINGS,
  type AccountSettings,
  type SettingsInForce,
} from "@signalbox/contracts";
import type { JsonObject, Account } from "@signalbox/storage";
import { Compile } from "typebox/compile";
import { toIso } from "../timestamps.ts";

type InForce = SettingsInForce[keyof SettingsInForce];

/** 0 is no limit for operators, null for accounts. */
const orNone = (days: number): number | null => (days > 0 ? days : null);

/** The smaller of both limits. */
function shorter(own: number | null, operator: number | null): InForce {
  const isOwn = own !== null && (operator === null || own <= operator);
  return { value: isOwn ? own : operator, origin: isOwn ? "account" : "operator", operator };
}

const ownOr = (own: number | null, operator: number | null): InForce => ({
  value: own ?? operator,
  origin: own === null ? "operator" : "account",
  operator,
});

/** The limits that hold for an account, and whose they are: the account's own, or the operator's. */
export function settingsInForce(config: Config, settings: AccountSettings): SettingsInForce {
  const { accounts, alerts, limits, policy, retention } = config;
  return {
    retention_days: shorter(settings.retention_days, orNone(retention.decisionsDays)),
    key_days_max: shorter(settings.key_days_max, orNone(accounts.keyMaxAgeDays)),
    requests_per_minute_max: ownOr(
      settings.requests_per_minute_max,
      orNone(limits.requestsPerMinutePerAccount),
    ),
    alert_error_share: ownOr(settings.alert_error_share, alerts.errorShareMax),
    alert_seconds_p99: ownOr(settings.alert_seconds_p99, alerts.latencyMsMax / 1000),
    tolerance: ownOr(null, policy.tolerance),
  };
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
export function accountToWire(config: Config, account: Account): AccountWire {
  const settings = readAccountSettings(account.settings);
  return {
    id: account.id,
    name: account.name,
    settings,
    in_force: settingsInForce(config, settings),
    created_at: toIso(account.createdAtMs),
  };
}
