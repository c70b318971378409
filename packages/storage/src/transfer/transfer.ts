// Backups, restores and moves from one database to another. What is written is read back and compared before it counts.

import { SignalboxError, VERSION } from "@signalbox/contracts";
import { sql, type Kysely } from "kysely";
import type { DatabaseKind } from "../databases.ts";
import { migrate } from "../migrations/migrate.ts";
import { findDatabase } from "../open-storage.ts";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type TransferredTable, tablesOf } from "./transferred-tables.data.ts";
import { createHash } from "node:crypto";

// Reads and writes whole tables of a database by their columns' own names.

// Rows on their way from one database or file to another.

/** A value as both databases give it: text, a finite number, bytes, or nothing. */
type Value = string | number | Uint8Array | null;
/** By the column's name in the schema. */
type Row = Readonly<Record<string, Value>>;

/** Some rows of one table; the tables come in the order in which they refer to each other. */
interface RowBatch {
  readonly table: TransferredTable;
  readonly rows: readonly Row[];
}

interface RowSource {
  /** Version of the schema that the rows have. */
  readonly schemaVersion: number;
  batches(): AsyncIterable<RowBatch>;
}

/** Rows by table, for a report to a person. */
export type RowCounts = Readonly<Partial<Record<TransferredTable, number>>>;

// A row as one line of JSON. Bytes are an object with one member, which no other value of a row is.
const BYTES = "$bytes";
type Encoded = string | number | null | { readonly [BYTES]: string };

const encodeValue = (value: Value): Encoded =>
  value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString("base64") } : value;

function decodeValue(value: Encoded): Value {
  if (typeof value !== "object" || value === null) return value;
  return Uint8Array.from(Buffer.from(value[BYTES], "base64"));
}

/** Members in the order of their names: databases give columns in orders of their own. */
function encodeRow(row: Row): string {
  const members = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(members.map(([name, value]) => [name, encodeValue(value)])));
}

function decodeRow(line: string): Row {
  const members = Object.entries(JSON.parse(line) as Record<string, Encoded>);
  return Object.fromEntries(members.map(([name, value]) => [name, decodeValue(value)]));
}

// Says of two databases whether they hold the same rows, in whatever order each gives them.
const DIGEST_BYTES = 32;

interface TableDigest {
  readonly rows: number;
  /** Exclusive or of the SHA-256 of every row, hexadecimal. Rows are unique by their key, so none cancels another. */
  readonly digest: string;
}
type Digests = Readonly<Partial<Record<TransferredTable, TableDigest>>>;

/** Rows that are digested as they pass. */
interface DigestedSource extends RowSource {
  /** Digests the batches that were read so far: all of them once they have ended. */
  digests(): Digests;
}

interface DigestKeeper {
  add(batch: RowBatch): void;
  digests(): Digests;
}

function createDigestKeeper(): DigestKeeper {
  const sums = new Map<TransferredTable, { rows: number; readonly sum: Uint8Array }>();
  return {
    add: ({ table, rows }) => {
      const kept = sums.get(table) ?? { rows: 0, sum: new Uint8Array(DIGEST_BYTES) };
      sums.set(table, kept);
      for (const row of rows) {
        const digest = createHash("sha256").update(encodeRow(row)).digest();
        digest.forEach((byte, at) => {
          kept.sum[at] = (kept.sum[at] ?? 0) ^ byte;
        });
      }
      kept.rows += rows.length;
    },
    digests: () =>
      Object.fromEntries(
        [...sums].map(([table, { rows, sum }]) => [
          table,
          { rows, digest: Buffer.from(sum).toString("hex") },
        ]),
      ),
  };
}

/** The tables in which the two differ. */
function differingTables(a: Digests, b: Digests): readonly string[] {
  const tables = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<TransferredTable>;
  return [...tables].filter(
    (table) => a[table]?.digest !== b[table]?.digest || a[table]?.rows !== b[table]?.rows,
  );
}

/** SQLite takes 32,766 values a statement, PostgreSQL 65,535. */
const VALUES_MAX = 30_000;

/** Any database, spoken to without the renaming of columns. */
type Rows = Kysely<Record<string, Record<string, unknown>>>;

/** Pages by the primary key: a page costs the same wherever it is. */
async function* readTable(
  db: Rows,
  table: TransferredTable,
  key: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let last: Row | undefined;
  do {
    const place = last;
    const after =
      place === undefined
        ? sql``
        : sql`where (${columns}) > (${sql.join(key.map((name) => place[name] ?? null))})`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns}
      limit ${sql.lit(BATCH_ROWS)}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length < BATCH_ROWS ? undefined : rows.at(-1);
  } while (last !== undefined);
}

async function* readTables(db: Rows, schemaVersion: number): AsyncGenerator<RowBatch> {
  for (const [table, key] of tablesOf(schemaVersion))
    for await (const rows of readTable(db, table, key)) yield { table, rows };
}

async function writeRows(db: Rows, { table, rows }: RowBatch): Promise<void> {
  const width = Object.keys(rows[0] ?? {}).length;
  const step = Math.max(1, Math.floor(VALUES_MAX / Math.max(1, width)));
  for (let at = 0; at < rows.length; at += step)
    await db
      .insertInto(table)
      .values(rows.slice(at, at + step))
      .execute();
}

/** Tables that hold anything. */
async function countRows(db: Rows, schemaVersion: number): Promise<RowCounts> {
  const counts: Partial<Record<TransferredTable, number>> = {};
  for (const [table] of tablesOf(schemaVersion)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[table] = count;
  }
  return counts;
}

// A backup file: gzip of lines of JSON. The first line tells what it is, a line with a table's name opens its rows, the last
// line tells how many rows of each table there are and their digests: a file that was cut off has no last line.

const FORMAT = "signalbox backup 1";
/** Rows a step. Decisions may be large, so that a batch stays within some megabytes. */
const BATCH_ROWS = 500;

interface Head {
  readonly format: string;
  /** The release that wrote it. */
  readonly release: string;
  readonly schemaVersion: number;
  readonly createdAt: string;
}
interface Opening {
  readonly table: TransferredTable;
}
interface End {
  readonly end: Digests;
}

/** `text` is what follows "FILE ". */
const refuse = (file: string, text: string, cause?: unknown): SignalboxError =>
  new SignalboxError("invalid_data", `${file} ${text}`, { cause });

async function* renderLines(source: DigestedSource, now: Date): AsyncGenerator<string> {
  const { schemaVersion } = source;
  const head: Head = { format: FORMAT, release: VERSION, schemaVersion, createdAt: now.toISOString() };
  yield `${JSON.stringify(head)}\n`;
  let open: TransferredTable | undefined;
  for await (const batch of source.batches()) {
    if (batch.table !== open) yield `${JSON.stringify({ table: batch.table } satisfies Opening)}\n`;
    open = batch.table;
    yield `${batch.rows.map(encodeRow).join("\n")}\n`;
  }
  yield `${JSON.stringify({ end: source.digests() } satisfies End)}\n`;
}

/** For its owner alone: it holds what the database holds. It appears under its name when it is complete. */
async function writeArchive(file: string, source: DigestedSource, now = new Date()): Promise<void> {
  const partial = `${file}.partial`;
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(renderLines(source, now), createGzip(), target);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function parseHead(file: string, line: string): Head {
  try {
    const head = JSON.parse(line) as Head;
    if (head.format === FORMAT) return head;
  } catch {
    // Said below: whatever this is, it is no backup.
  }
  throw refuse(file, "is no backup of this service.");
}

interface Archive extends DigestedSource {
  readonly head: Head;
  /** The digests that the file says it holds, once its last line was read. */
  digests(): Digests;
}

/** @throws SignalboxError invalid_data when it is no backup; while its batches are read, when it is damaged or cut off */
async function openArchive(file: string): Promise<Archive> {
  const lines = readLines(file);
  const first = await lines.next();
  if (first.done === true) throw refuse(file, "is empty.");
  const head = parseHead(file, first.value);
  let digests: Digests | undefined;
  return {
    head,
    schemaVersion: head.schemaVersion,
    batches: () => readBatches(lines, (found) => (digests = found)),
    digests: () => {
      if (digests === undefined) throw refuse(file, "was cut off: its last line is missing.");
      return digests;
    },
  };
}

async function* readLines(file: string): AsyncGenerator<string> {
  const text = createGunzip();
  // A fault of either stream ends the lines early; it is thrown once they have ended.
  const piped = pipeline(createReadStream(file), text).catch((error: unknown) => error);
  const reader = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of reader) yield line;
  } catch (cause) {
    throw refuse(file, "cannot be read, or is damaged.", cause);
  }
  const fault = await piped;
  if (fault !== undefined) throw refuse(file, "cannot be read, or is damaged.", fault);
}

async function* readBatches(
  lines: AsyncIterable<string>,
  atEnd: (digests: Digests) => void,
): AsyncGenerator<RowBatch> {
  let table: TransferredTable | undefined;
  let rows: Row[] = [];
  for await (const line of lines) {
    const isMark = line.startsWith('{"table":') || line.startsWith('{"end":');
    if (rows.length >= BATCH_ROWS || isMark) {
      if (table !== undefined && rows.length > 0) yield { table, rows };
      rows = [];
    }
    if (!isMark) rows.push(decodeRow(line));
    else if (line.startsWith('{"end":')) atEnd((JSON.parse(line) as End).end);
    else ({ table } = JSON.parse(line) as Opening);
  }
}

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
