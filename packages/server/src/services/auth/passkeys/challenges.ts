// Challenges are made by whatever replica is asked and recognised by every other, without a row: random bits and an expiry
// under a key of the installation. Only an answered one is written down, so that it cannot be answered again; nobody can
// fill the table by asking.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import type { Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { createSecret, hashSecret } from "../secret.ts";

const KEY_NAME = "challenge-key";
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;
const TTL_MS = 5 * 60_000;

/** Whom the challenge is for: one browser session that registers, or anybody who signs in. */
export type Purpose = "sign-in" | `register ${string}`;

const keyOf = ({ storage }: ServiceContext): Promise<string> =>
  storage.instance.findOrCreate(KEY_NAME, createSecret());

const sign = (key: string, purpose: Purpose, head: Uint8Array): Buffer =>
  createHmac("sha256", key).update(purpose).update("\0").update(head).digest();

export async function createChallenge(context: ServiceContext, purpose: Purpose): Promise<Buffer> {
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(EXPIRY_BYTES)]);
  head.writeUIntBE(context.clock.nowMs() + TTL_MS, RANDOM_BYTES, EXPIRY_BYTES);
  return Buffer.concat([head, sign(await keyOf(context), purpose, head)]);
}

/** Whether the service asked it, for this purpose and not long ago. @param challenge in base64url */
export async function isOurs(context: ServiceContext, purpose: Purpose, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES);
  const signature = sign(await keyOf(context), purpose, head);
  const given = bytes.subarray(head.length);
  if (given.length !== signature.length || !timingSafeEqual(given, signature)) return false;
  return head.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES) > context.clock.nowMs();
}

/** True for the first answer. */
export function useChallenge(
  context: ServiceContext,
  { passkeys }: Pick<Repositories, "passkeys">,
  challenge: string,
): Promise<boolean> {
  const expiresAtMs = context.clock.nowMs() + TTL_MS;
  return passkeys.useChallenge({ challengeHash: hashSecret(challenge), expiresAtMs });
}
