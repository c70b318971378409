// What every repository works with. A change and the word of it belong together: events leave with the commit.
import type { Kysely, Transaction } from "kysely";

import type { Invalidation } from "../interface/storage.ts";
import { isWorthRepeating } from "./database-errors.ts";
import type { Database } from "./schema.ts";

export type DialectName = "sqlite" | "postgres";

export interface Context {
  readonly dialect: DialectName;
  readonly db: Kysely<Database> | Transaction<Database>;
  /** Tells everybody once the surrounding transaction is committed. Only inside `transaction`. */
  readonly notify: (event: Invalidation) => void;
  /** Runs in the surrounding transaction, or opens one. `work` may be repeated after a deadlock. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

export interface Announcer {
  /** Inside the transaction: leaves the events where other processes find them. */
  record(trx: Transaction<Database>, events: readonly Invalidation[]): Promise<void>;
  /** After the commit: tells this process. */
  emit(events: readonly Invalidation[]): void;
}

const ATTEMPTS_MAX = 4;

function insideContext(dialect: DialectName, trx: Transaction<Database>, events: Invalidation[]): Context {
  const context: Context = {
    dialect,
    db: trx,
    notify: (event) => void events.push(event),
    transaction: (work) => work(context),
  };
  return context;
}

export function createContext(db: Kysely<Database>, dialect: DialectName, announcer: Announcer): Context {
  const once = async <T>(work: (context: Context) => Promise<T>): Promise<T> => {
    const events: Invalidation[] = [];
    const result = await db.transaction().execute(async (trx) => {
      const value = await work(insideContext(dialect, trx, events));
      if (events.length > 0) await announcer.record(trx, events);
      return value;
    });
    announcer.emit(events);
    return result;
  };
  return {
    dialect,
    db,
    notify: (event) => announcer.emit([event]),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt >= ATTEMPTS_MAX || !isWorthRepeating(error)) throw error;
        }
      }
    },
  };
}
