// Brings a database to the newest schema in one transaction. Many replicas may start at the same time: the first one holds the
// write lock (SQLite) or an advisory lock (PostgreSQL), the others wait and then find nothing left to do.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SignalboxError } from "@signalbox/contracts";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Dialect } from "../interface/dialect.ts";
import type { Database } from "../database/schema.ts";

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** DDL with `bytes` for binary columns and `serial_key` for a counting primary key. */
  readonly statements: readonly string[];
}

// The steps from one schema to the next are the files of this folder with a number in front, in the order of their numbers:
// adding a file adds a migration. Nothing but this folder is read, and its files belong to the release.
const MIGRATION_FILE = /^(\d{4})-[a-z0-9-]+\.[jt]s$/;

const isMigration = (value: unknown): value is Migration =>
  typeof value === "object" && value !== null && "version" in value && "statements" in value;

async function loadMigration(dir: string, file: string): Promise<Migration> {
  const module: unknown = await import(pathToFileURL(join(dir, file)).href);
  const found = Object.values(module as object).filter(isMigration);
  const [migration] = found;
  if (migration === undefined || found.length > 1) throw new TypeError(`${file} must export one migration.`);
  if (migration.version !== Number(file.slice(0, 4)))
    throw new TypeError(`${file} has another number than its migration, ${migration.version}.`);
  return migration;
}

/** @throws TypeError when a number is missing or twice there, or a file holds no migration: a mistake of the release */
export async function loadMigrations(dir: string = import.meta.dirname): Promise<readonly Migration[]> {
  const files = (await readdir(dir)).filter((file) => MIGRATION_FILE.test(file)).toSorted();
  const migrations = await Promise.all(files.map((file) => loadMigration(dir, file)));
  const gap = migrations.findIndex(({ version }, index) => version !== index + 1);
  if (gap >= 0) throw new TypeError(`Migration ${gap + 1} is missing or twice there.`);
  return migrations;
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
