// Keyed digests: HMAC-SHA-256 by Web Crypto. Equal texts have equal digests under one key; without it nothing can be compared.

const KEY_BYTES = 32;
const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

export type Digester = (text: string) => Promise<string>;

let drawn: Uint8Array<ArrayBuffer> | undefined;

/** Drawn when first needed, since some runtimes have no randomness while a module loads. */
function keyOfProcess(): Uint8Array<ArrayBuffer> {
  drawn ??= crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return drawn;
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param secret not empty; absent = a key of this process, so that digests of two processes never match */
export async function createDigester(secret?: string): Promise<Digester> {
  const bytes = secret === undefined ? keyOfProcess() : encoder.encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
  return async (text) => `hmac-sha256:${hexOf(await crypto.subtle.sign("HMAC", key, encoder.encode(text)))}`;
}
