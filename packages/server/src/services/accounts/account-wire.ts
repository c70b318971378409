import type { Account as AccountWire } from "@signalbox/contracts";
import type { Account } from "@signalbox/storage";

import { toIso } from "../timestamps.ts";
import { readAccountSettings } from "./settings.ts";

/** What callers see of an account: neither its digest key nor its claim token. */
export function accountToWire(account: Account): AccountWire {
  return {
    id: account.id,
    name: account.name,
    settings: readAccountSettings(account.settings),
    created_at: toIso(account.createdAtMs),
  };
}
