// Debts for what large bodies took of the thread. Reading one keeps the thread for some milliseconds, so that a client that sends the
// next one as soon as it is answered would slow everybody, on however many connections. The answer leaves immediately; the debtor's next
// large body is not read until its debt has passed, and then one at a time.
import { performance } from "node:perf_hooks";

import type { Principal } from "../context/principal.ts";
import type { Held } from "./admission.ts";

/** Caps refused bodies of one debtor at half a percent of the thread. */
const OWED_PER_MS = 200;
/** Receiving and answering a body takes the thread too, unmeasured. @unit milliseconds */
const RECEIVING_MS = 1;
/** The same, and what an honest body of that size may take to be read. @unit milliseconds */
const RECEIVING_MS_PER_MIB = 2;
/** Caps what accepted bodies take beyond an honest body's time at two percent of the thread. */
const OWED_PER_MS_TAKEN = 50;
/** @unit milliseconds */
const TAKEN_MS_FREE = 2;
/** @unit milliseconds */
const OWED_MS_MAX = 2_000;
/** Further bodies of the debtor are refused before they are read. */
const WAITING_MAX = 4;
/** Keys of one account that owe apart; those that come after them owe together, so that more keys take no more of the thread. */
const KEYS_APART = 4;
/** Smaller bodies cost nothing worth counting. @unit bytes */
export const OWED_FROM = 16_384;
const MIB = 1_048_576;

type Debtor = Pick<Principal, "kind" | "accountId"> & { readonly keyId?: string };

interface Debt {
  readonly accountId: string;
  /** @unit milliseconds */
  endsMs: number;
  readonly waiting: (() => void)[];
  /** A body is read, or a timer runs. */
  isBusy: boolean;
}

const receivingMs = (bytes: number): number => (RECEIVING_MS_PER_MIB * bytes) / MIB;

export class Debts {
  readonly #now: () => number;
  readonly #debts = new Map<string, Debt>();

  /** @param now @unit milliseconds, monotonic */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param spentMs of the processor; not measured, it is owed for in full */
  oweRefused(debtor: Debtor, bytes: number, spentMs = OWED_MS_MAX): void {
    this.#owe(debtor, (spentMs + RECEIVING_MS + receivingMs(bytes)) * OWED_PER_MS);
  }

  /** For an accepted body beside which others ask. @param spentMs of the processor, for reading it and for the decision */
  oweTaken(debtor: Debtor, bytes: number, spentMs: number): void {
    const overMs = spentMs - TAKEN_MS_FREE - receivingMs(bytes);
    if (overMs > 0) this.#owe(debtor, overMs * OWED_PER_MS_TAKEN);
  }

  /**
   * Calls back when a large body of the debtor may be read.
   * @param held the next body is read when this request is over
   * @returns false, and never calls back, where too many wait already
   */
  settle(debtor: Debtor, held: Held, read: () => void): boolean {
    const name = this.#nameOf(debtor);
    const debt = this.#debts.get(name);
    if (debt === undefined) {
      read();
      return true;
    }
    if (debt.waiting.length >= WAITING_MAX) return false;
    debt.waiting.push(() => {
      held.add(() => this.#goOn(name, debt, false));
      read();
    });
    this.#goOn(name, debt);
    return true;
  }

  #nameOf({ accountId, keyId }: Debtor): string {
    const own = `${accountId} ${keyId}`;
    if (keyId === undefined || this.#debts.has(own)) return keyId === undefined ? accountId : own;
    let owing = 0;
    for (const debt of this.#debts.values()) if (debt.accountId === accountId) owing += 1;
    return owing < KEYS_APART ? own : accountId;
  }

  #owe(debtor: Debtor, owedMs: number): void {
    const name = this.#nameOf(debtor);
    let debt = this.#debts.get(name);
    if (debt === undefined) {
      debt = { accountId: debtor.accountId, endsMs: 0, waiting: [], isBusy: false };
      this.#debts.set(name, debt);
    }
    debt.endsMs = Math.max(this.#now(), debt.endsMs) + Math.min(OWED_MS_MAX, owedMs);
    this.#goOn(name, debt);
  }

  #goOn(name: string, debt: Debt, isBusy = debt.isBusy): void {
    debt.isBusy = isBusy;
    if (isBusy) return;
    const leftMs = debt.endsMs - this.#now();
    if (leftMs > 0) {
      debt.isBusy = true;
      setTimeout(() => this.#goOn(name, debt, false), leftMs).unref();
      return;
    }
    const read = debt.waiting.shift();
    debt.isBusy = read !== undefined;
    if (read === undefined) this.#debts.delete(name);
    else read();
  }
}
