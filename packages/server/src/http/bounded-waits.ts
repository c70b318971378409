// How many decisions may wait for their turn, and for how long. A crowd that asks for more than can be decided would otherwise have
// as much waiting as it may have in flight, so that whatever is served at last has waited for all of that. By number the wait is
// short on a fast machine and bearable on a slow one, whatever the pace. A burst that is worked off soon is no crowd: newcomers
// are turned away, before their body is read, only where many have been waiting for a while. What has waited for the whole limit
// when its turn comes is turned away then.

/** One decision's place; `leave` when it has its turn or is given up, once or more often. */
export interface Place {
  /** Whether it has waited for too long. */
  isLate(): boolean;
  leave(): void;
}

export interface BoundedWaits {
  /** Whether one more of this account would wait behind too many. */
  isLong(owner: string): boolean;
  join(owner: string): Place;
}

interface WaitLimits {
  /** Decisions of one account that may wait for as long as it takes. */
  readonly decisionsWaitingMax: number;
  /** @unit milliseconds */
  readonly decisionWaitMs: number;
}

interface Owner {
  /** In the order of arrival. */
  readonly waiting: Set<{ readonly sinceMs: number }>;
  /** When less than half as many waited as may. */
  calmMs: number;
}

/** @param now @unit milliseconds, monotonic */
export function createBoundedWaits(
  { decisionsWaitingMax: max, decisionWaitMs }: WaitLimits,
  now = (): number => performance.now(),
): BoundedWaits {
  const owners = new Map<string, Owner>();
  const ownerOf = (name: string): Owner => {
    const known = owners.get(name);
    if (known !== undefined) return known;
    const owner: Owner = { waiting: new Set(), calmMs: now() };
    owners.set(name, owner);
    return owner;
  };
  return {
    isLong: (name) => {
      const owner = owners.get(name);
      if (owner === undefined || owner.waiting.size < max) return false;
      return now() - owner.calmMs > decisionWaitMs / 2;
    },
    join: (name) => {
      const owner = ownerOf(name);
      const { waiting } = owner;
      const place = { sinceMs: now() };
      if (waiting.size < max / 2) owner.calmMs = place.sinceMs;
      waiting.add(place);
      return {
        isLate: () => waiting.size > max && now() - place.sinceMs > decisionWaitMs,
        leave: () => {
          if (!waiting.delete(place)) return;
          if (waiting.size === 0) owners.delete(name);
          else if (waiting.size < max / 2) owner.calmMs = now();
        },
      };
    },
  };
}
