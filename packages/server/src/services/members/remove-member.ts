import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { notFound } from "../faults.ts";

/**
 * Takes back an open invitation, or ends a membership with its browser sessions, the keys that the person owned, and those
 * that they made: a key serves anyone who knows it, and the one who made it knows it.
 * @throws SignalboxError not_found, conflict
 */
export async function removeMember(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  const { principal } = caller;
  const isLeaving = principal.kind === "user" && principal.userId === id;
  authorise(principal, isLeaving ? "members.leave" : "members.manage");
  const { accountId } = principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (await repositories.memberships.delete({ accountId, userId: id })) {
      const atMs = context.clock.nowMs();
      const keysEnded = await repositories.apiKeys.revokeByPerson({ accountId, userId: id, atMs });
      const action = isLeaving ? "member.leave" : "member.remove";
      return note({ action, targetId: id, details: { keys_ended: keysEnded } });
    }
    if (await repositories.invites.delete({ accountId, id }))
      return note({ action: "member.withdraw_invite", targetId: id });
    throw notFound("member");
  });
}
