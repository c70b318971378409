// The second factor of a person's sign-in.
import { Type, type Static } from "typebox";
import { API_LIMITS } from "./common.ts";
import { SecondFactorCodeSchema } from "./auth.ts";

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

export type SecondFactorSecret = Static<typeof SecondFactorSecretSchema>;
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>;
