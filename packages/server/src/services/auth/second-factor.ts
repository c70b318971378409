import { randomBytes } from "node:crypto";
import { invalid, type SignalboxError } from "@signalbox/contracts";
import type { Repositories, SecondFactor } from "@signalbox/storage";
import type { TOTP } from "otpauth";
import type { ServiceContext } from "../../context/service-context.ts";
import { codeThrottle } from "./sign-in-throttle.ts";
import { hashSecret } from "./signed-link.ts";

// The question after the password. Attempts are counted by person, whatever address they come from: only those who know
// the password get here, so nobody else can use up a person's attempts.

// Codes that change every 30 seconds (RFC 6238), in the form that every authenticator app knows: SHA-1, six digits.
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

interface ShownSecret {
  readonly uri: string;
  /** An SVG document. */
  readonly qr: string;
}

/** The QR code and the text from which an app reads the secret. @param label whose it is */
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

// For the day the app is gone. 80 random bits each, so a plain digest is enough to keep them.
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

const SIX_DIGITS = /^\d{6}$/;

/** The means that proved the second factor. */
export type SecondProof = "code" | "recovery code";

interface CodeAttempt {
  readonly repositories: Pick<Repositories, "secondFactors">;
  readonly userId: string;
  readonly code: string | undefined;
}

const missing = (): SignalboxError =>
  invalid(
    [
      {
        location: "body.code",
        message: "This person signs in with a second factor.",
        fix: "Send the six digits of the authenticator app, or a recovery code.",
      },
    ],
    "unauthenticated",
  );

/** A 401 would make a page believe that its session has ended; at sign-in there is none yet. */
export const wrongCode = (code: "unauthenticated" | "forbidden"): SignalboxError =>
  invalid(
    [
      {
        location: "body.code",
        message: "The code is wrong, or was used already.",
        fix: "Wait for the next one of the app, or use a recovery code.",
      },
    ],
    code,
  );

/** Uses the code up. */
async function useCode(
  context: ServiceContext,
  { secret }: SecondFactor,
  attempt: CodeAttempt & { readonly code: string },
): Promise<SecondProof | undefined> {
  const { repositories, userId } = attempt;
  const code = attempt.code.replaceAll(/\s/g, "");
  if (!SIX_DIGITS.test(code)) {
    const codeHash = hashRecoveryCode(code);
    const isKnown = await repositories.secondFactors.useRecoveryCode({ userId, codeHash });
    return isKnown ? "recovery code" : undefined;
  }
  const step = await stepOfCode(secret, code, context.clock.nowMs());
  const isFresh = step !== undefined && (await repositories.secondFactors.useStep({ userId, step }));
  return isFresh ? "code" : undefined;
}

/** Checks the code of a person who has a second factor. @throws SignalboxError rate_limited, or as `fault` says */
export async function proveSecondFactor(
  context: ServiceContext,
  factor: SecondFactor,
  attempt: CodeAttempt & { readonly code: string; readonly fault: "unauthenticated" | "forbidden" },
): Promise<SecondProof> {
  const counted = { email: attempt.userId, address: attempt.userId };
  const throttle = codeThrottle(context);
  throttle.begin(counted);
  const proof = await useCode(context, factor, attempt);
  if (proof === undefined) throw wrongCode(attempt.fault);
  throttle.succeed(counted);
  return proof;
}

/** At sign-in. Undefined for people without a second factor. @throws SignalboxError unauthenticated, rate_limited */
export async function checkSecondFactor(
  context: ServiceContext,
  attempt: CodeAttempt,
): Promise<SecondProof | undefined> {
  const { repositories, userId, code } = attempt;
  const factor = await repositories.secondFactors.find(userId);
  if (factor === undefined || factor.confirmedAtMs === null) return undefined;
  if (code === undefined) throw missing();
  return proveSecondFactor(context, factor, { repositories, userId, code, fault: "unauthenticated" });
}
