// Brings a database to the newest schema in one transaction. Many replicas may start at the same time: the first one holds the
// write lock (SQLite) or an advisory lock (PostgreSQL), the others wait and then find nothing left to do.
import { SignalboxError } from "@signalbox/contracts";
import { sql, type Kysely, type Transaction } from "kysely";

import type { Dialect } from "../interface/dialect.ts";
import { loadMigrations } from "./load-migrations.ts";
import type { Database } from "../database/schema.ts";

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

/**
 * @param upTo the schema to stop at; by default the newest
 * @throws invalid_configuration when a newer release wrote the database
 */
export async function migrate(
  db: Kysely<Database>,
  dialect: Dialect,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  const migrations = await loadMigrations();
  await db.transaction().execute(async (trx) => {
    for (const statement of dialect.beginMigrations) await sql.raw(statement).execute(trx);
    const version = await currentVersion(trx);
    const newest = migrations.at(-1)?.version ?? 0;
    if (version > newest) {
      throw new SignalboxError(
        "invalid_configuration",
        `The database has schema version ${version}, but this release knows only ${newest}. Install the newer release again, or restore a backup.`,
      );
    }
    for (const migration of migrations.filter((next) => next.version > version && next.version <= upTo)) {
      for (const statement of migration.statements) await sql.raw(dialect.spell(statement)).execute(trx);
      await trx
        .insertInto("migrations")
        .values({ version: migration.version, name: migration.name })
        .execute();
    }
  });
}
