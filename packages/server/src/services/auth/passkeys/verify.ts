// The library checks what browsers and authenticators sent: origin, name, signature, presence and verification of the
// person. It throws for most faults; all of them look alike from outside.
import { isIP } from "node:net";
import type { Config, RegisterPasskey, SignInWithPasskey } from "@signalbox/contracts";
import type { Repositories, Passkey } from "@signalbox/storage";
import { SignalboxError } from "@signalbox/contracts";
import type { ServiceContext } from "../../../context/service-context.ts";
import { hashSecret, createSignedToken, isSignedToken } from "../signed-token.ts";

// Whom a passkey is made for: a name that browsers see in the address bar. It comes from the configuration, never from
// the host header, which a request can forge.
interface RelyingParty {
  /** The host's name, without the port. */
  readonly id: string;
  readonly origin: string;
}

/** Undefined where the service has an address of numbers: browsers make no passkeys for those. */
export function relyingParty({ server }: Config): RelyingParty | undefined {
  const url = URL.parse(server.publicUrl === "" ? `http://localhost:${server.port}` : server.publicUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const id = url.hostname;
  return isIP(id.replaceAll(/[[\]]/g, "")) === 0 ? { id, origin: url.origin } : undefined;
}

// Challenges are recognised by every replica without a row. Only an answered one is written down, so that it cannot be answered
// again; nobody can fill the table by asking.
const TTL_MS = 5 * 60_000;

/** Whom the challenge is for: one browser session that registers, or anybody who signs in. */
export type Purpose = "sign-in" | `register ${string}`;

export const createChallenge = (context: ServiceContext, purpose: Purpose): Promise<Buffer> =>
  createSignedToken(context, purpose, TTL_MS);

/** Whether the service asked it, for this purpose and not long ago. @param challenge in base64url */
const isOurs = (context: ServiceContext, purpose: Purpose, challenge: string): Promise<boolean> =>
  isSignedToken(context, purpose, challenge);

/** True for the first answer. */
export function useChallenge(
  context: ServiceContext,
  { passkeys }: Pick<Repositories, "passkeys">,
  challenge: string,
): Promise<boolean> {
  const expiresAtMs = context.clock.nowMs() + TTL_MS;
  return passkeys.useChallenge({ challengeHash: hashSecret(challenge), expiresAtMs });
}

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

interface MadeCredential {
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

interface ProvedCredential {
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
