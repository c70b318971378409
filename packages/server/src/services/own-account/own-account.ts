// Shows the caller's account, and deletes it.
import type { Account as AccountWire, DeleteAccount } from "@signalbox/contracts";
import { invalid } from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { accountToWire } from "../accounts/settings.ts";

export async function getAccount(context: ServiceContext, caller: Caller): Promise<AccountWire> {
  authorise(caller.principal, "account.read");
  const account = found(await context.storage.accounts.find(caller.principal.accountId), "account");
  return accountToWire(context.config, account);
}

/** Everything goes, the audit log too; people who belong to no other account go with it. */
export async function deleteAccount(
  context: ServiceContext,
  caller: Caller,
  input: DeleteAccount,
): Promise<void> {
  authorise(caller.principal, "account.delete");
  const { accountId } = caller.principal;
  const account = found(await context.storage.accounts.find(accountId), "account");
  if (input.confirm !== account.name)
    throw invalid([
      {
        location: "body.confirm",
        message: "It is not the account's name.",
        fix: "Type the name exactly as it is shown.",
      },
    ]);
  // A row that is still on its way to the journal would otherwise arrive after the deletion.
  await context.journal.flush();
  await context.storage.accounts.delete(accountId);
  // Whatever copies of the digests are left elsewhere, nothing can be matched with them any more.
  await context.digestKeys.destroy(accountId);
  await context.storage.scrub();
  context.logger.warn({ account_id: accountId }, "account deleted");
}
