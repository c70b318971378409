import { randomUUID } from "node:crypto";
import { every } from "@signalbox/contracts";
import { appendDecisions } from "./journal/append-to-postgres.ts";
import { checkPages } from "./database/check-pages.ts";
import { connectSqlite } from "./database/connect.ts";
import { createContext } from "./database/context.ts";
import { DAMAGE_CHECK, sqliteDialect } from "./dialects/sqlite.ts";
import { migrate } from "./migrations/migrate.ts";
import { MEMORY, openSqlite } from "./database/open-sqlite.ts";
import type { StorageOptions } from "./interface/storage-options.ts";
import { type Storage, assembleStorage } from "./storage.ts";
import { createEmitter, createChangeReader, recordChanges } from "./invalidation/file-changes.ts";

const CHANGE_POLL_MS = 1_000;

/** SQLite, in memory or in a WAL file that other processes of this machine may share. */
export async function openSqliteStorage(options: StorageOptions): Promise<Storage> {
  const path = options.url;
  const onFault = options.onFault ?? (() => {});
  const database = openSqlite(path, { blockMs: 0 });
  const db = connectSqlite(database, options.busyTimeoutMs ?? 5_000);
  await migrate(db, sqliteDialect);
  const emitter = createEmitter(onFault);
  const origin = randomUUID();
  const context = createContext({
    db,
    dialect: sqliteDialect,
    announcer: {
      record: (trx, events) => recordChanges(trx, origin, events),
      emit: emitter.emit,
    },
  });
  const reader = await createChangeReader(db, origin);
  const pollMs = path === MEMORY ? 0 : (options.changePollMs ?? CHANGE_POLL_MS);
  const look = async (): Promise<void> => emitter.emit(await reader.read());
  const timer = pollMs > 0 ? every(pollMs, look, onFault) : undefined;
  return assembleStorage({
    dialect: sqliteDialect,
    url: path,
    context,
    onInvalidate: emitter.on,
    hearsChanges: () => true,
    connections: () => undefined,
    appendDecisions: (rows) => appendDecisions(context, rows),
    // A database in memory cannot be seen from another thread, and has no pages that a disk could lose.
    checkPages: () => (path === MEMORY ? undefined : checkPages(path, DAMAGE_CHECK)),
    close: async () => {
      await timer?.stop();
      await db.destroy();
    },
  });
}
