// Who belongs to an account: their list, their roles, and their removal.
import type { Member as MemberWire, Page, PageQuery, UpdateMember } from "@signalbox/contracts";
import type { Invite, Member } from "@signalbox/storage";
import type { Principal } from "../../context/principal.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { found, notFound } from "../faults.ts";

export function memberToWire(member: Member, principal: Principal): MemberWire {
  return {
    id: member.userId,
    status: "active",
    email: member.email,
    name: member.name === "" ? null : member.name,
    role: member.role,
    is_self: principal.kind === "user" && principal.userId === member.userId,
    created_at: toIso(member.createdAtMs),
    last_seen_at: toIsoOrNull(member.lastSeenAtMs),
    expires_at: null,
  };
}

export function inviteToWire(invite: Invite): MemberWire {
  return {
    id: invite.id,
    status: "invited",
    email: invite.email,
    name: null,
    role: invite.role,
    is_self: false,
    created_at: toIso(invite.createdAtMs),
    last_seen_at: null,
    expires_at: toIso(invite.expiresAtMs),
  };
}

const OPEN_INVITES_SHOWN_MAX = 200;

async function listOpenInvites(context: ServiceContext, accountId: string): Promise<MemberWire[]> {
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
): Promise<Page<MemberWire>> {
  authorise(caller.principal, "members.read");
  const { accountId } = caller.principal;
  const page = await context.storage.memberships.list({ accountId, ...query });
  const invites = query.cursor === undefined ? await listOpenInvites(context, accountId) : [];
  const members = page.items.map((member) => memberToWire(member, caller.principal));
  return { data: [...invites, ...members], next_cursor: page.nextCursor };
}

/** @throws SignalboxError not_found; conflict when it would leave no owner */
export async function updateMember(
  context: ServiceContext,
  caller: Caller,
  input: UpdateMember & { readonly id: string },
): Promise<MemberWire> {
  authorise(caller.principal, "members.manage");
  const { accountId } = caller.principal;
  const { id: userId, role } = input;
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await repositories.memberships.setRole({ accountId, userId, role }))) throw notFound("member");
    const membership = found(await repositories.memberships.find({ accountId, userId }), "member");
    const user = found(await repositories.users.find(userId), "member");
    await note({ action: "member.set_role", targetId: userId, details: { email: user.email, role } });
    const nowMs = context.clock.nowMs();
    const sessions = await repositories.browserSessions.listByUser({ userId, nowMs });
    const lastSeenAtMs = sessions.find((session) => session.accountId === accountId)?.lastSeenAtMs ?? null;
    const { email, name } = user;
    return memberToWire({ ...membership, email, name, lastSeenAtMs }, caller.principal);
  });
}

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
