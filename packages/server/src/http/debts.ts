// The debt of an account for what its large bodies took of the thread. Reading one keeps the thread for some milliseconds, so that a
// client that sends the next one as soon as it is answered would be felt by everybody, on however many connections it sends. The
// answer itself leaves immediately; the account's next large body is not read until what it owes has passed, and then one at a time.
import { performance } from "node:perf_hooks";

import type { Principal } from "../context/principal.ts";
import type { Held } from "./held.ts";

/** So that refused bodies of one account take half a percent of the thread at most, which no 99th percentile shows. */
const OWED_PER_MS = 200;
/** Receiving and answering a body takes the thread too, where nobody can measure it. @unit milliseconds */
const RECEIVING_MS = 1;
/** The same, and what an honest body of that size may take to be read. @unit milliseconds */
const RECEIVING_MS_PER_MIB = 2;
/** A body that is taken is worth its price: two percent of the thread beyond what such a body takes at most. */
const OWED_PER_MS_TAKEN = 50;
/** A request that is taken may take so much, whatever its size. @unit milliseconds */
const TAKEN_MS_FREE = 2;
/** An account beside which nobody asked for so long is alone. @unit milliseconds */
const ALONE_MS = 1_000;
/** @unit milliseconds */
const OWED_MS_MAX = 2_000;
/** Further bodies of the account are refused before they are read. */
const WAITING_MAX = 4;
/** Smaller bodies that people get wrong cost nothing worth counting. @unit bytes */
export const OWED_FROM = 16_384;
const MIB = 1_048_576;

/** Debtor for a body: the key, so that one bad client slows no other key of its account. */
export const debtorOf = (principal: Principal): string =>
  principal.kind === "key" ? `${principal.accountId} ${principal.keyId}` : principal.accountId;

export interface Debts {
  /** Notes a request of any size: an account that is alone owes nothing for what is taken. */
  see(owner: string): void;
  /**
   * For a body that was refused.
   * @param spentMs of the processor; undefined where nobody measured it, which is owed for in full
   */
  oweRefused(owner: string, bytes: number, spentMs: number | undefined): void;
  /** For one that was taken. @param spentMs of the processor, for reading it and for the decision */
  oweTaken(owner: string, bytes: number, spentMs: number): void;
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

interface Seen {
  readonly owner: string;
  ms: number;
}

/** Remembers the account that asked last, and the one that asked last before it. */
function createCompany(now: () => number) {
  let last: Seen = { owner: "", ms: -Infinity };
  let other = last;
  return {
    see: (owner: string): void => {
      if (owner === last.owner) last.ms = now();
      else [other, last] = [last, { owner, ms: now() }];
    },
    isAlone: (owner: string): boolean => now() - (owner === last.owner ? other : last).ms > ALONE_MS,
  };
}

const receivingMs = (bytes: number): number => (RECEIVING_MS_PER_MIB * bytes) / MIB;

export function createDebts(now: () => number = () => performance.now()): Debts {
  const debts = new Map<string, Debt>();
  const company = createCompany(now);
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
  const owe = (owner: string, owedMs: number): void => {
    const debt = debts.get(owner) ?? { endsMs: 0, waiting: [], isReading: false, isTimed: false };
    debts.set(owner, debt);
    debt.endsMs = Math.max(now(), debt.endsMs) + Math.min(OWED_MS_MAX, owedMs);
    goOn(owner, debt);
  };
  return {
    see: company.see,
    oweRefused: (owner, bytes, spentMs = OWED_MS_MAX) =>
      owe(owner, (spentMs + RECEIVING_MS + receivingMs(bytes)) * OWED_PER_MS),
    oweTaken: (owner, bytes, spentMs) => {
      const overMs = spentMs - TAKEN_MS_FREE - receivingMs(bytes);
      if (overMs > 0 && !company.isAlone(owner)) owe(owner, overMs * OWED_PER_MS_TAKEN);
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
