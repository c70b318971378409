// Reads and writes whole tables of a database by their columns' own names.
import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { tablesOf, type TransferredTable } from "./transferred-tables.data.ts";

// Rows on their way from one database or file to another.

/** A value as both databases give it: text, a finite number, bytes, or nothing. */
type Value = string | number | Uint8Array | null;
/** By the column's name in the schema. */
export type Row = Readonly<Record<string, Value>>;

/** Some rows of one table; the tables come in the order in which they refer to each other. */
export interface RowBatch {
  readonly table: TransferredTable;
  readonly rows: readonly Row[];
}

export interface RowSource {
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
export function encodeRow(row: Row): string {
  const members = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(members.map(([name, value]) => [name, encodeValue(value)])));
}

export function decodeRow(line: string): Row {
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
export type Digests = Readonly<Partial<Record<TransferredTable, TableDigest>>>;

/** Rows that are digested as they pass. */
export interface DigestedSource extends RowSource {
  /** Digests the batches that were read so far: all of them once they have ended. */
  digests(): Digests;
}

interface DigestKeeper {
  add(batch: RowBatch): void;
  digests(): Digests;
}

export function createDigestKeeper(): DigestKeeper {
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
export function differingTables(a: Digests, b: Digests): readonly string[] {
  const tables = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<TransferredTable>;
  return [...tables].filter(
    (table) => a[table]?.digest !== b[table]?.digest || a[table]?.rows !== b[table]?.rows,
  );
}

/** Rows a step. Decisions may be large, so that a batch stays within some megabytes. */
const BATCH_ROWS = 500;
/** SQLite takes 32,766 values a statement, PostgreSQL 65,535. */
const VALUES_MAX = 30_000;

/** Any database, spoken to without the renaming of columns. */
export type Rows = Kysely<Record<string, Record<string, unknown>>>;

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

export async function* readTables(db: Rows, schemaVersion: number): AsyncGenerator<RowBatch> {
  for (const [table, key] of tablesOf(schemaVersion))
    for await (const rows of readTable(db, table, key)) yield { table, rows };
}

export async function writeRows(db: Rows, { table, rows }: RowBatch): Promise<void> {
  const width = Object.keys(rows[0] ?? {}).length;
  const step = Math.max(1, Math.floor(VALUES_MAX / Math.max(1, width)));
  for (let at = 0; at < rows.length; at += step)
    await db
      .insertInto(table)
      .values(rows.slice(at, at + step))
      .execute();
}

/** Tables that hold anything. */
export async function countRows(db: Rows, schemaVersion: number): Promise<RowCounts> {
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
