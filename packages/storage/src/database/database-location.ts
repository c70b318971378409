// Reads a database address by its scheme. Anything that does not say which database it means is refused: a typing error must
// not open a SQLite file of that name and leave an operator without PostgreSQL.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { SignalboxError } from "@signalbox/contracts";

export const MEMORY = ":memory:";

export type DatabaseLocation =
  | { readonly kind: "sqlite"; /** Absolute, or `:memory:`. */ readonly path: string }
  | {
      readonly kind: "postgres";
      readonly url: string;
      /** Host, port and database, without user or password: fit for a banner or a log. */
      readonly publicName: string;
    };

const FORMS =
  "Use postgres://USER:PASSWORD@HOST:5432/DATABASE for PostgreSQL; sqlite:FILE, file:FILE, " +
  "or a path that starts with / or ./ for SQLite.";
const PATH = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/;
const HAS_SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;

/** Names the scheme alone, since the rest may hold a password. */
function refuse(what: string): never {
  throw new SignalboxError("invalid_configuration", `The database address ${what}. ${FORMS}`);
}

function readPostgres(url: string): DatabaseLocation {
  const parsed = URL.canParse(url) ? new URL(url) : refuse("starts with postgres: but is not a valid URL");
  const host = parsed.hostname === "" ? (parsed.searchParams.get("host") ?? "") : parsed.host;
  if (host === "") refuse("names no PostgreSQL host");
  return { kind: "postgres", url, publicName: `${host}${parsed.pathname}` };
}

function readFileUrl(address: string): string {
  return address.startsWith("file://") ? fileURLToPath(address) : address.slice(address.indexOf(":") + 1);
}

/** @throws SignalboxError invalid_configuration with the accepted forms; never repeats the address */
export function readDatabaseLocation(given: string): DatabaseLocation {
  const address = given.trim();
  if (address === MEMORY) return { kind: "sqlite", path: MEMORY };
  if (/^postgres(?:ql)?:/i.test(address)) return readPostgres(address);
  if (/^(?:sqlite|file):/i.test(address)) {
    const path = readFileUrl(address.replace(/^sqlite:\/\//i, "sqlite:"));
    return path === "" ? refuse("names no file") : { kind: "sqlite", path: resolve(path) };
  }
  if (PATH.test(address)) return { kind: "sqlite", path: resolve(address) };
  const scheme = HAS_SCHEME.exec(address)?.[1];
  const isHostAndPort = scheme === undefined || scheme.includes(".") || !address.includes("://");
  return refuse(
    isHostAndPort ? "does not say which database it means" : `has the unknown scheme "${scheme}:"`,
  );
}
