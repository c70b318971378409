// The steps from one schema to the next are the files of this folder with a number in front, in the order of their numbers:
// adding a file adds a migration. Nothing but this folder is read, and its files belong to the release.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Migration } from "./migration.ts";

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
