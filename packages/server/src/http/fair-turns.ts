// Who is worked on next when more is asked than can be worked on: accounts take turns, so that a crowd of one account's requests
// waits for itself. Start-time fair queueing: each waiting request has the time at which its account would have come to it, if
// all accounts were served at the same pace; the earliest is next. Where nobody waits, nothing is counted.

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

interface Waiting {
  readonly start: () => void;
  /** @unit costs served to each owner */
  readonly startsAt: number;
}

interface Owner {
  readonly queue: Set<Waiting>;
  endsAt: number;
}

/** Owners that wait for nothing are looked through when there are so many. */
const OWNERS_KEPT = 4_096;

class FairQueue implements FairTurns {
  readonly #max: number;
  readonly #owners = new Map<string, Owner>();
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
      const next = this.#findNext();
      if (next === undefined) return;
      const [owner, request] = next;
      this.#served = Math.max(this.#served, request.startsAt);
      this.#leave(owner, request);
      request.start();
    }
  }

  #wait(name: string, cost: number, start: () => void): () => void {
    const owner = this.#ownerOf(name);
    const startsAt = Math.max(this.#served, owner.endsAt);
    owner.endsAt = startsAt + cost;
    const request: Waiting = { start, startsAt };
    owner.queue.add(request);
    this.#waiting += 1;
    return () => this.#leave(owner, request);
  }

  #findNext(): readonly [Owner, Waiting] | undefined {
    let next: readonly [Owner, Waiting] | undefined;
    for (const owner of this.#owners.values()) {
      const [first] = owner.queue;
      if (first !== undefined && first.startsAt < (next?.[1].startsAt ?? Infinity)) next = [owner, first];
    }
    return next;
  }

  #leave(owner: Owner, request: Waiting): void {
    if (!owner.queue.delete(request)) return;
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#owners.clear();
    this.#served = 0;
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    if (this.#owners.size >= OWNERS_KEPT) this.#forgetIdle();
    const owner: Owner = { queue: new Set(), endsAt: 0 };
    this.#owners.set(name, owner);
    return owner;
  }

  #forgetIdle(): void {
    for (const [name, { queue, endsAt }] of this.#owners)
      if (queue.size === 0 && endsAt <= this.#served) this.#owners.delete(name);
  }
}

/** @param max requests worked on together */
export function createFairTurns(max: number): FairTurns {
  return new FairQueue(max);
}
