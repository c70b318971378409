// How long a decision may wait for its turn. A crowd that asks for more than can be decided would otherwise have as much
// waiting as it may have in flight, so that whatever is served at last has waited for all of that. By the age of what waits
// longest the limit holds at any pace, without an estimate of it: newcomers are turned away before their body is read while
// somebody of their account has waited for half the limit, and what has waited for all of it when its turn comes is
// turned away then. A few may always wait: on a slow machine they are what an ordinary caller has in flight.

/** Decisions of one account that may wait for as long as it takes. */
const ALWAYS_MAY_WAIT = 64;

/** One decision's place; `leave` when it has its turn or is given up, once or more often. */
export interface Place {
  /** Whether it has waited for too long. */
  isLate(): boolean;
  leave(): void;
}

export interface BoundedWaits {
  /** Whether one more of this account would wait for too long. */
  isLong(owner: string): boolean;
  join(owner: string): Place;
}

/** In the order of arrival. */
type Waiting = Set<{ readonly sinceMs: number }>;

/** @param now @unit milliseconds, monotonic */
export function createBoundedWaits(waitMsMax: number, now = (): number => performance.now()): BoundedWaits {
  const owners = new Map<string, Waiting>();
  const waitingOf = (owner: string): Waiting => {
    const known = owners.get(owner);
    if (known !== undefined) return known;
    const waiting: Waiting = new Set();
    owners.set(owner, waiting);
    return waiting;
  };
  return {
    isLong: (owner) => {
      const waiting = owners.get(owner);
      if (waiting === undefined || waiting.size < ALWAYS_MAY_WAIT) return false;
      const [first] = waiting;
      return first !== undefined && now() - first.sinceMs > waitMsMax / 2;
    },
    join: (owner) => {
      const waiting = waitingOf(owner);
      const place = { sinceMs: now() };
      waiting.add(place);
      return {
        isLate: () => waiting.size > ALWAYS_MAY_WAIT && now() - place.sinceMs > waitMsMax,
        leave: () => {
          if (waiting.delete(place) && waiting.size === 0) owners.delete(owner);
        },
      };
    },
  };
}
