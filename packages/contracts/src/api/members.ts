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
    seq: OrNull(
      Type.Integer({ minimum: 1 }),
      "Place in the chain of seals; null for an entry that was written past the service.",
    ),
    seal: OrNull(Type.String(), "Keyed digest over this entry and the seal before it, hex."),
  },
  { $id: "AuditEntry" },
);

export const AuditQuerySchema = Type.Object({
  ...pageQuery,
  action: Type.Optional(Type.String({ maxLength: 64, description: "The whole action, e.g. `key.revoke`." })),
  target: Type.Optional(IdSchema),
  actor: Type.Optional(Type.String({ maxLength: 64, description: "Id of the person or key that acted." })),
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
});

const AuditBreakSchema = Type.Object({
  seq: Type.Integer({ minimum: 0 }),
  id: OrNull(IdSchema, "The entry; null where one is missing."),
  at: OrNull(TimestampSchema),
  fault: Type.Union(
    [Type.Literal("altered"), Type.Literal("missing"), Type.Literal("cut_off"), Type.Literal("replaced")],
    {
      description:
        "`altered`: the seal does not match the entry or the one before. `missing`: entries before this place are gone. " +
        "`cut_off`: the newest entries are gone. `replaced`: it is not the entry that was noted in `since`.",
    },
  ),
});

export const AuditProofSchema = Type.Object(
  {
    ok: Type.Boolean(),
    entries: Type.Integer({ minimum: 0, description: "Sealed entries that were checked." }),
    head: OrNull(
      Type.String(),
      "`SEQ:SEAL` of the newest entry. Note it elsewhere: it proves later that nothing was cut off behind it.",
    ),
    unsealed: Type.Integer({
      minimum: 0,
      description: "Entries without a seal, which somebody wrote past the service. `ok` is false then.",
    }),
    unsealed_until: OrNull(TimestampSchema, "When the newest of these was written."),
    breaks: Type.Array(AuditBreakSchema, { description: "Where the chain breaks, at most 20 places." }),
  },
  { $id: "AuditProof" },
);

export const AuditProofQuerySchema = Type.Object({
  since: Type.Optional(
    Type.String({
      pattern: "^[1-9][0-9]{0,14}:[0-9a-f]{64}$",
      description: "A `head` of before, which must still be in the chain.",
    }),
  ),
});

export type Member = Static<typeof MemberSchema>;
export type InviteMember = Static<typeof InviteMemberSchema>;
export type InvitedMember = Static<typeof InvitedMemberSchema>;
export type UpdateMember = Static<typeof UpdateMemberSchema>;
export type AuditEntry = Static<typeof AuditEntrySchema>;
export type AuditProof = Static<typeof AuditProofSchema>;
export type AuditProofQuery = Static<typeof AuditProofQuerySchema>;
export type AuditQuery = Static<typeof AuditQuerySchema>;
