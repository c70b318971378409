// Wraps a Kysely driver so that whatever the database throws reaches callers as a SignalboxError.
import { SignalboxError } from "@signalbox/contracts";
import type { DatabaseConnection, Dialect, Driver } from "kysely";
import { damaged } from "./json.ts";

// Translates what SQLite and PostgreSQL throw. Values of a row never reach `detail`: they may be secrets.
const CONFLICT = "It exists already, or was changed by someone else meanwhile. Read it again and repeat.";
const GONE = "What this belongs to does not exist any more.";
const UNAVAILABLE = "The database did not answer. Repeat in a moment.";
const BAD_TEXT = "Text must not contain NUL characters or unpaired surrogates.";

const UNFIT = "A value is outside of what the database can keep.";

const SQLITE_UNIQUE = new Set([1555, 2067]);
const SQLITE_FOREIGN_KEY = 787;
/** Too big, constraint violated, wrong type: by the primary code, the low byte. */
const SQLITE_UNFIT = new Set([18, 19, 20]);
/** A page that makes no sense, a file that is no database. */
const SQLITE_DAMAGED = new Set([11, 26]);

function codeOf(error: unknown, member: "errcode" | "code"): unknown {
  return error instanceof Error && member in error
    ? (error as unknown as Record<string, unknown>)[member]
    : undefined;
}

function unavailable(cause: unknown): SignalboxError {
  return new SignalboxError("dependency_unavailable", UNAVAILABLE, { cause, retryAfterS: 1 });
}

export function fromSqlite(error: unknown): unknown {
  if (error instanceof SignalboxError) return error;
  const code = Number(codeOf(error, "errcode"));
  if (SQLITE_UNIQUE.has(code)) return new SignalboxError("conflict", CONFLICT, { cause: error });
  if (code === SQLITE_FOREIGN_KEY) return new SignalboxError("not_found", GONE, { cause: error });
  if (SQLITE_UNFIT.has(code & 0xff)) return new SignalboxError("validation_failed", UNFIT, { cause: error });
  return SQLITE_DAMAGED.has(code & 0xff) ? damaged(error) : unavailable(error);
}

const POSTGRES_CODES: Readonly<Record<string, readonly ["conflict" | "not_found" | "bad_request", string]>> =
  {
    "23505": ["conflict", CONFLICT],
    "23503": ["not_found", GONE],
    "22021": ["bad_request", BAD_TEXT],
    "22P05": ["bad_request", BAD_TEXT],
  };

/** Classes of faults that lie in the values of one statement, which no repetition cures: data, constraints, limits. */
const POSTGRES_UNFIT = /^(?:22|23|54)/;

export function fromPostgres(error: unknown): unknown {
  if (error instanceof SignalboxError) return error;
  const code = String(codeOf(error, "code"));
  const known = POSTGRES_CODES[code];
  if (known !== undefined) return new SignalboxError(known[0], known[1], { cause: error });
  if (POSTGRES_UNFIT.test(code)) return new SignalboxError("validation_failed", UNFIT, { cause: error });
  return unavailable(error);
}

/** A deadlock or a lost race that the database asks to repeat. */
export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof SignalboxError)) return false;
  return ["40001", "40P01"].includes(String(codeOf(error.cause, "code")));
}

type ToError = (error: unknown) => unknown;

async function attempt<T>(work: () => Promise<T>, toError: ToError): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toError(error);
  }
}

interface Wrapped extends DatabaseConnection {
  readonly inner: DatabaseConnection;
}

function wrapConnection(inner: DatabaseConnection, toError: ToError): Wrapped {
  return {
    inner,
    executeQuery: (query, options) => attempt(() => inner.executeQuery(query, options), toError),
    streamQuery: (query, size, options) => inner.streamQuery(query, size, options),
  };
}

function wrapDriver(driver: Driver, toError: ToError): Driver {
  const known = new WeakMap<DatabaseConnection, Wrapped>();
  const wrap = (inner: DatabaseConnection): Wrapped => {
    const wrapped = known.get(inner) ?? wrapConnection(inner, toError);
    known.set(inner, wrapped);
    return wrapped;
  };
  const inside = (connection: DatabaseConnection): DatabaseConnection => (connection as Wrapped).inner;
  return {
    init: (options) => attempt(() => driver.init(options), toError),
    acquireConnection: async (options) =>
      wrap(await attempt(() => driver.acquireConnection(options), toError)),
    beginTransaction: (connection, settings) =>
      attempt(() => driver.beginTransaction(inside(connection), settings), toError),
    commitTransaction: (connection) => attempt(() => driver.commitTransaction(inside(connection)), toError),
    rollbackTransaction: (connection) =>
      attempt(() => driver.rollbackTransaction(inside(connection)), toError),
    releaseConnection: (connection) => driver.releaseConnection(inside(connection)),
    destroy: () => driver.destroy(),
  };
}

/** The same dialect with its errors translated. */
export function mapDialectErrors(dialect: Dialect, toError: ToError): Dialect {
  return {
    createDriver: () => wrapDriver(dialect.createDriver(), toError),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}
