// Counts failed attempts to sign in, and what a person or a mailbox asks for.
import { SignalboxError } from "@signalbox/contracts";
import { emailKey } from "@signalbox/storage";
import { addressGroup } from "../../context/networks.ts";
import type { Clock } from "../../context/clock.ts";
import { perContext } from "../per-context.ts";

const WINDOW_MS = 15 * 60 * 1000;
const ENTRIES_MAX = 50_000;
/** One address may fail this many times as often over all accounts: offices share an address. */
const ADDRESS_FACTOR = 10;

interface Failures {
  count: number;
  readonly startedAtMs: number;
}

interface SignInAttempt {
  readonly email: string;
  readonly address: string;
}

interface Window {
  /** The words for too many, where they are no failures. */
  readonly refusal?: string;
  readonly windowMs?: number;
}

export class SignInThrottle {
  readonly #clock: Clock;
  readonly #attemptsMax: number;
  readonly #refusal: string | undefined;
  readonly #windowMs: number;
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock, attemptsMax: number, { refusal, windowMs = WINDOW_MS }: Window = {}) {
    this.#clock = clock;
    this.#attemptsMax = attemptsMax;
    this.#refusal = refusal;
    this.#windowMs = windowMs;
  }

  /** @throws SignalboxError rate_limited, whether or not the account exists */
  assertAllowed(attempt: SignInAttempt): void {
    for (const [key, limit] of this.#limits(attempt)) {
      const failures = this.#find(key);
      if (failures !== undefined && failures.count >= limit) this.#refuse(failures);
    }
  }

  /** Counted before the password is checked, so that parallel attempts cannot slip past the limit together. */
  begin(attempt: SignInAttempt): void {
    this.assertAllowed(attempt);
    for (const [key] of this.#limits(attempt)) this.#count(key);
  }

  succeed(attempt: SignInAttempt): void {
    const [own, address] = this.#limits(attempt);
    if (own !== undefined) this.#failures.delete(own[0]);
    const shared = address === undefined ? undefined : this.#failures.get(address[0]);
    if (shared !== undefined) shared.count -= 1;
  }

  #limits(attempt: SignInAttempt): readonly (readonly [key: string, limit: number])[] {
    const address = addressGroup(attempt.address);
    return [
      [`${address} ${emailKey(attempt.email)}`, this.#attemptsMax],
      [address, this.#attemptsMax * ADDRESS_FACTOR],
    ];
  }

  #find(key: string): Failures | undefined {
    const failures = this.#failures.get(key);
    if (failures === undefined) return undefined;
    if (this.#clock.nowMs() - failures.startedAtMs < this.#windowMs) return failures;
    this.#failures.delete(key);
    return undefined;
  }

  #count(key: string): void {
    const known = this.#find(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    if (this.#failures.size >= ENTRIES_MAX) {
      const oldest = this.#failures.keys().next();
      if (oldest.done !== true) this.#failures.delete(oldest.value);
    }
    this.#failures.set(key, { count: 1, startedAtMs: this.#clock.nowMs() });
  }

  #refuse(failures: Failures): never {
    const leftMs = failures.startedAtMs + this.#windowMs - this.#clock.nowMs();
    const minutes = Math.ceil(leftMs / 60_000);
    const wait = `Wait ${minutes} minute${minutes === 1 ? "" : "s"}`;
    throw new SignalboxError(
      "rate_limited",
      this.#refusal === undefined
        ? `Too many failed attempts. ${wait}, or reset the password.`
        : `${this.#refusal} ${wait}.`,
      { retryAfterS: Math.ceil(leftMs / 1000) },
    );
  }
}

/** Failed sign-ins, wrong claim tokens and wrong invitation passwords. */
export const signInThrottle = perContext(
  ({ clock, config }) => new SignInThrottle(clock, config.accounts.signInAttemptsMax),
);

/** Codes of second factors, counted by person. */
export const codeThrottle = perContext(
  ({ clock, config }) => new SignInThrottle(clock, config.accounts.signInAttemptsMax),
);

const MAILS = { refusal: "Too many mails were asked for." };
const MAILS_MAX = 3;
/** To one address; an account has ten times as many. */
const MAILS_PER_DAY = 20;
const DAY_MS = 86_400_000;

/** Mails that a person asks for, counted by person and by mailbox. */
export const mailThrottle = perContext(({ clock }) => new SignInThrottle(clock, MAILS_MAX, MAILS));

/** Mails of an account in a day. */
export const dayThrottle = perContext(
  ({ clock }) => new SignInThrottle(clock, MAILS_PER_DAY, { ...MAILS, windowMs: DAY_MS }),
);

/** "anna+1@example.org" and "anna+2@example.org" mostly are one mailbox. */
export function toMailbox(email: string): SignInAttempt {
  const key = emailKey(email);
  const at = key.lastIndexOf("@");
  const mailbox = `${key.slice(0, at).split("+", 1)[0]}${key.slice(at)}`;
  return { email: mailbox, address: `mailbox ${mailbox}` };
}

/** Requests for reset links and new accounts: each counts, whether or not it succeeds. */
export const requestThrottle = perContext(
  ({ clock, config }) => new SignInThrottle(clock, config.accounts.signInAttemptsMax),
);
