// Refused bodies of one account are answered one after the other. Reading each keeps the thread for some milliseconds, so that a
// client that sends the next one as soon as it is answered would be felt by everybody, on however many connections it sends.
import { performance } from "node:perf_hooks";

/** Between two answers of one account. @unit milliseconds */
const BETWEEN_MS = 1_000;
/** An account whose refusals wait for longer is not read at all. @unit milliseconds */
const WAIT_MS_MAX = 4_000;
/** Smaller bodies that people get wrong are answered immediately. @unit bytes */
export const PAUSED_FROM = 16_384;

export interface Refusals {
  /** Whether a further large body of the account is to be refused before it is read. */
  isLong(owner: string): boolean;
  /** Calls back when the account's turn has come: a second after its last, or after now. */
  after(owner: string, answer: () => void): void;
}

export function createRefusals(now: () => number = () => performance.now()): Refusals {
  /** When the last answer of an account leaves, of those accounts that wait. @unit milliseconds */
  const lastMs = new Map<string, number>();
  return {
    isLong: (owner) => (lastMs.get(owner) ?? 0) - now() > WAIT_MS_MAX,
    after: (owner, answer) => {
      const startedMs = now();
      const atMs = Math.max(startedMs, lastMs.get(owner) ?? 0) + BETWEEN_MS;
      lastMs.set(owner, atMs);
      setTimeout(() => {
        if (lastMs.get(owner) === atMs) lastMs.delete(owner);
        answer();
      }, atMs - startedMs);
    },
  };
}
