import type { Me, Role, User as UserWire } from "@signalbox/contracts";
import type { Account, User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { accountToWire } from "../accounts/account-wire.ts";
import { toIso } from "../timestamps.ts";

export function userToWire(user: User): UserWire {
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
  { user, account, role, lacksSecondFactor }: Identified & { readonly lacksSecondFactor: boolean },
): Me {
  const limits = { upload_bytes_max: config.learning.uploadBytesMax };
  return {
    user: userToWire(user),
    account: accountToWire(account),
    role,
    lacks_second_factor: lacksSecondFactor,
    limits,
  };
}
