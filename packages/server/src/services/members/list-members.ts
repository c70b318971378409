import type { Member, Page, PageQuery } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { inviteToWire, memberToWire } from "./member-wire.ts";

const OPEN_INVITES_SHOWN_MAX = 200;

async function listOpenInvites(context: ServiceContext, accountId: string): Promise<Member[]> {
  const { items } = await context.storage.invites.list({ accountId, limit: OPEN_INVITES_SHOWN_MAX });
  const nowMs = context.clock.nowMs();
  return items
    .filter((invite) => invite.acceptedAtMs === null && invite.expiresAtMs > nowMs)
    .map(inviteToWire);
}

/** Open invitations lead the first page. */
export async function listMembers(
  context: ServiceContext,
  caller: Caller,
  query: PageQuery,
): Promise<Page<Member>> {
  authorise(caller.principal, "members.read");
  const { accountId } = caller.principal;
  const page = await context.storage.memberships.list({ accountId, ...query });
  const invites = query.cursor === undefined ? await listOpenInvites(context, accountId) : [];
  const members = page.items.map((member) => memberToWire(member, caller.principal));
  return { data: [...invites, ...members], next_cursor: page.nextCursor };
}
