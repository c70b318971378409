// The library checks what browsers and authenticators sent: origin, name, signature, presence and verification of the
// person. It throws for most faults; all of them look alike from outside.
import type { RegisterPasskey, SignInWithPasskey } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import type { Passkey } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { isOurs, type Purpose } from "./challenges.ts";
import { relyingParty, type RelyingParty } from "./relying-party.ts";

/** Loaded at the first passkey: a start of the service needs none of it. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

/** ES256, EdDSA, RS256: what authenticators in use can do. */
export const ALGORITHMS = [-7, -8, -257];

/** @throws SignalboxError conflict where the service has no name */
export function relyingPartyOf({ config }: ServiceContext): RelyingParty {
  const party = relyingParty(config);
  if (party !== undefined) return party;
  throw new SignalboxError(
    "conflict",
    "Passkeys need a name in the address. Let the operator set `server.publicUrl` to one.",
  );
}

/** Compares with the challenges of the service, and notes which one was answered. */
function expectations(context: ServiceContext, purpose: Purpose) {
  const { id, origin } = relyingPartyOf(context);
  const answered = { challenge: "" };
  const expectedChallenge = async (challenge: string): Promise<boolean> => {
    answered.challenge = challenge;
    return isOurs(context, purpose, challenge);
  };
  return { answered, expected: { expectedChallenge, expectedOrigin: origin, expectedRPID: id } };
}

export interface MadeCredential {
  readonly challenge: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Undefined for anything that does not hold. */
export async function verifyRegistration(
  context: ServiceContext,
  credential: RegisterPasskey["credential"],
  purpose: Purpose,
): Promise<MadeCredential | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { answered, expected } = expectations(context, purpose);
  const response = { ...credential, clientExtensionResults: {} };
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      challenge: answered.challenge,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: credential.response.transports ?? [],
    };
  } catch (cause) {
    context.logger.debug({ cause }, "a passkey was not registered");
    return undefined;
  }
}

export interface ProvedCredential {
  readonly challenge: string;
  readonly counter: number;
}

/** Undefined for anything that does not hold, a counter that ran backwards among it. */
export async function verifySignIn(
  context: ServiceContext,
  credential: SignInWithPasskey["credential"],
  { credentialId: id, publicKey, counter }: Passkey,
): Promise<ProvedCredential | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { answered, expected } = expectations(context, "sign-in");
  const { userHandle, ...rest } = credential.response;
  const handle = typeof userHandle === "string" ? { userHandle } : {};
  const response = { ...credential, response: { ...rest, ...handle }, clientExtensionResults: {} };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: true,
    });
    return verified ? { challenge: answered.challenge, counter: authenticationInfo.newCounter } : undefined;
  } catch (cause) {
    context.logger.debug({ cause }, "a passkey was refused");
    return undefined;
  }
}
