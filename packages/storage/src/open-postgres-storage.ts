import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { assembleStorage, type Storage } from "./storage.ts";
import { connectPostgres } from "./database/connect.ts";
import { createContext } from "./database/context.ts";
import { postgresDialect } from "./dialects/postgres.ts";
import { migrate } from "./migrations/migrate.ts";
import type { StorageOptions } from "./interface/storage-options.ts";
import { createEmitter } from "./invalidation/file-changes.ts";
import { listenToPostgres, NOTIFY_CHANNEL } from "./invalidation/postgres-listener.ts";
import { appendToPostgres } from "./journal/append-to-postgres.ts";

/** One PostgreSQL database for any number of replicas. */
export async function openPostgresStorage(options: StorageOptions): Promise<Storage> {
  const onFault = options.onFault ?? (() => {});
  const timeoutMs = options.busyTimeoutMs ?? 5_000;
  const max = options.poolMax ?? 10;
  const { url, statementTimeoutMs } = options;
  const { db, pool } = connectPostgres({ url, poolMax: max, timeoutMs, statementTimeoutMs, onFault });
  const emitter = createEmitter(onFault);
  const origin = randomUUID();
  const context = createContext({
    db,
    dialect: postgresDialect,
    announcer: {
      record: async (trx, events) => {
        for (const event of events) {
          const message = JSON.stringify({ origin, event });
          await sql`select pg_notify(${NOTIFY_CHANNEL}, ${message})`.execute(trx);
        }
      },
      emit: emitter.emit,
    },
  });
  try {
    await migrate(db, postgresDialect);
    const listener = await listenToPostgres({ url: options.url, origin, emitter, onFault, timeoutMs });
    return await assembleStorage({
      dialect: postgresDialect,
      url: options.url,
      context,
      onInvalidate: emitter.on,
      hearsChanges: () => listener.isHearing,
      connections: () => ({ open: pool.totalCount, max, waiting: pool.waitingCount }),
      appendDecisions: (rows) => appendToPostgres(pool, rows),
      checkPages: () => undefined,
      close: async () => {
        await listener.close();
        await db.destroy();
      },
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
