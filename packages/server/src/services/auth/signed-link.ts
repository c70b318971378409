// Secrets that leave the service once, and the links that carry them.
import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { SignalboxError, trimSlashes, type Config } from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { signInThrottle } from "./sign-in-throttle.ts";

// At rest there is only the SHA-256 of a secret. 256 random bits need no slow hash: they cannot be guessed, unlike passwords.
const SECRET_BYTES = 32;

/** `prefix` + 256 random bits, URL-safe. */
export function createSecret(prefix = ""): string {
  return prefix + randomBytes(SECRET_BYTES).toString("base64url");
}

/** SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** The address where browsers find the dashboard, without a slash at its end. */
export function addressOf({ server }: Config): string {
  const { publicUrl, host, port } = server;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return publicUrl === "" ? `http://${shownHost}:${port}` : trimSlashes(publicUrl);
}

/** A secret opens nothing but its purpose. The purpose of a link is the dashboard page that it leads to. */
type Purpose = "reset" | "invite" | "claim";

interface IssuedLink {
  readonly link: string;
  /** For the database, which tells by it who redeems the link. */
  readonly kept: { readonly tokenHash: string; readonly createdAtMs: number; readonly expiresAtMs: number };
}

/** How long a mailed link works. */
export const LINK_HOURS = 24;

/**
 * A link that ends after `LINK_HOURS`. Its secret is in the fragment, which reaches neither servers nor logs nor referrers.
 * The host header of a request is never used, because the one who asks for a link can forge it.
 */
export function issueLink(
  { config, clock }: Pick<ServiceContext, "config" | "clock">,
  purpose: Exclude<Purpose, "claim">,
): IssuedLink {
  const token = createSecret();
  const createdAtMs = clock.nowMs();
  const expiresAtMs = createdAtMs + LINK_HOURS * 3_600_000;
  const link = `${addressOf(config)}/${purpose}#token=${token}`;
  return { link, kept: { tokenHash: hashSecret(token), createdAtMs, expiresAtMs } };
}

interface Redemption<T> {
  readonly purpose: Purpose;
  readonly token: string;
  /** Address of the caller. */
  readonly address: string;
  /** Finds the thing that the secret opens; undefined when it is unknown, used or expired. */
  readonly find: (tokenHash: string) => Promise<T | undefined>;
  readonly refusal: string;
}

/** Opens what a secret is for. A wrong one counts as a failed sign-in of the address. @throws SignalboxError unauthenticated, rate_limited */
export async function redeem<T>(context: ServiceContext, redemption: Redemption<T>): Promise<T> {
  const { purpose, token, address, find, refusal } = redemption;
  const attempt = { email: purpose, address };
  signInThrottle(context).begin(attempt);
  const opened = await find(hashSecret(token.trim()));
  if (opened === undefined) throw new SignalboxError("unauthenticated", refusal);
  signInThrottle(context).succeed(attempt);
  return opened;
}

// Tokens that one replica makes and every other recognises, without a row: random bits and an expiry under a key of the
// installation.
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
