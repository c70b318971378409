// Orders the requests of accounts when more is asked than can be worked on: the account that was served least lately is next, so that a
// crowd of one account's requests waits for itself.
/** Ends the work, or the wait for it; calling it again does nothing. */
export type EndTurn = () => void;

interface Wait {
  readonly count: number;
  /** @unit milliseconds */
  readonly ms: number;
  /** @unit milliseconds */
  readonly burstMs: number;
}

interface TurnOptions {
  /** Requests worked on together. */
  readonly max: number;
  /**
   * Bounds the wait of an account that has waited for `burstMs` without a pause: beyond `count` requests none waits longer than `ms`,
   * and no further one joins once the first has waited a third of that. The accounts that wait share both; one that is alone, and
   * delays itself only, waits up to `burstMs`. Absent = no bound.
   */
  readonly wait?: Wait;
  /** @unit milliseconds, monotonic */
  readonly now?: () => number;
}

/** More accounts than these share no further: each may always have a few requests waiting. */
const WAIT_SHARES_MAX = 5;
const JOINS_FOR = 1 / 3;
/** Time in which the service given to an account fades by a factor of e. @unit milliseconds */
const MEMORY_MS = 400;
const FADING_MS = 25;
/** An account that was served less lately is forgotten. @unit costs */
const FORGOTTEN_BELOW = 0.05;

interface Waiting {
  readonly cost: number;
  readonly sinceMs: number;
  readonly begin: () => void;
}

interface Owner {
  /** @unit costs, fading */
  served: number;
  /** In the order of arrival. */
  readonly queue: Set<Waiting>;
  /** The moment from which some of it waited. @unit milliseconds */
  queuedSinceMs: number;
  /** The last moment at which one waited for too long. @unit milliseconds */
  lateMs: number;
}

const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;

export class Turns {
  readonly #options: TurnOptions;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  /** Accounts of which requests wait, in the order in which they began to. */
  readonly #queued = new Set<Owner>();
  #working = 0;
  #waiting = 0;
  #fadedMs: number;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#fadedMs = this.#now();
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether no other account was served within the last seconds, or waits. */
  isAlone(name: string): boolean {
    this.#fade();
    return this.#owners.size <= Number(this.#owners.has(name));
  }

  /** Whether one more request of this account would wait behind too many for too long. */
  isLong(name: string): boolean {
    const owner = this.#owners.get(name);
    return (
      owner !== undefined && this.#hasWaited(owner, firstOf(owner.queue)?.sinceMs ?? Infinity, JOINS_FOR)
    );
  }

  #hasWaited(owner: Owner, sinceMs: number, part = 1): boolean {
    const { wait } = this.#options;
    if (wait === undefined) return false;
    const { count, burstMs } = wait;
    const nowMs = this.#now();
    if (nowMs - owner.queuedSinceMs < burstMs && nowMs - owner.lateMs > burstMs) return false;
    const shares = Math.min(WAIT_SHARES_MAX, Math.max(1, this.#queued.size));
    const ms = this.#owners.size > 1 ? wait.ms / shares : burstMs;
    if (owner.queue.size < count / shares || nowMs - sinceMs <= part * ms) return false;
    owner.lateMs = nowMs;
    return true;
  }

  /**
   * Calls `start` now, or when it is this account's turn.
   * @param cost of this request relative to others, 1 or more
   */
  take(name: string, cost: number, start: (isLate: boolean) => void): EndTurn {
    this.#fade();
    const owner = this.#ownerOf(name);
    let state: "waits" | "works" | "over" = "waits";
    const sinceMs = this.#now();
    const one: Waiting = {
      cost,
      sinceMs,
      begin: () => {
        state = "works";
        start(this.#hasWaited(owner, sinceMs));
      },
    };
    this.#join(owner, one);
    this.#advance();
    return () => {
      const before = state;
      state = "over";
      if (before === "waits") this.#leave(owner, one);
      if (before !== "works") return;
      this.#working -= 1;
      this.#advance();
    };
  }

  #join(owner: Owner, one: Waiting): void {
    if (owner.queue.size === 0) {
      // An idle account has saved nothing up: it starts where those who wait are.
      owner.served = Math.max(owner.served, this.#nextOwner()?.served ?? 0);
      owner.queuedSinceMs = one.sinceMs;
      this.#queued.add(owner);
    }
    owner.queue.add(one);
    this.#waiting += 1;
  }

  #leave(owner: Owner, one: Waiting): void {
    if (!owner.queue.delete(one)) return;
    this.#waiting -= 1;
    if (owner.queue.size === 0) this.#queued.delete(owner);
  }

  #advance(): void {
    while (this.#waiting > 0 && this.#working < this.#options.max) {
      const owner = this.#nextOwner();
      const one = owner && firstOf(owner.queue);
      if (owner === undefined || one === undefined) break;
      this.#leave(owner, one);
      owner.served += one.cost;
      this.#working += 1;
      one.begin();
    }
  }

  #nextOwner(): Owner | undefined {
    let least: Owner | undefined;
    for (const owner of this.#queued) if (least === undefined || owner.served < least.served) least = owner;
    return least;
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    const owner: Owner = { served: 0, queue: new Set(), queuedSinceMs: 0, lateMs: -Infinity };
    this.#owners.set(name, owner);
    return owner;
  }

  #fade(): void {
    const sinceMs = this.#now() - this.#fadedMs;
    if (sinceMs < FADING_MS) return;
    this.#fadedMs += sinceMs;
    for (const [name, owner] of this.#owners) {
      owner.served *= Math.exp(-sinceMs / MEMORY_MS);
      if (owner.served < FORGOTTEN_BELOW && owner.queue.size === 0) this.#owners.delete(name);
    }
  }
}
