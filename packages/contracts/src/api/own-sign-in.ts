// How a person signs in besides the password: passkeys and second factors.
import { Type, type Static } from "typebox";
import { API_LIMITS, IdSchema, NameSchema, OrNull, TimestampSchema } from "./common.ts";
import { SecondFactorCodeSchema } from "./auth.ts";

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
export type RegisterPasskey = Static<typeof RegisterPasskeySchema>;
export type SignInWithPasskey = Static<typeof SignInWithPasskeySchema>;

export const SecondFactorSchema = Type.Object(
  {
    since: OrNull(TimestampSchema, "When it was turned on; null while it is off."),
    recovery_codes_left: Type.Integer({ minimum: 0 }),
    is_required: Type.Boolean({ description: "The organisation requires one of its members." }),
  },
  { $id: "SecondFactor" },
);

export const StartSecondFactorSchema = Type.Object({
  password: Type.String({ minLength: 1, maxLength: API_LIMITS.passwordCharsMax }),
});

export const SecondFactorSecretSchema = Type.Object(
  {
    secret: Type.String({ description: "In base32, for typing into the app." }),
    uri: Type.String({ description: "The same as an `otpauth:` address." }),
    qr: Type.String({ description: "That address as a QR code: an SVG document." }),
  },
  { $id: "SecondFactorSecret", description: "Shown while the second factor waits for its first code." },
);

export const UseCodeSchema = Type.Object({ code: SecondFactorCodeSchema });

export const RecoveryCodesSchema = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: "Each signs in once; shown this once." }) },
  { $id: "RecoveryCodes" },
);

export type SecondFactor = Static<typeof SecondFactorSchema>;
export type SecondFactorSecret = Static<typeof SecondFactorSecretSchema>;
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>;
