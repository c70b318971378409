/** Gives back all but `left`. After everything was given back, further calls do nothing. */
type GiveBack = (left?: number) => void;

interface Holdings {
  /** Undefined where the owner would hold more than it may. An owner that holds nothing gets any amount. */
  take(owner: string, amount?: number): GiveBack | undefined;
}

/**
 * Bounds how much each owner holds: an address of permits, an account of requests or bytes.
 * @param maxOf the bound of one owner when `owners` hold something
 */
export function createHoldings(maxOf: (owners: number) => number): Holdings {
  const held = new Map<string, number>();
  return {
    take: (owner, amount = 1) => {
      const before = held.get(owner) ?? 0;
      if (before > 0 && before + amount > maxOf(held.size)) return undefined;
      let own = 0;
      const set = (next: number): void => {
        const sum = (held.get(owner) ?? 0) + next - own;
        own = next;
        if (sum > 0) held.set(owner, sum);
        else held.delete(owner);
      };
      set(amount);
      return (left = 0) => {
        if (own > 0) set(left);
      };
    },
  };
}
