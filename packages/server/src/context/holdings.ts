// How much each owner holds of what is limited: an address of permits, an account of requests in flight.

interface Holdings {
  /** Counts one more and returns what gives it back, once; undefined where the owner holds as much as it may. */
  take(owner: string): (() => void) | undefined;
}

/** @param maxOf what one owner may hold when `owners` hold something, itself included */
export function createHoldings(maxOf: (owners: number) => number): Holdings {
  const held = new Map<string, number>();
  return {
    take: (owner) => {
      const before = held.get(owner) ?? 0;
      if (before >= maxOf(before === 0 ? held.size + 1 : held.size)) return undefined;
      held.set(owner, before + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (held.get(owner) ?? 1) - 1;
        if (left > 0) held.set(owner, left);
        else held.delete(owner);
      };
    },
  };
}
