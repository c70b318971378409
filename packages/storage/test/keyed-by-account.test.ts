// The promise: whatever grows with use can be distributed by account. Every such table holds the account of each row and finds
// an account's rows by an index that begins with it; a new table must do so too, or stand in the list below with its reason.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { after, test } from "node:test";
import { openStorage } from "../src/index.ts";
import { connectSqlite } from "../src/database/connect.ts";
import { createContext } from "../src/database/context.ts";
import { sqliteDialect } from "../src/dialects/sqlite.ts";
import { migrate } from "../src/migrations/migrate.ts";
import { createDecisionRepository } from "../src/repositories/decisions.ts";
import { createFeedbackRepository } from "../src/repositories/feedback.ts";

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

// Rows that are named by their ids are looked up, however many others their account has: SQLite's own plan of each statement.

class ListeningDatabase extends DatabaseSync {
  readonly heard: string[] = [];

  override prepare(text: string): StatementSync {
    this.heard.push(text);
    return super.prepare(text);
  }
}

test("lists of sessions are found by their ids, not by walking the account", async (t) => {
  const database = new ListeningDatabase(":memory:");
  const db = connectSqlite(database, 0);
  t.after(() => db.destroy());
  await migrate(db, sqliteDialect);
  const announcer = { record: () => Promise.resolve(), emit: () => {} };
  const context = createContext({ db, dialect: sqliteDialect, announcer });
  const [accountId, sessionIds] = ["account", ["one", "two", "three"]];
  const decisions = createDecisionRepository(context);
  database.heard.length = 0;
  await decisions.listTexts({ accountId, sessionIds, charsMax: 10 });
  await decisions.delete({ accountId, sessionIds });
  await createFeedbackRepository(context).listBySessions({ accountId, sessionIds });
  const asked = database.heard.filter((text) => text.includes('"session_id" in'));
  assert.equal(asked.length, 3);
  for (const text of asked) {
    const plan = database.prepare(`explain query plan ${text}`).all();
    assert.match(String(plan[0]?.["detail"]), /\(session_id=\?\)/, text);
  }
});
