// Failed sign-ins, for the audit log of the account that the person belongs to. They are gathered in memory and written a moment
// later: the answer must not tell by its time whether the address exists, and a thousand attempts are one entry with a count.
// However many there are, an account and the installation get a bounded number of entries an hour; the rest is counted in the
// next one. Unknown addresses are written to the log only.
import { createBoundedMap, type BoundedMap } from "@signalbox/engine/internals";
import { SignalboxError } from "@signalbox/contracts";
import { emailKey } from "@signalbox/storage";
import type { Clock } from "../../context/clock.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { perContext } from "../per-context.ts";
import { changeAs } from "./change.ts";

const HOUR_MS = 3_600_000;

interface Spent {
  readonly hour: number;
  entries: number;
}

/** So many entries an hour for each owner, and a count of what did not fit. */
class HourlyBudget {
  readonly #clock: Clock;
  readonly #perHour: number;
  readonly #spent: BoundedMap<Spent>;
  readonly #leftOut: BoundedMap<number>;

  constructor(clock: Clock, limits: { readonly perHour: number; readonly ownersMax: number }) {
    this.#clock = clock;
    this.#perHour = limits.perHour;
    this.#spent = createBoundedMap(limits.ownersMax);
    this.#leftOut = createBoundedMap(limits.ownersMax);
  }

  /** Whether one more fits into this hour; it counts then. */
  take(owner: string): boolean {
    const hour = Math.floor(this.#clock.nowMs() / HOUR_MS);
    const before = this.#spent.get(owner);
    const spent = before?.hour === hour ? before : { hour, entries: 0 };
    if (spent.entries >= this.#perHour) return false;
    spent.entries += 1;
    this.#spent.set(owner, spent);
    return true;
  }

  leaveOut(owner: string, count: number): void {
    this.#leftOut.set(owner, (this.#leftOut.get(owner) ?? 0) + count);
  }

  /** Count of entries left out since it was last asked. */
  collect(owner: string): number {
    const count = this.#leftOut.get(owner) ?? 0;
    if (count > 0) this.#leftOut.delete(owner);
    return count;
  }
}

/** Different address, source and reason between two writings; more are counted alone. */
const PENDING_MAX = 1_000;
const ENTRIES_PER_ACCOUNT = 20;
const ENTRIES_PER_INSTALLATION = 200;
const ACCOUNTS_MAX = 10_000;

type Reason = "wrong_password" | "wrong_code" | "single_sign_on" | "throttled" | "refused";

export interface Attempt {
  /** The person who would sign in; empty while unknown. */
  email: string;
  readonly address: string;
  /** The reason to note when a sign-in is refused for want of proof; undefined when that is no failure. */
  readonly reasonOf: (fault: SignalboxError) => Reason | undefined;
}

interface Failures {
  readonly email: string;
  readonly address: string;
  readonly reason: Reason;
  attempts: number;
}

class Gathered {
  readonly pending = new Map<string, Failures>();
  readonly installation: HourlyBudget;
  readonly accounts: HourlyBudget;

  constructor(clock: Clock) {
    this.installation = new HourlyBudget(clock, { perHour: ENTRIES_PER_INSTALLATION, ownersMax: 1 });
    this.accounts = new HourlyBudget(clock, { perHour: ENTRIES_PER_ACCOUNT, ownersMax: ACCOUNTS_MAX });
  }

  add(failure: Omit<Failures, "attempts">): void {
    const key = JSON.stringify([emailKey(failure.email), failure.address, failure.reason]);
    const known = this.pending.get(key);
    if (known !== undefined) known.attempts += 1;
    else if (this.pending.size < PENDING_MAX) this.pending.set(key, { ...failure, attempts: 1 });
    else this.installation.leaveOut("", 1);
  }
}

const gatheredOf = perContext(({ clock }) => new Gathered(clock));

/** Undefined without a failure. */
function reasonOf(fault: unknown, attempt: Attempt): Reason | undefined {
  if (!(fault instanceof SignalboxError)) return undefined;
  if (fault.code === "rate_limited") return "throttled";
  if (fault.code === "forbidden") return "refused";
  return fault.code === "unauthenticated" ? attempt.reasonOf(fault) : undefined;
}

export async function notingFailure<T>(
  context: ServiceContext,
  attempt: Attempt,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (fault) {
    const reason = reasonOf(fault, attempt);
    const { email, address } = attempt;
    if (reason !== undefined && email.trim() !== "")
      gatheredOf(context).add({ email: email.trim(), address, reason });
    throw fault;
  }
}

/** Enough for the person to recognise it, and no address for a reader who does not know it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return at < 1 ? "***" : `${first}***${email.slice(at).slice(0, 100)}`;
}

async function accountOf({ storage }: ServiceContext, email: string) {
  const user = await storage.users.findByEmail(email);
  if (user === undefined) return undefined;
  const [first] = await storage.memberships.listByUser(user.id);
  return first && { userId: user.id, accountId: first.account.id };
}

async function write(context: ServiceContext, gathered: Gathered, failures: Failures): Promise<void> {
  const { email, address, reason, attempts } = failures;
  const known = await accountOf(context, email);
  const owner = known?.accountId ?? "";
  if (!gathered.installation.take("") || (known !== undefined && !gathered.accounts.take(owner))) {
    gathered.accounts.leaveOut(owner, attempts);
    return;
  }
  const leftOut =
    gathered.accounts.collect(owner) + (known === undefined ? gathered.installation.collect("") : 0);
  const details = { reason, email: maskEmail(email), attempts, ...(leftOut > 0 && { left_out: leftOut }) };
  if (known === undefined) {
    context.logger.warn({ ...details, address }, "failed sign-ins with an address that nobody has");
    return;
  }
  const actor = { kind: "system", id: null, name: "sign-in" } as const;
  await changeAs(context, { accountId: owner, actor, address }, ({ note }) =>
    note({ action: "user.sign_in_failed", targetId: known.userId, details }),
  );
}

/** Writes what has gathered. Of an attempt that a kill cut off, nothing is left. */
export async function writeFailedSignIns(context: ServiceContext): Promise<void> {
  const gathered = gatheredOf(context);
  const failures = Array.from(gathered.pending.values());
  gathered.pending.clear();
  for (const each of failures) await write(context, gathered, each);
}
