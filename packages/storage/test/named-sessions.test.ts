// Rows that are named by their ids are looked up, however many others their account has: SQLite's own plan of each statement.
import assert from "node:assert/strict";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { test } from "node:test";

import { connectSqlite } from "../src/database/connect.ts";
import { createContext } from "../src/database/context.ts";
import { sqliteDialect } from "../src/dialects/sqlite.ts";
import { migrate } from "../src/migrations/migrate.ts";
import { createDecisionRepository } from "../src/repositories/decisions.ts";
import { createFeedbackRepository } from "../src/repositories/feedback.ts";

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
