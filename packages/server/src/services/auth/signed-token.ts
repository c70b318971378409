// Tokens that whatever replica makes and every other recognises, without a row: random bits and an expiry under a key of the
// installation.
import { hash, randomBytes, createHmac, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "../../context/service-context.ts";

// Opaque secrets: cookies, links, keys. The clear text leaves the service once; at rest there is only its SHA-256.
// 256 random bits need no slow hash: they cannot be guessed, unlike passwords.
const SECRET_BYTES = 32;

/** `prefix` + 256 random bits, URL-safe. */
export function createSecret(prefix = ""): string {
  return prefix + randomBytes(SECRET_BYTES).toString("base64url");
}

/** SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

const KEY_NAME = "challenge-key";
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;

const keyOf = ({ storage }: ServiceContext): Promise<string> =>
  storage.instance.findOrCreate(KEY_NAME, createSecret());

const sign = (key: string, purpose: string, head: Uint8Array): Buffer =>
  createHmac("sha256", key).update(purpose).update("\0").update(head).digest();

/** @param purpose for which alone it is recognised */
export async function createSignedToken(
  context: ServiceContext,
  purpose: string,
  ttlMs: number,
): Promise<Buffer> {
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(EXPIRY_BYTES)]);
  head.writeUIntBE(context.clock.nowMs() + ttlMs, RANDOM_BYTES, EXPIRY_BYTES);
  return Buffer.concat([head, sign(await keyOf(context), purpose, head)]);
}

/** Whether the service made it, for this purpose, and its time has not run out. @param token in base64url */
export async function isSignedToken(
  context: ServiceContext,
  purpose: string,
  token: string,
): Promise<boolean> {
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES);
  const signature = sign(await keyOf(context), purpose, head);
  const given = bytes.subarray(head.length);
  if (given.length !== signature.length || !timingSafeEqual(given, signature)) return false;
  return head.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES) > context.clock.nowMs();
}
