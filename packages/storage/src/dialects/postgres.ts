import { sql } from "kysely";

import type { DatabaseLocation, Dialect } from "../interface/dialect.ts";
import { createDirectSink, spellTypes } from "./column-types.ts";

/** Any constant that no other application on the same server is likely to use. */
const ADVISORY_LOCK = 7_446_225_619;
const BATCHES_MAX = 2;

function readAddress(url: string): DatabaseLocation | string | undefined {
  if (!/^postgres(?:ql)?:/i.test(url)) return undefined;
  if (!URL.canParse(url)) return "starts with postgres: but is not a valid URL";
  const { host: named, hostname, pathname, searchParams } = new URL(url);
  const host = hostname === "" ? (searchParams.get("host") ?? "") : named;
  if (host === "") return "names no PostgreSQL host";
  return { kind: "postgres", url, publicName: `PostgreSQL at ${host}${pathname}` };
}

export const postgresDialect: Dialect = {
  name: "postgres",
  addressForm: "postgres://USER:PASSWORD@HOST:5432/DATABASE for PostgreSQL",
  readAddress,
  lockRows: (query, options) =>
    options?.skipsLocked === true ? query.forUpdate().skipLocked() : query.forUpdate(),
  spell: (statement) => spellTypes(statement, { bytes: "bytea", serialKey: "bigserial primary key" }),
  beginMigrations: ["set local statement_timeout = 0", `select pg_advisory_xact_lock(${ADVISORY_LOCK})`],
  beginSnapshot: "begin isolation level repeatable read read only",
  // The server's own vacuum reuses the space; it overwrites nothing, which is for an encrypted disk to cover.
  scrub: [],
  // `pg_amcheck` does that; it needs an extension and the rights of its owner.
  damageCheck: undefined,
  textOfMember: (column, name) => sql`(${column}::json ->> ${name})`,
  readClock: "select extract(epoch from clock_timestamp()) * 1000 as ms",
  isRemote: true,
  journalSink: (target) => createDirectSink(target, BATCHES_MAX),
};
