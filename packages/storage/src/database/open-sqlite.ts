// Opens the file of an embedded database.
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SignalboxError } from "@signalbox/contracts";

import { OPEN_TIMEOUT_MS, tuneSqlite, type SqliteTuning } from "./tune-sqlite.ts";

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
