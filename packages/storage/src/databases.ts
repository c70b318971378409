// The databases that an account's data can lie in.
import type { Dialect } from "./interface/dialect.ts";
import type { StorageOptions } from "./interface/storage-options.ts";
import type { Storage } from "./storage.ts";
import { postgresDialect } from "./dialects/postgres.ts";
import { sqliteDialect } from "./dialects/sqlite.ts";
import { openPostgresStorage } from "./open-postgres-storage.ts";
import { openSqliteStorage } from "./open-sqlite-storage.ts";

export interface DatabaseKind {
  readonly dialect: Dialect;
  /** With `url` as the dialect reads it from an address. */
  readonly open: (options: StorageOptions) => Promise<Storage>;
}

export const DATABASES: readonly DatabaseKind[] = [
  { dialect: postgresDialect, open: openPostgresStorage },
  { dialect: sqliteDialect, open: openSqliteStorage },
];
