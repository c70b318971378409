// Holds back an account that takes more than its share of a busy service. Turns alone let a crowd in whenever nobody else waits,
// which is often: the others' decisions are being committed then, and feel what the crowd costs. While the event loop has time
// to spare, nobody is held back. When it has not, an account over its share waits until the others have caught up; the share
// grows again as time becomes free, so that the loop stays busy all the same.
import { performance } from "node:perf_hooks";

import type { EndTurn, FairTurns } from "./fair-turns.ts";

/** Time in which the service given to an account fades by a factor of e. @unit milliseconds */
const MEMORY_MS = 400;
/** How often the loop is looked at. @unit milliseconds */
const LOOK_MS = 25;
/** @unit milliseconds */
const RELEASE_MS = 2;
/** Share of its time that the event loop may be busy before anybody is held back. */
const BUSY_MAX = 0.85;
const TIGHTER = 0.75;
const WIDER = 1.15;
/** An account that was served less lately is forgotten. @unit costs */
const FORGOTTEN_BELOW = 0.05;
/** Lead that an account may have: one request. @unit costs */
const AHEAD = 1;

interface Owner {
  /** @unit costs, fading */
  served: number;
  /** Each call begins one request's turn; in the order of arrival. */
  readonly held: Set<() => void>;
}

/** The view of the event loop that moderation needs. */
export interface LoopWatch {
  /** @unit milliseconds, monotonic */
  now(): number;
  /** Share of the time since the last call that the loop was busy. */
  busy(): number;
}

function watchLoop(): LoopWatch {
  let last = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    busy: () => {
      const current = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(current, last);
      last = current;
      return utilization;
    },
  };
}

class ModeratedTurns implements FairTurns {
  readonly #turns: FairTurns;
  readonly #watch: LoopWatch;
  readonly #owners = new Map<string, Owner>();
  /** Service given to all owners together. @unit costs, fading */
  #served = 0;
  #held = 0;
  #lookedMs: number;
  /** How many times an equal share one account may take. */
  #shares = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(turns: FairTurns, watch: LoopWatch) {
    this.#turns = turns;
    this.#watch = watch;
    this.#lookedMs = watch.now();
  }

  get working(): number {
    return this.#turns.working;
  }

  get waiting(): number {
    return this.#turns.waiting + this.#held;
  }

  take(name: string, cost: number, start: () => void): EndTurn {
    this.#look();
    const owner = this.#ownerOf(name);
    let end: EndTurn | undefined;
    const begin = (): void => {
      owner.served += cost;
      this.#served += cost;
      end = this.#turns.take(name, cost, start);
    };
    if (owner.held.size === 0 && !this.#isAhead(owner)) begin();
    else this.#hold(owner, begin);
    return () => {
      if (owner.held.delete(begin)) this.#held -= 1;
      else end?.();
    };
  }

  #hold(owner: Owner, begin: () => void): void {
    owner.held.add(begin);
    this.#held += 1;
    this.#timer ??= setInterval(() => this.#release(), RELEASE_MS).unref();
  }

  #release(): void {
    this.#look();
    for (const owner of this.#owners.values())
      for (const begin of owner.held) {
        if (this.#isAhead(owner)) break;
        owner.held.delete(begin);
        this.#held -= 1;
        begin();
      }
    if (this.#held > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #isAhead({ served }: Owner): boolean {
    return served > (this.#shares * this.#served) / this.#owners.size + AHEAD;
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    const owner: Owner = { served: 0, held: new Set() };
    this.#owners.set(name, owner);
    // Nobody is ahead of as many equal shares as there are accounts: who was alone until now starts with all of them.
    if (this.#shares === this.#owners.size - 1) this.#shares = this.#owners.size;
    return owner;
  }

  #look(): void {
    const sinceMs = this.#watch.now() - this.#lookedMs;
    if (sinceMs < LOOK_MS) return;
    this.#lookedMs += sinceMs;
    this.#fade(Math.exp(-sinceMs / MEMORY_MS));
    const factor = this.#watch.busy() > BUSY_MAX ? TIGHTER : WIDER;
    this.#shares = Math.max(1, Math.min(this.#owners.size, this.#shares * factor));
  }

  #fade(factor: number): void {
    this.#served = 0;
    for (const [name, owner] of this.#owners) {
      owner.served *= factor;
      this.#served += owner.served;
      if (owner.served < FORGOTTEN_BELOW && owner.held.size === 0) this.#owners.delete(name);
    }
  }
}

/** @param watch of the loop that does the work */
export function moderate(turns: FairTurns, watch: LoopWatch = watchLoop()): FairTurns {
  return new ModeratedTurns(turns, watch);
}
