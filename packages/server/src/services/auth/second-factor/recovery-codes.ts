// For the day the app is gone. 80 random bits each, so a plain digest is enough to keep them.
import { randomBytes } from "node:crypto";

import { hashSecret } from "../secret.ts";

const CODES = 10;
const CODE_CHARS = 16;
/** No 0 and o, no 1 and l: people copy these by hand. 32 characters, so that each byte's remainder is even. */
const ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz";

function createCode(): string {
  const characters = Array.from(randomBytes(CODE_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]);
  return characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

export const createRecoveryCodes = (): readonly string[] => Array.from({ length: CODES }, createCode);

/** Without regard to case, dashes and spaces. */
export const hashRecoveryCode = (code: string): string =>
  hashSecret(code.toLowerCase().replaceAll(/[\s-]/g, ""));
