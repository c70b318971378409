// Signing up, in and out, passwords, invitations and browser sessions.
import { Type, type Static } from "typebox";

import { AccountSchema } from "./account.ts";
import {
  API_LIMITS,
  EmailSchema,
  IdSchema,
  NameSchema,
  OrNull,
  PasswordSchema,
  RoleSchema,
  TimestampSchema,
} from "./common.ts";

/** A password as typed at sign-in: not yet known to obey today's rules. */
const TypedPassword = Type.String({ minLength: 1, maxLength: API_LIMITS.passwordCharsMax });
const LinkToken = Type.String({ minLength: 1, maxLength: 256 });

/** Six digits of an app, or a recovery code. */
export const SecondFactorCodeSchema = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Six digits of the authenticator app, or a recovery code.",
});
/** For sign-ins of people who have a second factor. */
const Code = Type.Optional(SecondFactorCodeSchema);

export const AuthOptionsSchema = Type.Object(
  {
    sign_up_open: Type.Boolean(),
    oidc_enabled: Type.Boolean(),
    oidc_label: OrNull(Type.String()),
    needs_claim: Type.Boolean({ description: "The first account waits for its owner." }),
    smtp_configured: Type.Boolean({
      description: "Whether links are mailed; else the operator prints them.",
    }),
    password_chars_min: Type.Integer({ description: "Characters of the shortest new password." }),
  },
  { $id: "AuthOptions" },
);

const UserSchema = Type.Object(
  {
    id: IdSchema,
    email: Type.String(),
    name: OrNull(Type.String()),
    created_at: TimestampSchema,
  },
  { $id: "User" },
);

export const OwnAccountSchema = Type.Object(
  { id: IdSchema, name: NameSchema, role: RoleSchema, is_current: Type.Boolean() },
  { $id: "OwnAccount", description: "An organisation that the signed-in person belongs to." },
);

export const SecondFactorSchema = Type.Object(
  {
    since: OrNull(TimestampSchema, "When it was turned on; null while it is off."),
    recovery_codes_left: Type.Integer({ minimum: 0 }),
    is_required: Type.Boolean({ description: "The organisation requires one of its members." }),
  },
  { $id: "SecondFactor" },
);

export const MeSchema = Type.Object(
  {
    user: UserSchema,
    account: AccountSchema,
    role: RoleSchema,
    accounts: Type.Array(OwnAccountSchema),
    second_factor: SecondFactorSchema,
    lacks_second_factor: Type.Boolean({
      description: "The organisation requires a second factor, and this session began without one.",
    }),
    lacks_single_sign_on: Type.Boolean({
      description:
        "The organisation requires single sign-on of this address, and this session began otherwise.",
    }),
    limits: Type.Object(
      {
        upload_bytes_max: Type.Integer({ description: "Bytes of the largest file of own evaluations." }),
        key_days_max: OrNull(Type.Integer(), "Days that a key of this account may live; null is no limit."),
      },
      { description: "What this installation accepts." },
    ),
  },
  { $id: "Me" },
);

export const SignUpSchema = Type.Object({
  email: EmailSchema,
  password: PasswordSchema,
  name: Type.Optional(NameSchema),
  organisation: Type.Optional(NameSchema),
});

export const SignInSchema = Type.Object({
  email: Type.String({ minLength: 1, maxLength: API_LIMITS.emailCharsMax }),
  password: TypedPassword,
  code: Code,
});

export const ClaimSchema = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 256,
    description: "The claim token, or the first API key, as printed at the first start.",
  }),
  email: EmailSchema,
  password: PasswordSchema,
  name: Type.Optional(NameSchema),
  organisation: Type.Optional(NameSchema),
});

export const ChangePasswordSchema = Type.Object({
  current_password: TypedPassword,
  new_password: PasswordSchema,
});

export const RequestResetSchema = Type.Object({ email: EmailSchema });
export const ResetPasswordSchema = Type.Object({ token: LinkToken, password: PasswordSchema, code: Code });

export const ChangeEmailSchema = Type.Object({
  email: EmailSchema,
  password: Type.Optional(TypedPassword),
});
export const OpenInviteSchema = Type.Object({
  token: LinkToken,
  keep: Type.Optional(
    Type.Boolean({ description: "Keep it in this browser, for the single sign-on that follows." }),
  ),
});

export const InvitationSchema = Type.Object(
  {
    organisation: Type.String(),
    email: Type.String({ description: "The address that was invited." }),
    role: RoleSchema,
    invited_by: OrNull(Type.String(), "Name or address; null where the person is gone."),
    expires_at: TimestampSchema,
  },
  { $id: "Invitation", description: "What the holder of an invitation link may know before joining." },
);

export const AcceptInviteSchema = Type.Object({
  token: LinkToken,
  name: Type.Optional(NameSchema),
  password: PasswordSchema,
  code: Code,
});

export const BrowserSessionSchema = Type.Object(
  {
    id: IdSchema,
    created_at: TimestampSchema,
    last_used_at: TimestampSchema,
    expires_at: { ...TimestampSchema, description: "When it ends if it is not used." },
    ends_at: { ...TimestampSchema, description: "When it ends however much it is used." },
    signed_in_by: Type.String({
      description: "What the person proved: `password`, `second factor` or `single sign-on`.",
    }),
    address: OrNull(Type.String()),
    user_agent: OrNull(Type.String()),
    is_current: Type.Boolean(),
  },
  { $id: "BrowserSession" },
);

export const SwitchAccountSchema = Type.Object({ account_id: IdSchema });

export const OidcCallbackQuerySchema = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 4096 })),
  state: Type.Optional(Type.String({ maxLength: 1024 })),
  iss: Type.Optional(Type.String({ maxLength: 2048 })),
  error: Type.Optional(Type.String({ maxLength: 256 })),
  error_description: Type.Optional(Type.String({ maxLength: 2048 })),
});

/** Why single sign-on failed: `?error=` of the sign-in page, to which the provider's visitors are sent back. */
export const SINGLE_SIGN_ON_FAULTS = [
  "cancelled",
  "expired",
  "not_confirmed",
  "email_unverified",
  "password_first",
  "sign_up_closed",
  "other_domain",
  "other_address",
  "ask_operator",
  "provider_unreachable",
  "not_configured",
  "internal",
] as const;

export type SingleSignOnFault = (typeof SINGLE_SIGN_ON_FAULTS)[number];
export type AuthOptions = Static<typeof AuthOptionsSchema>;
export type User = Static<typeof UserSchema>;
export type Me = Static<typeof MeSchema>;
export type SignUp = Static<typeof SignUpSchema>;
export type SignIn = Static<typeof SignInSchema>;
export type Claim = Static<typeof ClaimSchema>;
export type ChangePassword = Static<typeof ChangePasswordSchema>;
export type RequestReset = Static<typeof RequestResetSchema>;
export type ResetPassword = Static<typeof ResetPasswordSchema>;
export type ChangeEmail = Static<typeof ChangeEmailSchema>;
export type OpenInvite = Static<typeof OpenInviteSchema>;
export type Invitation = Static<typeof InvitationSchema>;
export type AcceptInvite = Static<typeof AcceptInviteSchema>;
export type SecondFactor = Static<typeof SecondFactorSchema>;
export type OwnAccount = Static<typeof OwnAccountSchema>;
export type SwitchAccount = Static<typeof SwitchAccountSchema>;
export type BrowserSession = Static<typeof BrowserSessionSchema>;
