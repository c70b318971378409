// Settings of every SQLite connection. Apart from open-sqlite.ts, so that the journal's thread loads nothing else.
import type { DatabaseSync } from "node:sqlite";

/** Many processes may open the file at the same time, and switching to WAL takes the lock for a moment. */
export const OPEN_TIMEOUT_MS = 10_000;

export interface SqliteTuning {
  /** How long a statement blocks its thread for the write lock. @unit milliseconds */
  readonly blockMs: number;
}

/** A log that is longer is moved by the commit that finds it so; checkpoints.ts moves it before. */
const LOG_PAGES_MAX = 8000;

/** A decision takes 2 to 8 kB: with smaller pages most of it is in a chain of further ones. @unit bytes */
const PAGE_BYTES = 8192;

export function tuneSqlite(database: DatabaseSync, tuning: SqliteTuning): void {
  // Only a file without tables takes these two.
  database.exec(`pragma page_size = ${PAGE_BYTES}`);
  database.exec("pragma auto_vacuum = incremental");
  database.exec("pragma journal_mode = wal");
  database.exec("pragma secure_delete = on");
  database.exec(`pragma synchronous = full; pragma wal_autocheckpoint = ${LOG_PAGES_MAX}`);
  database.exec(`pragma busy_timeout = ${tuning.blockMs}`);
  database.exec(
    "pragma temp_store = memory; pragma cache_size = -16000; pragma journal_size_limit = 67108864",
  );
}
