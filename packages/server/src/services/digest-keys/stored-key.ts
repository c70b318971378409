// What the database keeps of an account's digest keys: the keys themselves, newest first; or, where they are kept elsewhere, how
// to tell that the right ones were found there; or the keys encrypted under a secret that the database never sees.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_CHARS = 16;
const IN_DATABASE = /^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/;
const IN_FILE = /^file:([0-9a-f]{16})$/;
const SEALED = /^sealed:([\w-]+)$/;

export type StoredKey =
  | { readonly kind: "database"; readonly keys: readonly string[] }
  | { readonly kind: "file"; readonly fingerprint: string }
  | { readonly kind: "sealed"; readonly sealed: string };

/** Undefined for what no release wrote. */
export function readStoredKey(stored: string): StoredKey | undefined {
  if (IN_DATABASE.test(stored)) return { kind: "database", keys: stored.split(",") };
  const fingerprint = IN_FILE.exec(stored)?.[1];
  if (fingerprint !== undefined) return { kind: "file", fingerprint };
  const sealed = SEALED.exec(stored)?.[1];
  return sealed === undefined ? undefined : { kind: "sealed", sealed };
}

export function writeStoredKey(stored: StoredKey): string {
  if (stored.kind === "database") return stored.keys.join(",");
  return stored.kind === "file" ? `file:${stored.fingerprint}` : `sealed:${stored.sealed}`;
}

/** Tells keys apart and gives nothing of them away. */
export const fingerprintOf = (key: string): string =>
  createHmac("sha256", key).update("signalbox digest key").digest("hex").slice(0, FINGERPRINT_CHARS);

const wrappingKey = (secret: string, accountId: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "signalbox digest keys", accountId, KEY_BYTES));

export function sealKeys(secret: string, accountId: string, keys: readonly string[]): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, wrappingKey(secret, accountId), iv);
  const bytes = Buffer.concat([cipher.update(Buffer.from(keys.join(""), "hex")), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString("base64url");
}

/** Undefined when they were sealed under another secret, or for another account. */
export function unsealKeys(secret: string, accountId: string, sealed: string): readonly string[] | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const key = wrappingKey(secret, accountId);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return Array.from({ length: opened.length / KEY_BYTES }, (_, at) =>
      opened.toString("hex", at * KEY_BYTES, (at + 1) * KEY_BYTES),
    );
  } catch {
    return undefined;
  }
}
