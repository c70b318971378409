import type { Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { notFound } from "../faults.ts";

/** A key serves anyone who knows it, and the one who made it knows it. Returns how many ended. */
async function endKeysOf(
  { apiKeys }: Repositories,
  maker: { readonly accountId: string; readonly email: string; readonly atMs: number },
): Promise<number> {
  const { accountId, email, atMs } = maker;
  let ended = 0;
  for await (const { id, createdBy } of allPages((page) => apiKeys.list({ accountId, ...page })))
    if (createdBy === email && (await apiKeys.revoke({ accountId, id, atMs }))) ended += 1;
  return ended;
}

/**
 * Takes back an open invitation, or ends a membership with its browser sessions and the keys that the person made.
 * @throws SignalboxError not_found, conflict
 */
export async function removeMember(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  const { principal } = caller;
  const isLeaving = principal.kind === "user" && principal.userId === id;
  authorise(principal, isLeaving ? "members.leave" : "members.manage");
  const { accountId } = principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const email = (await repositories.users.find(id))?.email ?? "";
    if (await repositories.memberships.delete({ accountId, userId: id })) {
      const atMs = context.clock.nowMs();
      const keysEnded = await endKeysOf(repositories, { accountId, email, atMs });
      const action = isLeaving ? "member.leave" : "member.remove";
      return note({ action, targetId: id, details: { keys_ended: keysEnded } });
    }
    if (await repositories.invites.delete({ accountId, id }))
      return note({ action: "member.withdraw_invite", targetId: id });
    throw notFound("member");
  });
}
