// The name of a prompt's vector: a digest of the tokens that the encoder reads, so that equal readings share a vector and
// nothing of the text is kept beside it.
import { hash } from "node:crypto";

/** Bytes of `vectorKeyOf`, decoded. */
export const VECTOR_KEY_BYTES = 32;

/** SHA-256 of the token ids, base64url. */
export function vectorKeyOf(ids: ArrayLike<number>): string {
  const units = Uint16Array.from(ids);
  return hash("sha256", new Uint8Array(units.buffer), "base64url");
}
