import { randomUUID } from "node:crypto";

import { SignalboxError, type InviteMember, type InvitedMember } from "@signalbox/contracts";
import type { Invite } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { assertPlainAddress } from "../auth/email.ts";
import { issueLink } from "../auth/signed-link.ts";
import { dayThrottle, mailThrottle, toMailbox } from "../auth/sign-in-throttle.ts";
import { sendMail } from "../mail/send-mail.ts";
import { inviteToWire } from "./members.ts";

async function assertNotMember(context: ServiceContext, accountId: string, email: string): Promise<void> {
  const user = await context.storage.users.findByEmail(email);
  if (user === undefined) return;
  const membership = await context.storage.memberships.find({ accountId, userId: user.id });
  if (membership !== undefined) throw new SignalboxError("conflict", "This person is a member already.");
}

const OPEN_INVITES_MAX = 100;

async function assertRoomForInvite({ storage, clock }: ServiceContext, accountId: string): Promise<void> {
  const nowMs = clock.nowMs();
  const { items } = await storage.invites.list({ accountId, limit: OPEN_INVITES_MAX });
  const open = items.filter(({ acceptedAtMs, expiresAtMs }) => acceptedAtMs === null && expiresAtMs > nowMs);
  if (open.length < OPEN_INVITES_MAX) return;
  throw new SignalboxError(
    "conflict",
    `${OPEN_INVITES_MAX} invitations are open. Withdraw some of them, or wait until they are accepted or expire.`,
  );
}

function mailOf(email: string, link: string) {
  return {
    to: email,
    subject: "You are invited to Signalbox",
    text: `Open this link to join. It works once.\n\n${link}\n\nIf you expected no invitation, ignore this mail.\n`,
  };
}

/** The link is in the answer once; only its hash is kept. @throws SignalboxError conflict for a member, rate_limited */
export async function inviteMember(
  context: ServiceContext,
  caller: Caller,
  input: InviteMember,
): Promise<InvitedMember> {
  authorise(caller.principal, "members.manage");
  const { principal } = caller;
  const { accountId } = principal;
  const email = input.email.trim();
  assertPlainAddress(email);
  await assertNotMember(context, accountId, email);
  await assertRoomForInvite(context, accountId);
  dayThrottle(context).begin({ email, address: `account ${accountId}` });
  // Many accounts may not flood a mailbox either.
  mailThrottle(context).begin(toMailbox(email));
  const { link, kept } = issueLink(context, "invite");
  const invite: Invite = {
    ...kept,
    id: randomUUID(),
    accountId,
    email,
    role: input.role,
    invitedByUserId: principal.kind === "user" ? principal.userId : null,
    acceptedAtMs: null,
  };
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    await repositories.invites.create(invite);
    await note({ action: "member.invite", targetId: invite.id, details: { email, role: input.role } });
  });
  const mailed = await sendMail(context, mailOf(email, link));
  return { member: inviteToWire(invite), link, mailed };
}
