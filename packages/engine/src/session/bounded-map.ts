/** A map that forgets its oldest entry when it is full; reading makes an entry young again. */
export interface BoundedMap<T> {
  readonly size: number;
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  clear(): void;
}

export function createBoundedMap<T>(max: number): BoundedMap<T> {
  const entries = new Map<string, T>();
  return {
    get size() {
      return entries.size;
    },
    get: (key) => {
      const value = entries.get(key);
      // While half of the room is free nothing is forgotten soon, so the order does not matter yet.
      if (value === undefined || entries.size * 2 < max) return value;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key, value) => {
      entries.delete(key);
      if (entries.size >= max) {
        const oldest = entries.keys().next();
        if (oldest.done !== true) entries.delete(oldest.value);
      }
      entries.set(key, value);
    },
    delete: (key) => {
      entries.delete(key);
    },
    clear: () => {
      entries.clear();
    },
  };
}
