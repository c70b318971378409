// Word between processes that share one SQLite file (a server and the command line): a table of changes, read by place.
import { sql, type Kysely, type Transaction } from "kysely";
import type { Invalidation } from "../interface/storage-options.ts";
import type { Database } from "../database/schema.ts";

// Listeners of this process. One that throws must not keep the others from dropping their caches.
type InvalidationListener = (event: Invalidation) => void;

export interface InvalidationEmitter {
  readonly on: (listener: InvalidationListener) => () => void;
  readonly emit: (events: readonly Invalidation[]) => void;
}

export function createEmitter(onFault: (error: unknown) => void): InvalidationEmitter {
  const listeners = new Set<InvalidationListener>();
  const tell = (listener: InvalidationListener, event: Invalidation): void => {
    try {
      listener(event);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (events) => {
      for (const event of events) for (const listener of listeners) tell(listener, event);
    },
  };
}

/** Changes kept for slow readers; one that missed more drops everything. */
const CHANGES_KEPT = 1_000;

const seq = sql.ref<number>("seq");

export async function recordChanges(
  trx: Transaction<Database>,
  origin: string,
  events: readonly Invalidation[],
): Promise<void> {
  const rows = events.map((event) => ({ origin, event: JSON.stringify(event) }));
  await trx.insertInto("changes").values(rows).execute();
  await trx
    .deleteFrom("changes")
    .where(sql<boolean>`seq <= (select max(seq) from changes) - ${CHANGES_KEPT}`)
    .execute();
}

interface ChangeReader {
  /** The changes that others have made since the last call. */
  read(): Promise<readonly Invalidation[]>;
}

async function newestSeq(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom("changes")
    .select(sql<number | null>`max(seq)`.as("seq"))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

export async function createChangeReader(db: Kysely<Database>, origin: string): Promise<ChangeReader> {
  let place = await newestSeq(db);
  return {
    read: async () => {
      const rows = await db
        .selectFrom("changes")
        .select([seq.as("seq"), "origin", "event"])
        .where(sql<boolean>`seq > ${place}`)
        .orderBy(seq)
        .execute();
      const [first] = rows;
      if (first === undefined) return [];
      const hasMissed = first.seq > place + 1;
      place = rows.at(-1)?.seq ?? place;
      if (hasMissed) return [{ topic: "all", accountId: null, id: null }];
      return rows.filter((row) => row.origin !== origin).map((row) => JSON.parse(row.event) as Invalidation);
    },
  };
}
