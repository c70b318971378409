import { createBoundedMap, type BoundedMap } from "@signalbox/engine/internals";

import type { Clock } from "../../context/clock.ts";

const HOUR_MS = 3_600_000;

interface Spent {
  readonly hour: number;
  entries: number;
}

/** So many entries an hour for each owner, and a count of what did not fit. */
export class HourlyBudget {
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

  /** What was left out since it was last asked. */
  collect(owner: string): number {
    const count = this.#leftOut.get(owner) ?? 0;
    if (count > 0) this.#leftOut.delete(owner);
    return count;
  }
}
