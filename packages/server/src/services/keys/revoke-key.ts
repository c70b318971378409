import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";

/** Revokes a key immediately, on every replica. Revoking is idempotent. @throws SignalboxError not_found */
export async function revokeKey(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  authorise(caller.principal, "keys.manage");
  const { accountId } = caller.principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const key = found(await repositories.apiKeys.find({ accountId, id }), "key");
    const isNow = await repositories.apiKeys.revoke({ accountId, id, atMs: context.clock.nowMs() });
    if (isNow)
      await note({ action: "key.revoke", targetId: id, details: { name: key.name, prefix: key.prefix } });
  });
}
