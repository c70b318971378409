import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { notFound } from "../faults.ts";

/** Takes back an open invitation, or ends a membership with its browser sessions. @throws SignalboxError not_found, conflict */
export async function removeMember(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  const { principal } = caller;
  const isLeaving = principal.kind === "user" && principal.userId === id;
  authorise(principal, isLeaving ? "members.leave" : "members.manage");
  const { accountId } = principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (await repositories.memberships.delete({ accountId, userId: id }))
      return note({ action: isLeaving ? "member.leave" : "member.remove", targetId: id });
    if (await repositories.invites.delete({ accountId, id }))
      return note({ action: "member.withdraw_invite", targetId: id });
    throw notFound("member");
  });
}
