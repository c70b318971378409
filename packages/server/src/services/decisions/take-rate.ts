// The requests a minute that a key and its account may make.
import type { AccountState } from "../../context/account-state.ts";
import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";

/** Waits only for a counter that replicas share. @throws SignalboxError rate_limited */
export function takeRate(
  context: ServiceContext,
  principal: Principal,
  state: AccountState,
): Promise<void> | undefined {
  const perMinute =
    state.settings.requests_per_minute_max ?? context.config.limits.requestsPerMinutePerAccount;
  const account = { owner: state.accountId, perMinute };
  if (principal.kind !== "key") return context.rateLimits.take([account]);
  const key = { owner: principal.keyId, perMinute: principal.requestsPerMinute };
  return context.rateLimits.take([key, account]);
}

/** For a request whose body was refused before a decision could count it. @throws SignalboxError rate_limited */
export async function takeRateOfRefused(context: ServiceContext, principal: Principal): Promise<void> {
  await takeRate(context, principal, await context.accounts.get(principal.accountId));
}
