import type { Me, Role, User as UserWire } from "@signalbox/contracts";
import type { Account, User } from "@signalbox/storage";

import type { Bars } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { accountToWire, keyDaysMax } from "../accounts/settings.ts";
import { toIso } from "../timestamps.ts";

function userToWire(user: User): UserWire {
  return {
    id: user.id,
    email: user.email,
    name: user.name === "" ? null : user.name,
    created_at: toIso(user.createdAtMs),
  };
}

export interface Identified {
  readonly user: User;
  readonly account: Account;
  readonly role: Role;
}

export function meToWire(
  { config }: ServiceContext,
  { user, account, role, ...bars }: Identified & Bars,
): Me {
  const accountWire = accountToWire(account);
  const limits = {
    upload_bytes_max: config.learning.uploadBytesMax,
    key_days_max: keyDaysMax(config, accountWire.settings) ?? null,
  };
  return {
    user: userToWire(user),
    account: accountWire,
    role,
    lacks_second_factor: bars.lacksSecondFactor,
    lacks_single_sign_on: bars.lacksSingleSignOn,
    limits,
  };
}
