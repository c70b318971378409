// Passkeys: what a browser is asked, what it answers, and the list of a person's own. The names inside a credential are
// those of WebAuthn's JSON; browsers add more to it over time.
import { Type, type Static } from "typebox";

import { API_LIMITS, IdSchema, NameSchema, OrNull, TimestampSchema } from "./common.ts";

const Base64Url = Type.String({ minLength: 1, maxLength: 8192, pattern: "^[A-Za-z0-9_-]+$" });
const OPEN = { additionalProperties: true } as const;

const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: Type.Literal("public-key"),
};

export const PasskeySchema = Type.Object(
  { id: IdSchema, name: NameSchema, created_at: TimestampSchema, last_used_at: OrNull(TimestampSchema) },
  { $id: "Passkey" },
);

export const PasskeyOptionsSchema = Type.Object(
  {
    options: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "For `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON`.",
    }),
  },
  { $id: "PasskeyOptions" },
);

export const StartPasskeySchema = Type.Object({
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: API_LIMITS.passwordCharsMax,
      description: "The person's own, if they have one.",
    }),
  ),
});

export const RegisterPasskeySchema = Type.Object({
  name: NameSchema,
  credential: Type.Object(
    {
      ...credential,
      response: Type.Object(
        {
          clientDataJSON: Base64Url,
          attestationObject: Base64Url,
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
        },
        OPEN,
      ),
    },
    OPEN,
  ),
});

export const RenamePasskeySchema = Type.Object({ name: NameSchema });

export const SignInWithPasskeySchema = Type.Object({
  credential: Type.Object(
    {
      ...credential,
      response: Type.Object(
        {
          clientDataJSON: Base64Url,
          authenticatorData: Base64Url,
          signature: Base64Url,
          userHandle: Type.Optional(OrNull(Base64Url)),
        },
        OPEN,
      ),
    },
    OPEN,
  ),
});

export type Passkey = Static<typeof PasskeySchema>;
export type PasskeyOptions = Static<typeof PasskeyOptionsSchema>;
export type StartPasskey = Static<typeof StartPasskeySchema>;
export type RegisterPasskey = Static<typeof RegisterPasskeySchema>;
export type RenamePasskey = Static<typeof RenamePasskeySchema>;
export type SignInWithPasskey = Static<typeof SignInWithPasskeySchema>;
