import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SignalboxError } from "@signalbox/contracts";

// Settings of every SQLite connection. Apart from open-sqlite.ts so that the journal's worker loads nothing else.

/** Many processes may open the file at the same time, and switching to WAL takes the lock for a moment. */
export const OPEN_TIMEOUT_MS = 10_000;

interface SqliteTuning {
  /** Both survive a kill of the process; only "full" survives power loss. */
  readonly durability: "full" | "normal";
  /** How long a statement blocks its thread for the write lock. @unit milliseconds */
  readonly blockMs: number;
}

/** A decision takes about 8 kB: with smaller pages most of it lies in a chain of further ones. @unit bytes */
const PAGE_BYTES = 8192;

export function tuneSqlite(database: DatabaseSync, tuning: SqliteTuning): void {
  // Only a file without tables takes these two; a database of an earlier release keeps its size until it is vacuumed.
  database.exec(`pragma page_size = ${PAGE_BYTES}`);
  database.exec("pragma auto_vacuum = incremental");
  database.exec("pragma journal_mode = wal");
  database.exec("pragma secure_delete = on");
  database.exec(`pragma synchronous = ${tuning.durability}`);
  database.exec(`pragma busy_timeout = ${tuning.blockMs}`);
  database.exec(
    "pragma temp_store = memory; pragma cache_size = -16000; pragma journal_size_limit = 67108864",
  );
}

export const MEMORY = ":memory:";

/** For its owner alone, whatever the folder allows; SQLite gives its log the rights of the file. */
function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // Another user's file that this one may write: its owner decides who else may.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error;
  }
}

/** @throws invalid_configuration when the file cannot be opened or is no database */
export function openSqlite(path: string, tuning: SqliteTuning): DatabaseSync {
  try {
    if (path !== MEMORY) prepareFile(path);
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: OPEN_TIMEOUT_MS });
    tuneSqlite(database, tuning);
    return database;
  } catch (cause) {
    throw new SignalboxError(
      "invalid_configuration",
      `The database file ${path} cannot be opened. Check that its folder can be written and that it is a SQLite database.`,
      { cause },
    );
  }
}
