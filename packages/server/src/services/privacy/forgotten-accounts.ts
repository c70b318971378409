// Accounts whose decisions were erased and whose learned state must be fitted again without them. A mark in the database outlives
// the process that erased, and any replica may do the work.
import type { ServiceContext } from "../../context/service-context.ts";

const PREFIX = "forget:";

type Using = Pick<ServiceContext, "storage" | "clock">;

export const markForgotten = ({ storage, clock }: Using, accountId: string): Promise<void> =>
  storage.instance.set(`${PREFIX}${accountId}`, String(clock.nowMs()));

/** The mark goes after the work, unless somebody erased more meanwhile. */
export async function forgetMarked(
  { storage }: Pick<ServiceContext, "storage">,
  forget: (accountId: string) => Promise<void>,
): Promise<void> {
  for (const { key, value } of await storage.instance.list(PREFIX)) {
    await forget(key.slice(PREFIX.length));
    if ((await storage.instance.find(key)) === value) await storage.instance.delete(key);
  }
}
