// Who is worked on next when more is asked than can be worked on: accounts take turns, so that a crowd of one account's requests
// waits for itself. Start-time fair queueing: each waiting request has the time at which its account would have come to it, if
// all accounts were served at the same pace; the earliest is next. Where nobody waits, nothing is counted.
import { createEarliestFirst, type Placed } from "./earliest-first.ts";

/** Ends the work, or the wait for it; calling it again does nothing. */
export type EndTurn = () => void;

export interface FairTurns {
  readonly working: number;
  readonly waiting: number;
  /**
   * Calls `start` now, or when it is this owner's turn.
   * @param cost of this request relative to others, 1 or more
   */
  take(owner: string, cost: number, start: () => void): EndTurn;
}

interface Waiting extends Placed {
  readonly owner: Owner;
  readonly start: () => void;
  /** @unit costs served to each owner */
  readonly startsAt: number;
  /** Order of arrival: of two that would start at the same time, the one that came first is first. */
  readonly arrival: number;
}

interface Owner {
  waiting: number;
  endsAt: number;
}

/** Owners that wait for nothing are looked through when there are so many. */
const OWNERS_KEPT = 4_096;

function isBefore(left: Waiting, right: Waiting): boolean {
  return left.startsAt === right.startsAt ? left.arrival < right.arrival : left.startsAt < right.startsAt;
}

class FairQueue implements FairTurns {
  readonly #max: number;
  readonly #owners = new Map<string, Owner>();
  readonly #queue = createEarliestFirst(isBefore);
  #ownersKept = OWNERS_KEPT;
  #arrivals = 0;
  #working = 0;
  #waiting = 0;
  /** How far every owner that waits has come. */
  #served = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return this.#waiting;
  }

  take(name: string, cost: number, start: () => void): EndTurn {
    let isWorking = this.#working < this.#max && this.#waiting === 0;
    const begin = (): void => {
      isWorking = true;
      this.#working += 1;
      start();
    };
    const giveUp = isWorking ? undefined : this.#wait(name, cost, begin);
    if (isWorking) begin();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (isWorking) this.#end();
      else giveUp?.();
    };
  }

  #end(): void {
    this.#working -= 1;
    while (this.#working < this.#max) {
      const request = this.#queue.first();
      if (request === undefined) return;
      this.#served = Math.max(this.#served, request.startsAt);
      this.#leave(request);
      request.start();
    }
  }

  #wait(name: string, cost: number, start: () => void): () => void {
    const owner = this.#ownerOf(name);
    const startsAt = Math.max(this.#served, owner.endsAt);
    owner.endsAt = startsAt + cost;
    this.#arrivals += 1;
    const request: Waiting = { owner, start, startsAt, arrival: this.#arrivals, place: -1 };
    this.#queue.add(request);
    owner.waiting += 1;
    this.#waiting += 1;
    return () => this.#leave(request);
  }

  #leave(request: Waiting): void {
    if (!this.#queue.remove(request)) return;
    request.owner.waiting -= 1;
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#owners.clear();
    this.#served = 0;
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    if (this.#owners.size >= this.#ownersKept) this.#forgetIdle();
    const owner: Owner = { waiting: 0, endsAt: 0 };
    this.#owners.set(name, owner);
    return owner;
  }

  /** Looks again only once there are twice as many as stayed, so that no newcomer pays for all who wait. */
  #forgetIdle(): void {
    for (const [name, { waiting, endsAt }] of this.#owners)
      if (waiting === 0 && endsAt <= this.#served) this.#owners.delete(name);
    this.#ownersKept = Math.max(OWNERS_KEPT, 2 * this.#owners.size);
  }
}

/** @param max requests worked on together */
export function createFairTurns(max: number): FairTurns {
  return new FairQueue(max);
}
