import { MEMORY } from "../database/database-location.ts";
import type { Dialect } from "../interface/dialect.ts";
import { createWorkerSink } from "../journal/worker-sink.ts";
import { createDirectSink } from "./direct-sink.ts";
import { spellTypes } from "./spell-types.ts";

/** One writer at a time: a transaction holds the whole file, so rows and migrations need no lock of their own. */
export const sqliteDialect: Dialect = {
  name: "sqlite",
  lockRows: (query) => query,
  spell: (statement) =>
    spellTypes(statement, { bytes: "blob", serialKey: "integer primary key autoincrement" }),
  migrationLock: undefined,
  // Deleted content is zeroed in its pages; the log still holds earlier copies of them until it is cut.
  scrub: ["pragma incremental_vacuum(2000)", "pragma wal_checkpoint(truncate)"],
  // A database in memory belongs to its one connection; a thread of its own could not see it.
  journalSink: (target, durability) =>
    target.url === MEMORY ? createDirectSink(target, 1) : createWorkerSink(target.url, durability),
};
