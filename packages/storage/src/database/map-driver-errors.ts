// Wraps a Kysely driver so that whatever the database throws reaches callers as a SignalboxError.
import type { DatabaseConnection, Dialect, Driver } from "kysely";

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
