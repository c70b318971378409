// Opens a database by its address. Anything that does not say which database it means is refused: a typing error must not open
// a SQLite file of that name and leave an operator without PostgreSQL.
import { SignalboxError } from "@signalbox/contracts";

import { DATABASES, type DatabaseKind } from "./databases.ts";
import type { DatabaseLocation } from "./interface/dialect.ts";
import type { StorageOptions } from "./interface/storage-options.ts";
import type { Storage } from "./storage.ts";

const FORMS = `Use ${DATABASES.map(({ dialect }) => dialect.addressForm).join("; ")}.`;
const HAS_SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;

/** Names the scheme alone, since the rest may hold a password. */
function refuse(what: string): never {
  throw new SignalboxError("invalid_configuration", `The database address ${what}. ${FORMS}`);
}

interface Found {
  readonly kind: DatabaseKind;
  readonly location: DatabaseLocation;
}

/** @throws SignalboxError invalid_configuration with the accepted forms; never repeats the address */
export function findDatabase(given: string): Found {
  const address = given.trim();
  for (const kind of DATABASES) {
    const location = kind.dialect.readAddress(address);
    if (typeof location === "string") refuse(location);
    if (location !== undefined) return { kind, location };
  }
  const scheme = HAS_SCHEME.exec(address)?.[1];
  const isHostAndPort = scheme === undefined || scheme.includes(".") || !address.includes("://");
  return refuse(
    isHostAndPort ? "does not say which database it means" : `has the unknown scheme "${scheme}:"`,
  );
}

/** @throws SignalboxError invalid_configuration with the accepted forms; never repeats the address */
export function readDatabaseLocation(given: string): DatabaseLocation {
  return findDatabase(given).location;
}

/**
 * Opens the database and brings its schema up to date.
 * @throws invalid_configuration when the address is unclear, the database cannot be opened or belongs to a newer release; dependency_unavailable when
 * the server does not answer
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { kind, location } = findDatabase(options.url);
  return kind.open({ ...options, url: location.url });
}
