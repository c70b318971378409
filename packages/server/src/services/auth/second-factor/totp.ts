// Codes that change every 30 seconds (RFC 6238), in the form that every authenticator app knows: SHA-1, six digits.
import type { TOTP } from "otpauth";

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Clocks of phones and of people who type differ: the code before and the one after are accepted too. */
const WINDOW = 1;

/** Loaded at the first use: most starts of the service need none of it. */
const loadOtpauth = () => import("otpauth");

async function totpOf(secret: string, label: string): Promise<TOTP> {
  const { Secret, TOTP } = await loadOtpauth();
  return new TOTP({ issuer: "Signalbox", label, secret: Secret.fromBase32(secret), period: PERIOD_S });
}

/** 160 random bits in base32. */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await loadOtpauth();
  return new Secret({ size: SECRET_BYTES }).base32;
}

export interface ShownSecret {
  readonly uri: string;
  /** An SVG document. */
  readonly qr: string;
}

/** What an app reads the secret from. @param label whose it is */
export async function showTotpSecret(secret: string, label: string): Promise<ShownSecret> {
  const { renderSVG } = await import("uqr");
  const uri = (await totpOf(secret, label)).toString();
  return { uri, qr: renderSVG(uri, { ecc: "M", pixelSize: 4 }) };
}

/** The period that the code belongs to; undefined for a wrong code. */
export async function stepOfCode(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  const totp = await totpOf(secret, "");
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
