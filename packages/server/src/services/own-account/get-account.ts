import type { Account as AccountWire } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { accountToWire } from "../accounts/account-wire.ts";

export async function getAccount(context: ServiceContext, caller: Caller): Promise<AccountWire> {
  authorise(caller.principal, "account.read");
  return accountToWire(found(await context.storage.accounts.find(caller.principal.accountId), "account"));
}
