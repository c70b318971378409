import type { ServiceContext } from "../../../context/service-context.ts";
import { changeAs } from "../../audit/change.ts";
import { notFound } from "../../faults.ts";

/**
 * For the command line on the machine itself: the person signs in by password alone again. Not for owners, because a person
 * may belong to another organisation too, whose door it would open.
 * @throws SignalboxError not_found, also for a person without a second factor
 */
export async function resetSecondFactor(context: ServiceContext, email: string): Promise<void> {
  const { storage } = context;
  const user = await storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  if (!(await storage.secondFactors.delete(user.id))) throw notFound("second factor");
  const actor = { kind: "system", id: null, name: "command line" } as const;
  for (const { account } of await storage.memberships.listByUser(user.id))
    await changeAs(context, { accountId: account.id, actor, address: undefined }, ({ note }) =>
      note({ action: "second_factor.reset", targetId: user.id, details: { email: user.email } }),
    );
}
