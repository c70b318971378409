import {
  DoneSchema,
  IdParamsSchema,
  InviteMemberSchema,
  InvitedMemberSchema,
  MemberSchema,
  PageOf,
  PageQuerySchema,
  UpdateMemberSchema,
} from "@signalbox/contracts";

import { inviteMember } from "../../services/members/invite-member.ts";
import { listMembers, removeMember, updateMember } from "../../services/members/members.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const tag = "Members";
const access = { kind: "person" } as const;

export const memberRoutes: readonly Route[] = [
  defineRoute({
    operationId: "listMembers",
    method: "GET",
    path: "/members",
    access,
    tag,
    summary: "Members and open invitations.",
    query: PageQuerySchema,
    response: PageOf(MemberSchema),
    handler: (call) => listMembers(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "inviteMember",
    method: "POST",
    path: "/members",
    access,
    tag,
    summary: "Invites a person; the link is in the answer and, with mail configured, in their mailbox.",
    body: InviteMemberSchema,
    status: 201,
    response: InvitedMemberSchema,
    handler: (call) => inviteMember(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "updateMember",
    method: "PATCH",
    path: "/members/:id",
    access,
    tag,
    summary: "Changes a member's role; the last owner stays owner.",
    params: IdParamsSchema,
    body: UpdateMemberSchema,
    response: MemberSchema,
    handler: (call) => updateMember(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
  defineRoute({
    operationId: "removeMember",
    method: "DELETE",
    path: "/members/:id",
    access,
    tag,
    summary: "Removes a member, takes back an invitation, or leaves.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await removeMember(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];
