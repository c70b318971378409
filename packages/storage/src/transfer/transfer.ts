// Backups, restores and moves from one database to another. What is written is read back and compared before it counts.
import { SignalboxError } from "@signalbox/contracts";
import { sql } from "kysely";

import type { DatabaseKind } from "../databases.ts";
import { migrate } from "../migrations/migrate.ts";
import { findDatabase } from "../open-storage.ts";
import { openArchive, writeArchive } from "./archive.ts";
import {
  countRows,
  readTables,
  writeRows,
  type Rows,
  createDigestKeeper,
  differingTables,
  type DigestedSource,
  type Digests,
} from "./database-rows.ts";
import type { RowCounts, RowSource } from "./database-rows.ts";

/** Rows moved so far. */
export type OnProgress = (rows: number) => void;

export interface TransferOptions {
  readonly onProgress?: OnProgress;
}

const countsOf = (digests: Digests): RowCounts =>
  Object.fromEntries(Object.entries(digests).map(([table, { rows }]) => [table, rows]));

async function schemaVersionOf(db: Rows): Promise<number> {
  try {
    const { rows } = await sql<{
      version: number | null;
    }>`select max(version) as version from migrations`.execute(db);
    return rows[0]?.version ?? 0;
  } catch {
    // A database that has no such table holds nothing of this service.
    return 0;
  }
}

function watch(source: RowSource, onProgress: OnProgress | undefined): DigestedSource {
  const keeper = createDigestKeeper();
  async function* batches(): ReturnType<typeof readTables> {
    let moved = 0;
    for await (const batch of source.batches()) {
      keeper.add(batch);
      moved += batch.rows.length;
      onProgress?.(moved);
      yield batch;
    }
  }
  return { schemaVersion: source.schemaVersion, batches, digests: () => keeper.digests() };
}

/** One state of the whole database, while others continue writing. */
async function withSnapshot<T>(address: string, work: (source: RowSource) => Promise<T>): Promise<T> {
  const { kind, location } = findDatabase(address);
  const db = kind.connect(location.url).withoutPlugins() as unknown as Rows;
  try {
    return await db.connection().execute(async (connection) => {
      const schemaVersion = await schemaVersionOf(connection);
      if (schemaVersion === 0)
        throw new SignalboxError("not_found", `${location.publicName} holds no data of this service.`);
      await sql.raw(kind.dialect.beginSnapshot).execute(connection);
      try {
        return await work({ schemaVersion, batches: () => readTables(connection, schemaVersion) });
      } finally {
        await sql`rollback`.execute(connection);
      }
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Writes all rows of a database into a new file; the service may continue meanwhile.
 * @throws SignalboxError not_found when there is nothing to back up; invalid_configuration for an unclear address
 */
export function backUp(address: string, file: string, options: TransferOptions = {}): Promise<RowCounts> {
  return withSnapshot(address, async (source) => {
    const watched = watch(source, options.onProgress);
    await writeArchive(file, watched);
    return countsOf(watched.digests());
  });
}

async function assertEmpty(db: Rows, publicName: string): Promise<void> {
  const schemaVersion = await schemaVersionOf(db);
  if (schemaVersion === 0) return;
  const counts = await countRows(db, schemaVersion);
  const [table] = Object.keys(counts);
  if (table === undefined) return;
  throw new SignalboxError(
    "conflict",
    `${publicName} is not empty: ${table} has rows. Nothing was changed. Name a database or a data directory that is new.`,
  );
}

async function assertWritten(db: Rows, schemaVersion: number, expected: Digests): Promise<void> {
  const keeper = createDigestKeeper();
  for await (const batch of readTables(db, schemaVersion)) keeper.add(batch);
  const differing = differingTables(keeper.digests(), expected);
  if (differing.length === 0) return;
  throw new SignalboxError(
    "internal",
    `What was read back differs from what was written, in ${differing.join(", ")}. Nothing was kept.`,
  );
}

/** In one transaction: the database has all of it, or stays empty. `expected` is asked after the last batch. */
async function fillDatabase(
  kind: DatabaseKind,
  url: string,
  source: RowSource,
  expected: () => Digests,
): Promise<void> {
  const renaming = kind.connect(url);
  const db = renaming.withoutPlugins() as unknown as Rows;
  const { publicName } = findDatabase(url).location;
  try {
    await assertEmpty(db, publicName);
    await migrate(renaming, kind.dialect, source.schemaVersion);
    if ((await schemaVersionOf(db)) !== source.schemaVersion)
      throw new SignalboxError(
        "conflict",
        `${publicName} has another schema than the data (${source.schemaVersion}). Name a database that is new, and a release that is not older than the data.`,
      );
    await db.transaction().execute(async (inside) => {
      for await (const batch of source.batches()) await writeRows(inside, batch);
      await assertWritten(inside, source.schemaVersion, expected());
    });
    await migrate(renaming, kind.dialect);
  } finally {
    await renaming.destroy();
  }
}

/**
 * Fills an empty database from a backup, of this release or an older one, and brings its schema up to date.
 * @throws SignalboxError conflict when the database is not empty; invalid_data when the file is damaged or no backup
 */
export async function restore(
  file: string,
  address: string,
  options: TransferOptions = {},
): Promise<RowCounts> {
  const archive = await openArchive(file);
  const { kind, location } = findDatabase(address);
  const watched = watch(archive, options.onProgress);
  const assertWhole = (): Digests => {
    const digests = watched.digests();
    const [differing] = differingTables(digests, archive.digests());
    if (differing !== undefined)
      throw new SignalboxError(
        "invalid_data",
        `${file} is damaged: rows of ${differing} do not match its last line.`,
      );
    return digests;
  };
  await fillDatabase(kind, location.url, watched, assertWhole);
  return countsOf(watched.digests());
}

/**
 * Carries all rows of one database into an empty one of either kind; the first stays as it is.
 * @throws SignalboxError as `backUp` and `restore`
 */
export function copyDatabase(from: string, to: string, options: TransferOptions = {}): Promise<RowCounts> {
  return withSnapshot(from, async (source) => {
    const { kind, location } = findDatabase(to);
    const watched = watch(source, options.onProgress);
    await fillDatabase(kind, location.url, watched, () => watched.digests());
    return countsOf(watched.digests());
  });
}
