/** A map that forgets its oldest entry when it is full; reading makes an entry young again. */
export interface BoundedMap<T> {
  readonly size: number;
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  clear(): void;
}

/** For entries of very different sizes: all together weigh at most `max`, unless a single one weighs more. */
interface Weights<T> {
  readonly max: number;
  readonly of: (key: string, value: T) => number;
}

const WEIGHTLESS: Weights<unknown> = { max: Infinity, of: () => 0 };

export function createBoundedMap<T>(max: number, weights: Weights<T> = WEIGHTLESS): BoundedMap<T> {
  const entries = new Map<string, T>();
  let weight = 0;
  // One iterator is kept: a new one would walk over all places that were freed since the map last rebuilt its table. All
  // that it has passed is deleted, so its next key is the oldest. It holds on to the tables that the map has outgrown
  // meanwhile, so a new one takes its place after as many freed places as there are entries.
  let oldestFirst = entries.keys();
  let freed = 0;
  const free = (key: string): void => {
    if (!entries.delete(key) || ++freed <= entries.size) return;
    oldestFirst = entries.keys();
    freed = 0;
  };
  const forget = (key: string): void => {
    const value = entries.get(key);
    if (value !== undefined) weight -= weights.of(key, value);
    free(key);
  };
  const forgetOldest = (): void => {
    const oldest = oldestFirst.next();
    freed = 0;
    if (oldest.done !== true) forget(oldest.value);
  };
  return {
    get size() {
      return entries.size;
    },
    get: (key) => {
      const value = entries.get(key);
      // While half of the room is free nothing is forgotten soon, so the order does not matter yet.
      if (value === undefined || (entries.size * 2 < max && weight * 2 <= weights.max)) return value;
      free(key);
      entries.set(key, value);
      return value;
    },
    set: (key, value) => {
      forget(key);
      const own = weights.of(key, value);
      while (entries.size > 0 && (entries.size >= max || weight + own > weights.max)) {
        forgetOldest();
      }
      entries.set(key, value);
      weight += own;
    },
    delete: forget,
    clear: () => {
      entries.clear();
      oldestFirst = entries.keys();
      freed = 0;
      weight = 0;
    },
  };
}
