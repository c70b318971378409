// Opaque secrets: cookies, links, keys. The clear text leaves the service once; at rest there is only its SHA-256.
// 256 random bits need no slow hash: they cannot be guessed, unlike passwords.
import { hash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** `prefix` + 256 random bits, URL-safe. */
export function createSecret(prefix = ""): string {
  return prefix + randomBytes(SECRET_BYTES).toString("base64url");
}

/** SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
