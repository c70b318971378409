// The databases that an account's data can lie in.
import type { Kysely } from "kysely";

import { connectPostgres, connectSqlite } from "./database/connect.ts";
import { openSqlite } from "./database/open-sqlite.ts";
import type { Database } from "./database/schema.ts";
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
  /** A connection alone, for work on whole tables; nothing is migrated. */
  readonly connect: (url: string) => Kysely<Database>;
}

const CONNECT_TIMEOUT_MS = 10_000;

const connectToFile = (url: string): Kysely<Database> =>
  connectSqlite(openSqlite(url, { blockMs: 0 }), CONNECT_TIMEOUT_MS);

const connectToServer = (url: string): Kysely<Database> =>
  connectPostgres({ url, poolMax: 1, timeoutMs: CONNECT_TIMEOUT_MS, onFault: () => {} }).db;

export const DATABASES: readonly DatabaseKind[] = [
  { dialect: postgresDialect, open: openPostgresStorage, connect: connectToServer },
  { dialect: sqliteDialect, open: openSqliteStorage, connect: connectToFile },
];
