// Orders the requests of accounts when more is asked than can be worked on: the account that was served least lately is next, so that a
// crowd of one account's requests waits for itself. Where the event loop is watched, an account over its share also waits while the loop
// is busy although a place is free: what others have in flight feels the cost of each further request.
import { performance } from "node:perf_hooks";

import { every, type Periodic } from "@signalbox/contracts";

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
  /** Share of the time since the last call that the event loop was busy. Absent = no account is held back. */
  readonly busy?: () => number;
  /** @unit milliseconds, monotonic */
  readonly now?: () => number;
  readonly onFault?: (cause: unknown) => void;
}

/** More accounts than these share no further: each may always have a few requests waiting. */
const WAIT_SHARES_MAX = 5;
const JOINS_FOR = 1 / 3;
/** Time in which the service given to an account fades by a factor of e. @unit milliseconds */
const MEMORY_MS = 400;
const LOOK_MS = 25;
const RELEASE_MS = 2;
/** Share of its time that the event loop may be busy before any account is held back. */
const BUSY_MAX = 0.85;
const [TIGHTER, WIDER] = [0.75, 1.15];
/** Looks at a busy loop before any account is held back: a stall is one of them, and working off what came meanwhile two. */
const BUSY_LOOKS = 4;
/** An account that was served less lately is forgotten. @unit costs */
const FORGOTTEN_BELOW = 0.05;
/** Lead that an account may have: one request. @unit costs */
const AHEAD = 1;

interface Waiting {
  readonly cost: number;
  readonly sinceMs: number;
  readonly begin: () => void;
}

interface Owner {
  /** @unit costs, fading */
  served: number;
  /** Service that it gave up by being idle: idle accounts save nothing up. @unit costs, fading */
  missed: number;
  /** In the order of arrival. */
  readonly queue: Set<Waiting>;
  /** The moment from which some of it waited. @unit milliseconds */
  queuedSinceMs: number;
  /** The last moment at which one waited for too long. @unit milliseconds */
  lateMs: number;
}

const placeOf = ({ served, missed }: Owner): number => served + missed;
const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;

export class Turns {
  readonly #options: TurnOptions;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  /** Accounts of which requests wait, in the order in which they began to. */
  readonly #queued = new Set<Owner>();
  #working = 0;
  #waiting = 0;
  /** Service given to all accounts together. @unit costs, fading */
  #served = 0;
  /** How many times an equal share one account may take of a busy loop. */
  #shares = 1;
  #lookedMs: number;
  #busyLooks = 0;
  #timer: Periodic | undefined;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#lookedMs = this.#now();
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether no other account was served within the last seconds, or waits. */
  isAlone(name: string): boolean {
    this.#look();
    return this.#owners.size <= Number(this.#owners.has(name));
  }

  /** Whether one more request of this account would wait behind too many for too long; if so, it counts as late. */
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
    this.#look();
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
      const least = this.#nextOwner();
      if (least !== undefined) owner.missed = Math.max(owner.missed, placeOf(least) - owner.served);
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
      this.#served += one.cost;
      this.#working += 1;
      one.begin();
    }
    this.#watchWaiting();
  }

  /** The account that was served least, of those that are not held back. */
  #nextOwner(): Owner | undefined {
    let least: Owner | undefined;
    for (const owner of this.#queued)
      if ((least === undefined || placeOf(owner) < placeOf(least)) && !this.#isAhead(owner)) least = owner;
    return least;
  }

  /** Accounts that are held back go on once others have caught up, which no end of a turn announces. */
  #watchWaiting(): void {
    const { busy, onFault = () => {} } = this.#options;
    if (busy !== undefined && this.#waiting > 0) {
      const release = (): void => {
        this.#look();
        this.#advance();
      };
      this.#timer ??= every(RELEASE_MS, release, onFault);
      return;
    }
    void this.#timer?.stop();
    this.#timer = undefined;
  }

  #isAhead({ served }: Owner): boolean {
    return (
      this.#options.busy !== undefined && served > (this.#shares * this.#served) / this.#owners.size + AHEAD
    );
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    const owner: Owner = { served: 0, missed: 0, queue: new Set(), queuedSinceMs: 0, lateMs: -Infinity };
    this.#owners.set(name, owner);
    // No account is ahead of as many equal shares as there are accounts: one that was alone until now starts with all of them.
    if (this.#shares === this.#owners.size - 1) this.#shares = this.#owners.size;
    return owner;
  }

  #look(): void {
    const sinceMs = this.#now() - this.#lookedMs;
    if (sinceMs < LOOK_MS) return;
    this.#lookedMs += sinceMs;
    const fading = Math.exp(-sinceMs / MEMORY_MS);
    this.#served = 0;
    for (const [name, owner] of this.#owners) {
      owner.served *= fading;
      owner.missed *= fading;
      this.#served += owner.served;
      if (owner.served < FORGOTTEN_BELOW && owner.queue.size === 0) this.#owners.delete(name);
    }
    this.#busyLooks = (this.#options.busy?.() ?? 0) > BUSY_MAX ? this.#busyLooks + 1 : 0;
    const factor = this.#busyLooks >= BUSY_LOOKS ? TIGHTER : this.#busyLooks > 0 ? 1 : WIDER;
    this.#shares = Math.max(1, Math.min(this.#owners.size, this.#shares * factor));
  }
}

/** @returns the share of the time since the last call that the event loop of this thread was busy */
export function watchLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}
