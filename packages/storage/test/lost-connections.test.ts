// The promise: a database that drops connections, idle or in use, fails the statements under way and nothing else.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { sql } from "kysely";

import { addAccount, aDecision } from "../src/conformance/fixtures.ts";
import { connectPostgres } from "../src/database/connect.ts";
import { postgresDialect } from "../src/dialects/postgres.ts";
import { openStorage } from "../src/index.ts";
import { createJournal } from "../src/journal/create-journal.ts";
import { postgresSkipReason, startTestPostgres, type TestPostgres } from "./start-test-postgres.ts";

const DROPS = 10;
const WRITERS = 8;
const ROUNDS = 200;

describe("a lost connection", { skip: await postgresSkipReason() }, () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startTestPostgres();
  });
  after(() => postgres.stop());

  test("of a client in use is reported and does not end the process", async () => {
    const faults: unknown[] = [];
    const url = await postgres.createDatabase();
    const onFault = (fault: unknown): void => void faults.push(fault);
    const { db, pool } = connectPostgres({ url, poolMax: 2, timeoutMs: 5_000, onFault });
    const client = await pool.connect();
    const ended = Promise.withResolvers<void>();
    client.once("end", () => ended.resolve());
    await Promise.all([ended.promise, postgres.dropConnections()]);
    client.release(true);
    assert.ok(faults.length > 0);
    assert.equal((await pool.query("select 1 as one")).rows.length, 1);
    await db.destroy();
  });

  test("is not needed to end a statement that takes too long: it fails as unavailable, and the next ones work", async () => {
    const url = await postgres.createDatabase();
    const options = { url, poolMax: 1, timeoutMs: 5_000, statementTimeoutMs: 50, onFault: () => {} };
    const { db } = connectPostgres(options);
    await assert.rejects(sql`select pg_sleep(60)`.execute(db), { code: "dependency_unavailable" });
    const limits = await db.transaction().execute(async (trx) => {
      for (const statement of postgresDialect.beginMigrations) await sql.raw(statement).execute(trx);
      return sql`show statement_timeout`.execute(trx);
    });
    assert.deepEqual(limits.rows, [{ statementTimeout: "0" }]);
    await db.destroy();
  });

  test("under load costs no process and no acknowledged decision", async () => {
    const storage = await openStorage({ url: await postgres.createDatabase() });
    const accountId = await addAccount(storage);
    const journal = createJournal(storage);
    let acknowledged = 0;
    const write = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const kept = await Promise.allSettled([
          journal.append(aDecision(accountId)),
          storage.feedback.list({ accountId, limit: 1 }),
        ]);
        if (kept[0].status === "fulfilled") acknowledged += 1;
      }
    };
    const drop = async (): Promise<void> => {
      for (let drops = 0; drops < DROPS; drops += 1) await postgres.dropConnections();
    };
    await Promise.all([drop(), ...Array.from({ length: WRITERS }, write)]);
    await journal.append(aDecision(accountId));
    await journal.close();
    assert.ok((await storage.decisions.count({ accountId })) > acknowledged);
    await storage.close();
  });
});
