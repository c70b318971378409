import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

import { SignalboxError } from "@signalbox/contracts";

import { OPEN_TIMEOUT_MS, tuneSqlite, type SqliteTuning } from "./sqlite-pragmas.ts";

export const MEMORY = ":memory:";

/** Path of a SQLite address: a plain path, `file:` URL, `sqlite:` prefix or `:memory:`. */
export function sqlitePath(url: string): string {
  if (url === MEMORY) return MEMORY;
  if (url.startsWith("file://")) return fileURLToPath(url);
  return resolve(url.replace(/^(?:sqlite|file):(?:\/\/)?/, ""));
}

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
