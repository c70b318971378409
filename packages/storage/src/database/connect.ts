// Opens the one Kysely instance of a process for either database.
import type { DatabaseSync } from "node:sqlite";

import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from "kysely";
import { Pool, TypeOverrides } from "pg";

import { fromPostgres, fromSqlite, mapDialectErrors } from "./map-driver-errors.ts";
import type { Database } from "./schema.ts";
import { SqliteDriver } from "./sqlite-driver.ts";

const INT8 = 20;
const NUMERIC = 1700;

function kyselyOf(dialect: Dialect, toError: (error: unknown) => unknown): Kysely<Database> {
  return new Kysely<Database>({
    dialect: mapDialectErrors(dialect, toError),
    plugins: [new CamelCasePlugin()],
  });
}

export function connectSqlite(database: DatabaseSync, busyTimeoutMs: number): Kysely<Database> {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(database, busyTimeoutMs),
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return kyselyOf(dialect, fromSqlite);
}

/** Sums and counts come as numbers; none of ours passes 2^53. */
function numericTypes(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  return types;
}

interface PostgresConnection {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
}

export function connectPostgres(options: {
  readonly url: string;
  readonly poolMax: number;
  readonly timeoutMs: number;
  /** Default no limit. */
  readonly statementTimeoutMs?: number | undefined;
  readonly onFault: (error: unknown) => void;
}): PostgresConnection {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax,
    connectionTimeoutMillis: options.timeoutMs,
    lock_timeout: options.timeoutMs,
    statement_timeout: options.statementTimeoutMs ?? 0,
    application_name: "signalbox",
    types: numericTypes(),
  });
  // The pool listens to idle clients only; a client in use that loses its server would end the process.
  pool.on("connect", (client) => void client.on("error", options.onFault));
  // A fault that an idle client tells the pool was already reported by the client itself.
  pool.on("error", () => {});
  return { db: kyselyOf(new PostgresDialect({ pool }), fromPostgres), pool };
}
