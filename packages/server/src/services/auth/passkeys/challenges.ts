// Challenges are recognised by every replica without a row. Only an answered one is written down, so that it cannot be answered
// again; nobody can fill the table by asking.
import type { Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { hashSecret } from "../secret.ts";
import { createSignedToken, isSignedToken } from "../signed-token.ts";

const TTL_MS = 5 * 60_000;

/** Whom the challenge is for: one browser session that registers, or anybody who signs in. */
export type Purpose = "sign-in" | `register ${string}`;

export const createChallenge = (context: ServiceContext, purpose: Purpose): Promise<Buffer> =>
  createSignedToken(context, purpose, TTL_MS);

/** Whether the service asked it, for this purpose and not long ago. @param challenge in base64url */
export const isOurs = (context: ServiceContext, purpose: Purpose, challenge: string): Promise<boolean> =>
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
