import { readDatabaseLocation } from "./database/database-location.ts";
import type { Storage, StorageOptions } from "./interface/storage.ts";
import { openPostgresStorage } from "./open-postgres-storage.ts";
import { openSqliteStorage } from "./open-sqlite-storage.ts";

/**
 * Opens the database and brings its schema up to date.
 * @throws invalid_configuration when the address is unclear, the database cannot be opened or belongs to a newer release; dependency_unavailable when
 * the server does not answer
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const location = readDatabaseLocation(options.url);
  return location.kind === "postgres"
    ? openPostgresStorage({ ...options, url: location.url })
    : openSqliteStorage({ ...options, url: location.path });
}
