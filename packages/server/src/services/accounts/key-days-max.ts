import type { AccountSettings, Config } from "@signalbox/contracts";

/** How many days keys may live: by the installation or the organisation, whichever allows less. Undefined without a limit. */
export function keyDaysMax(
  config: Config,
  settings: Pick<AccountSettings, "key_days_max">,
): number | undefined {
  const days = Math.min(config.accounts.keyMaxAgeDays || Infinity, settings.key_days_max ?? Infinity);
  return Number.isFinite(days) ? days : undefined;
}
