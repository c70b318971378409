// Brings a database to the newest schema in one transaction. Many replicas may start at once: the first one holds the
// write lock (SQLite) or an advisory lock (PostgreSQL), the others wait and then find nothing left to do.
import { SignalboxError } from "@signalbox/contracts";
import { sql, type Kysely, type Transaction } from "kysely";

import { firstTables } from "./0001-first-tables.ts";
import { decisionFilters } from "./0002-decision-filters.ts";
import { routerSwitch } from "./0003-router-switch.ts";
import type { Migration } from "./migration.ts";
import type { Database } from "../database/schema.ts";

const MIGRATIONS: readonly Migration[] = [firstTables, decisionFilters, routerSwitch];

/** Any constant that no other application on the same server is likely to use. */
const ADVISORY_LOCK = 7_446_225_619;

type Dialect = "sqlite" | "postgres";

function spell(statement: string, dialect: Dialect): string {
  return statement
    .replace(
      /\bserial_key\b/g,
      dialect === "sqlite" ? "integer primary key autoincrement" : "bigserial primary key",
    )
    .replace(/(?<=[a-z] )bytes\b/g, dialect === "sqlite" ? "blob" : "bytea");
}

async function currentVersion(trx: Transaction<Database>): Promise<number> {
  await sql`create table if not exists migrations (version integer primary key, name text not null)`.execute(
    trx,
  );
  const row = await trx
    .selectFrom("migrations")
    .select((eb) => eb.fn.max("version").as("version"))
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** @throws invalid_configuration when a newer release wrote the database */
export async function migrate(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
    const version = await currentVersion(trx);
    const newest = MIGRATIONS.at(-1)?.version ?? 0;
    if (version > newest) {
      throw new SignalboxError(
        "invalid_configuration",
        `The database has schema version ${version}, but this release knows only ${newest}. Install the newer release again, or restore a backup.`,
      );
    }
    for (const migration of MIGRATIONS.filter((candidate) => candidate.version > version)) {
      for (const statement of migration.statements) await sql.raw(spell(statement, dialect)).execute(trx);
      await trx
        .insertInto("migrations")
        .values({ version: migration.version, name: migration.name })
        .execute();
    }
  });
}
