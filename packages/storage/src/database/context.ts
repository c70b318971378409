// The context that every repository works with. A change and its notification commit together.
import type { Kysely, Transaction } from "kysely";

import type { Dialect } from "../interface/dialect.ts";
import type { Invalidation } from "../interface/storage-options.ts";
import { isWorthRepeating } from "./map-driver-errors.ts";
import type { Database } from "./schema.ts";

export interface Context {
  readonly dialect: Dialect;
  readonly db: Kysely<Database> | Transaction<Database>;
  /** Tells everybody once the surrounding transaction is committed. Only inside `transaction`. */
  readonly notify: (event: Invalidation) => void;
  /** Runs in the surrounding transaction, or opens one. `work` may be repeated after a deadlock. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

interface Announcer {
  /** Inside the transaction: leaves the events where other processes find them. */
  record(trx: Transaction<Database>, events: readonly Invalidation[]): Promise<void>;
  /** After the commit: tells this process. */
  emit(events: readonly Invalidation[]): void;
}

const ATTEMPTS_MAX = 4;

interface ContextOptions {
  readonly db: Kysely<Database>;
  readonly dialect: Dialect;
  readonly announcer: Announcer;
}

function insideContext(options: ContextOptions, trx: Transaction<Database>, events: Invalidation[]): Context {
  const context: Context = {
    dialect: options.dialect,
    db: trx,
    notify: (event) => void events.push(event),
    transaction: (work) => work(context),
  };
  return context;
}

async function runOnce<T>(options: ContextOptions, work: (context: Context) => Promise<T>): Promise<T> {
  const events: Invalidation[] = [];
  const result = await options.db.transaction().execute(async (trx) => {
    const value = await work(insideContext(options, trx, events));
    if (events.length > 0) await options.announcer.record(trx, events);
    return value;
  });
  options.announcer.emit(events);
  return result;
}

/** Again after a deadlock, which PostgreSQL resolves by failing one of the two. */
export async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isWorthRepeating(error)) throw error;
    }
  }
}

export function createContext(options: ContextOptions): Context {
  return {
    dialect: options.dialect,
    db: options.db,
    notify: (event) => options.announcer.emit([event]),
    transaction: (work) => repeatedly(() => runOnce(options, work)),
  };
}
