// The answers that were known when the database went away. Caches are dropped whenever changes may have been missed; while the
// database cannot be asked, what they held until then answers for a configured time, and no longer.
import { createBoundedMap } from "@signalbox/engine/internals";
import { inTime, isUnavailable } from "@signalbox/storage";

/** Doubts that follow one another more closely belong together: the caches are dropped twice a second. @unit milliseconds */
const DOUBT_GAP_MS = 2_000;

export interface LastKnown<T> {
  /** Read from the database just now. */
  keep(id: string, value: T): void;
  /** It was changed or removed. */
  forget(id: string): void;
  /** A change of an account: what may belong to it goes. */
  forgetAll(): void;
  /** Changes may have been missed. */
  doubt(): void;
  /** Reads, or answers from memory where the database does not answer. */
  readOr(id: string, read: () => Promise<T>): T | Promise<T>;
}

export interface LastKnownOptions {
  readonly max: number;
  /** How long memory answers; 0 = never. @unit milliseconds */
  readonly awayMs: number;
  /** The database is known to be away: it is not even asked. */
  readonly isAway: () => boolean;
}

interface Entry<T> {
  readonly value: T;
  readonly keptMs: number;
}

export function createLastKnown<T>({ max, awayMs, isAway }: LastKnownOptions): LastKnown<T> {
  const entries = createBoundedMap<Entry<T>>(max);
  let doubtedSinceMs = -Infinity;
  let doubtedLastMs = -Infinity;
  let trustedFromMs = -Infinity;
  const find = (id: string): Entry<T> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    // A database that comes and goes is doubted without end; what was read from it in between was true then. What is older than an
    // earlier time of doubts was true when it was read.
    const trueAtMs = Math.max(entry.keptMs < trustedFromMs ? 0 : doubtedSinceMs, entry.keptMs);
    return performance.now() - trueAtMs > awayMs ? undefined : entry;
  };
  return {
    keep: (id, value) => {
      if (awayMs > 0) entries.set(id, { value, keptMs: performance.now() });
    },
    forget: (id) => {
      entries.delete(id);
    },
    forgetAll: () => {
      entries.clear();
    },
    doubt: () => {
      const nowMs = performance.now();
      if (nowMs - doubtedLastMs > DOUBT_GAP_MS) {
        trustedFromMs = doubtedLastMs;
        doubtedSinceMs = nowMs;
      }
      doubtedLastMs = nowMs;
    },
    readOr: (id, read) => {
      const known = find(id);
      if (known === undefined) return read();
      if (isAway()) return known.value;
      return inTime(read()).catch((error: unknown) => {
        if (isUnavailable(error)) return known.value;
        throw error;
      });
    },
  };
}
