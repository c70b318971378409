// Reads and writes whole tables of a database by their columns' own names.
import { sql, type Kysely } from "kysely";

import type { Row, RowBatch, RowCounts } from "./row-source.ts";
import { tablesOf, type TransferredTable } from "./transferred-tables.data.ts";

/** Rows a step. Decisions may be large, so that a batch stays within some megabytes. */
const BATCH_ROWS = 500;
/** SQLite takes 32,766 values a statement, PostgreSQL 65,535. */
const VALUES_MAX = 30_000;

/** Any database, spoken to without the renaming of columns. */
export type Rows = Kysely<Record<string, Record<string, unknown>>>;

/** Pages by the primary key: a page costs the same wherever it lies. */
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
