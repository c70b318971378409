import type { Member as MemberWire } from "@signalbox/contracts";
import type { Invite, Member } from "@signalbox/storage";

import type { Principal } from "../../context/principal.ts";
import { isVerified } from "../auth/user-wire.ts";
import { toIso } from "../timestamps.ts";

export function memberToWire(member: Member, principal: Principal): MemberWire {
  return {
    id: member.userId,
    status: "active",
    email: member.email,
    name: member.name === "" ? null : member.name,
    role: member.role,
    email_verified: isVerified(member),
    is_self: principal.kind === "user" && principal.userId === member.userId,
    created_at: toIso(member.createdAtMs),
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
    email_verified: false,
    is_self: false,
    created_at: toIso(invite.createdAtMs),
    expires_at: toIso(invite.expiresAtMs),
  };
}
