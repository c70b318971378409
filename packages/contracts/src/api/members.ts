// Members of an organisation, open invitations, and the audit log.
import { Type, type Static } from "typebox";

import { EmailSchema, IdSchema, OrNull, RoleSchema, TimestampSchema, pageQuery } from "./common.ts";

export const MemberSchema = Type.Object(
  {
    id: IdSchema,
    status: Type.Union([Type.Literal("active"), Type.Literal("invited")]),
    email: Type.String(),
    name: OrNull(Type.String()),
    role: RoleSchema,
    is_self: Type.Boolean(),
    created_at: TimestampSchema,
    last_seen_at: OrNull(
      TimestampSchema,
      "When a browser of theirs last looked at this organisation; null when none is signed in to it.",
    ),
    expires_at: OrNull(TimestampSchema, "When an open invitation ends; null for active members."),
  },
  { $id: "Member" },
);

export const InviteMemberSchema = Type.Object({ email: EmailSchema, role: RoleSchema });

export const InvitedMemberSchema = Type.Object(
  {
    member: MemberSchema,
    link: Type.String({ description: "Shown once; also mailed when mail is configured." }),
    mailed: Type.Boolean(),
  },
  { $id: "InvitedMember" },
);

export const UpdateMemberSchema = Type.Object({ role: RoleSchema });

export const AuditEntrySchema = Type.Object(
  {
    id: IdSchema,
    at: TimestampSchema,
    actor: Type.Object({
      kind: Type.Union([Type.Literal("user"), Type.Literal("key"), Type.Literal("system")]),
      id: OrNull(Type.String()),
      label: Type.String({ description: "Email, key name, or what of the system acted." }),
    }),
    action: Type.String({ description: "`entity.verb`, e.g. `key.revoke`." }),
    target: OrNull(Type.String(), "Id of what was changed."),
    address: OrNull(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown(), { description: "What changed; never a secret." }),
  },
  { $id: "AuditEntry" },
);

export const AuditQuerySchema = Type.Object({
  ...pageQuery,
  action: Type.Optional(Type.String({ maxLength: 64, description: "The whole action, e.g. `key.revoke`." })),
  sign_ins: Type.Optional(Type.Boolean({ description: "`false` leaves out who signed in; default `true`." })),
  target: Type.Optional(IdSchema),
  actor: Type.Optional(Type.String({ maxLength: 64, description: "Id of the person or key that acted." })),
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
});

export type Member = Static<typeof MemberSchema>;
export type InviteMember = Static<typeof InviteMemberSchema>;
export type InvitedMember = Static<typeof InvitedMemberSchema>;
export type UpdateMember = Static<typeof UpdateMemberSchema>;
export type AuditEntry = Static<typeof AuditEntrySchema>;
export type AuditQuery = Static<typeof AuditQuerySchema>;
