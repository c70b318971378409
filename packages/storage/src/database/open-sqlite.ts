import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { SignalboxError } from "@signalbox/contracts";

import { MEMORY } from "./database-location.ts";
import { OPEN_TIMEOUT_MS, tuneSqlite, type SqliteTuning } from "./sqlite-pragmas.ts";

/** @throws invalid_configuration when the file cannot be opened or is no database */
export function openSqlite(path: string, tuning: SqliteTuning): DatabaseSync {
  try {
    if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true });
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
