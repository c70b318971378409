// The promise: whatever grows with use can be distributed by account. Every such table holds the account of each row and finds
// an account's rows by an index that begins with it; a new table must do so too, or stand in the list below with its reason.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";

import { openStorage } from "../src/index.ts";

/** Small, or above accounts: everything else must be keyed by account. */
const ABOVE_ACCOUNTS: ReadonlySet<string> = new Set([
  "accounts",
  "users",
  "identities",
  "password_resets",
  "second_factors",
  "recovery_codes",
  "instance",
  "migrations",
  // Counts of the whole service, bounded by the hours that are kept.
  "service_counts",
  // Emptied from its end all the time.
  "changes",
]);

interface Table {
  readonly name: string;
  readonly hasOwner: boolean;
  /** The first column of each index and of the primary key. */
  readonly leads: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

function readTable(database: DatabaseSync, name: string): Table {
  const all = (statement: string): readonly Row[] => database.prepare(statement).all();
  const columns = all(`pragma table_info(${name})`);
  const indexes = all(`pragma index_list(${name})`)
    // A partial index finds some of an account's rows only.
    .filter(({ partial }) => partial === 0)
    .map(({ name: index }) => all(`pragma index_info("${String(index)}")`)[0]?.["name"]);
  return {
    name,
    hasOwner: columns.some((column) => column["name"] === "account_id" && column["notnull"] === 1),
    leads: indexes.map(String),
  };
}

const folder = mkdtempSync(join(tmpdir(), "signalbox-keyed-"));
after(() => rmSync(folder, { recursive: true }));

test("every table that grows is keyed by account first", async () => {
  const url = join(folder, "schema.db");
  await (await openStorage({ url })).close();
  const database = new DatabaseSync(url);
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const tables = names.map((name) => readTable(database, name));
  database.close();
  const growing = tables.filter(({ name }) => !ABOVE_ACCOUNTS.has(name));
  assert.ok(growing.length >= 20, names.join(", "));
  assert.deepEqual(
    [...ABOVE_ACCOUNTS].filter((name) => !names.includes(name)),
    [],
  );
  const faulty = growing.filter(({ hasOwner, leads }) => !hasOwner || !leads.includes("account_id"));
  assert.deepEqual(
    faulty.map(({ name }) => name),
    [],
  );
});
