// The debt of an account for bodies of its that were refused. Reading each keeps the thread for some milliseconds, so that a client
// that sends the next one as soon as it is answered would be felt by everybody, on however many connections it sends. The refusal
// itself leaves immediately; the account's next large body is not read until what it owes has passed, and then one at a time.
import { performance } from "node:perf_hooks";

import type { Held } from "./held.ts";

/** So that refused bodies of one account take half a percent of the thread at most, which no 99th percentile shows. */
const OWED_PER_MS = 200;
/** @unit milliseconds */
const OWED_MS_MAX = 2_000;
/** Further bodies of the account are refused before they are read. */
const WAITING_MAX = 4;
/** Smaller bodies that people get wrong cost nothing worth counting. @unit bytes */
export const OWED_FROM = 16_384;

export interface Refusals {
  /** @param spentMs of the processor; undefined where nobody measured it, which is owed for in full */
  owe(owner: string, spentMs: number | undefined): void;
  /**
   * Calls back when a large body of the account may be read.
   * @param held the next body is read when this request is over
   * @returns false, and never calls back, where too many wait already
   */
  settle(owner: string, held: Held, read: () => void): boolean;
}

interface Debt {
  /** @unit milliseconds */
  endsMs: number;
  readonly waiting: (() => void)[];
  isReading: boolean;
  isTimed: boolean;
}

export function createRefusals(now: () => number = () => performance.now()): Refusals {
  const debts = new Map<string, Debt>();
  const goOn = (owner: string, debt: Debt): void => {
    if (debt.isReading || debt.isTimed) return;
    const leftMs = debt.endsMs - now();
    if (leftMs > 0) {
      debt.isTimed = true;
      setTimeout(() => {
        debt.isTimed = false;
        goOn(owner, debt);
      }, leftMs).unref();
      return;
    }
    const read = debt.waiting.shift();
    if (read === undefined) debts.delete(owner);
    else read();
  };
  return {
    owe: (owner, spentMs) => {
      const debt = debts.get(owner) ?? { endsMs: 0, waiting: [], isReading: false, isTimed: false };
      debts.set(owner, debt);
      const owedMs = Math.min(OWED_MS_MAX, (spentMs ?? OWED_MS_MAX) * OWED_PER_MS);
      debt.endsMs = Math.max(now(), debt.endsMs) + owedMs;
      goOn(owner, debt);
    },
    settle: (owner, held, read) => {
      const debt = debts.get(owner);
      if (debt === undefined) {
        read();
        return true;
      }
      if (debt.waiting.length >= WAITING_MAX) return false;
      debt.waiting.push(() => {
        debt.isReading = true;
        held.add(() => {
          debt.isReading = false;
          goOn(owner, debt);
        });
        read();
      });
      goOn(owner, debt);
      return true;
    },
  };
}
