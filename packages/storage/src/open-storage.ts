import type { Storage, StorageOptions } from "./interface/storage.ts";
import { openPostgresStorage } from "./open-postgres-storage.ts";
import { openSqliteStorage } from "./open-sqlite-storage.ts";

/**
 * Opens the database and brings its schema up to date.
 * @throws invalid_configuration when it cannot be opened or belongs to a newer release; dependency_unavailable when
 * the server does not answer
 */
export function openStorage(options: StorageOptions): Promise<Storage> {
  return /^postgres(?:ql)?:/.test(options.url) ? openPostgresStorage(options) : openSqliteStorage(options);
}
