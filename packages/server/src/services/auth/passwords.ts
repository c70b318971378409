import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { invalid, SignalboxError } from "@signalbox/contracts";

interface PasswordChoice {
  readonly location: string;
  readonly password: string;
  readonly email: string;
  readonly charsMin: number;
}

/** Length is what counts; beyond it only the address itself and a single repeated character are refused. */
export function assertPassword({ location, password, email, charsMin }: PasswordChoice): void {
  const chars = Array.from(password);
  if (chars.length < charsMin)
    throw invalid([
      {
        location,
        message: `It is shorter than ${charsMin} characters.`,
        fix: "Choose a longer one, e.g. four words.",
      },
    ]);
  if (new Set(chars).size < 3 || password.toLowerCase() === email.toLowerCase())
    throw invalid([
      {
        location,
        message: "It is too easy to guess.",
        fix: "Choose one that is not the address and not one repeated character.",
      },
    ]);
}

// Password hashes: scrypt in a PHC-like string that carries its own parameters, so that they can grow over the years.
// Hashing runs in the thread pool and only a few at a time: a flood of sign-ins must not starve the rest of the service.
interface PasswordCost {
  /** log2 of scrypt's N. @range 15..20 */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 50 ms of one core. */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const CONCURRENT_MAX = 2;
const WAITING_MAX = 64;
const FORM =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,86})\$([A-Za-z0-9+/]{16,86})$/;

interface ParsedHash {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

let running = 0;
const waiting: (() => void)[] = [];

async function withPermit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT_MAX) {
    if (waiting.length >= WAITING_MAX)
      throw new SignalboxError("overloaded", "Too many sign-ins at the same time; repeat in a few seconds.", {
        retryAfterS: 5,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    // A permit is handed on rather than returned, so that the queue is served in order.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const n = 2 ** cost.logN;
  const options = { N: n, r: cost.r, p: cost.p, maxmem: 128 * n * cost.r * cost.p + 32 * 1024 * 1024 };
  return withPermit(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (fault, key) =>
          fault === null ? resolve(key) : reject(fault),
        );
      }),
  );
}

const encode = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

function parseHash(text: string): ParsedHash | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, logN, r, p, salt = "", hash = ""] = match;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

/** `$scrypt$ln=..,r=..,p=..$salt$hash`, base64 without padding. @source RFC 7914 */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(hash)}`;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one behind the hash. Without a hash (unknown email, account without a password) the
 * same work is done and the answer is false, so that the time tells nothing.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString("hex"));
  const known = stored === undefined ? undefined : parseHash(stored);
  const parsed = known ?? parseHash(await decoy);
  if (parsed === undefined) return false;
  const hash = await derive(password, parsed.salt, parsed.cost);
  return hash.length === parsed.hash.length && timingSafeEqual(hash, parsed.hash) && known !== undefined;
}

/** Whether the hash was made with less work than today's. */
export function needsRehash(stored: string, cost: PasswordCost = PASSWORD_COST): boolean {
  const parsed = parseHash(stored);
  return parsed === undefined || parsed.cost.logN < cost.logN || parsed.cost.r < cost.r;
}
