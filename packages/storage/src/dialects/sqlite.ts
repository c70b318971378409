import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { sql } from "kysely";

import { MEMORY } from "../database/open-sqlite.ts";
import type { DatabaseLocation, Dialect } from "../interface/dialect.ts";
import { BATCHES_MAX } from "../journal/batch-signal.ts";
import { createWorkerSink } from "../journal/worker-sink.ts";
import { createDirectSink, spellTypes } from "./column-types.ts";

export const DAMAGE_CHECK = "pragma quick_check(10)";

const PATH = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/;

function readFileUrl(address: string): string {
  return address.startsWith("file://") ? fileURLToPath(address) : address.slice(address.indexOf(":") + 1);
}

const inFile = (path: string): DatabaseLocation => ({
  kind: "sqlite",
  url: path,
  publicName: `SQLite in ${path}`,
});

function readAddress(address: string): DatabaseLocation | string | undefined {
  if (address === MEMORY) return inFile(MEMORY);
  if (PATH.test(address)) return inFile(resolve(address));
  if (!/^(?:sqlite|file):/i.test(address)) return undefined;
  const path = readFileUrl(address.replace(/^sqlite:\/\//i, "sqlite:"));
  return path === "" ? "names no file" : inFile(resolve(path));
}

/** One writer at a time: a transaction holds the whole file, so rows and migrations need no lock of their own. */
export const sqliteDialect: Dialect = {
  name: "sqlite",
  addressForm: "sqlite:FILE, file:FILE, or a path that starts with / or ./ for SQLite",
  readAddress,
  lockRows: (query) => query,
  spell: (statement) =>
    spellTypes(statement, { bytes: "blob", serialKey: "integer primary key autoincrement" }),
  beginMigrations: [],
  beginSnapshot: "begin",
  // Deleted content is zeroed in its pages; the log still holds earlier copies of them until it is cut.
  scrub: ["pragma incremental_vacuum(2000)", "pragma wal_checkpoint(truncate)"],
  textOfMember: (column, name) => sql`json_extract(${column}, ${`$.${JSON.stringify(name)}`})`,
  damageCheck: DAMAGE_CHECK,
  readClock: "select unixepoch('subsec') * 1000 as ms",
  isRemote: false,
  // A database in memory belongs to its one connection; a separate thread could not see it.
  journalSink: (target, wait) =>
    target.url === MEMORY
      ? createDirectSink(target, 1)
      : createWorkerSink(target.url, wait === "commit" ? 1 : BATCHES_MAX),
};
