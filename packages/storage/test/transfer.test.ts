// Backups and moves on real databases: a file, a server, and back.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";

import { addAccount, addDecision, addUser, aKey, T0 } from "../src/conformance/fixtures.ts";
import { connectSqlite } from "../src/database/connect.ts";
import { openSqlite } from "../src/database/open-sqlite.ts";
import { sqliteDialect } from "../src/dialects/sqlite.ts";
import { backUp, copyDatabase, openStorage, restore, type Storage } from "../src/index.ts";
import { loadMigrations, migrate } from "../src/migrations/migrate.ts";
import { tablesOf } from "../src/transfer/transferred-tables.data.ts";
import { postgresSkipReason, startTestPostgres, type TestPostgres } from "./start-test-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-transfer-"));
const skip = await postgresSkipReason();
let server: TestPostgres | undefined;
let names = 0;
/** More than a batch of rows. */
const DECISIONS = 603;
const newPath = (): string => join(folder, `${(names += 1)}.db`);

before(async () => {
  if (skip === false) server = await startTestPostgres();
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Bytes, text of several scripts, and empty columns. */
async function fill(storage: Storage): Promise<string> {
  const accountId = await addAccount(storage);
  const { id: userId } = await addUser(storage);
  await storage.secondFactors.propose({
    userId,
    secret: "S",
    lastStep: 0,
    createdAtMs: T0,
    confirmedAtMs: null,
  });
  await storage.secondFactors.replaceRecoveryCodes({ userId, codeHashes: ["a", "b"] });
  await storage.apiKeys.create(aKey(accountId));
  for (let at = 0; at < DECISIONS; at += 1)
    await addDecision(storage, accountId, {
      createdAtMs: T0 + at,
      usd: at % 3 === 0 ? null : 1 / (at + 1),
      features: at % 2 === 0 ? null : Float32Array.of(at, 1 / 3),
      text: { messages: [{ role: "user", text: "Grüße 👋 \u0000 日本語" }] },
    });
  return accountId;
}

interface Filled {
  readonly path: string;
  readonly accountId: string;
}
let made: Promise<Filled> | undefined;
const makeFile = (): Promise<Filled> => (made ??= fillFile());

async function fillFile(): Promise<Filled> {
  const path = newPath();
  const storage = await openStorage({ url: path });
  const accountId = await fill(storage);
  await storage.close();
  return { path, accountId };
}

async function decisionsOf(address: string, accountId: string): Promise<readonly unknown[]> {
  const storage = await openStorage({ url: address });
  try {
    const rows: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await storage.decisions.list({
        accountId,
        limit: 500,
        ...(cursor !== undefined && { cursor }),
      });
      rows.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  } finally {
    await storage.close();
  }
}

/** Rows of each table that is not empty, but for the messages between processes. */
function rowsByTable(path: string): Readonly<Record<string, number>> {
  const database = openSqlite(path, { blockMs: 0 });
  try {
    const names = database.prepare("select name from sqlite_schema where type = 'table'").all();
    const counts = names
      .map(({ name }) => String(name))
      .filter((name) => name !== "changes" && !name.startsWith("sqlite_"))
      .map(
        (name) => [name, Number(database.prepare(`select count(*) as n from ${name}`).get()?.["n"])] as const,
      );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  } finally {
    database.close();
  }
}

test("every table of the newest schema is carried, but for the messages between processes", async () => {
  const path = newPath();
  const newest = (await loadMigrations()).length;
  const db = connectSqlite(openSqlite(path, { blockMs: 0 }), 1_000);
  await migrate(db, sqliteDialect);
  const tables = await db.withoutPlugins().introspection.getTables();
  await db.destroy();
  const inSchema = tables.map(({ name }) => name).filter((name) => !name.startsWith("sqlite_"));
  const carried = [...tablesOf(newest).map(([table]) => table), "changes", "migrations"];
  assert.deepEqual(inSchema.toSorted(), carried.toSorted());
});

test("a backup fills an empty database with the same rows, while the first one is still written to", async () => {
  const { path, accountId } = await makeFile();
  const file = `${path}.backup`;
  const storage = await openStorage({ url: path });
  const counts = await backUp(path, file, {
    onProgress: () => void addDecision(storage, accountId),
  });
  await storage.close();
  assert.equal(counts.decisions, DECISIONS);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const target = newPath();
  assert.deepEqual(await restore(file, target), counts);
  const restored = await decisionsOf(target, accountId);
  const known = new Map(
    (await decisionsOf(path, accountId)).map((row) => [(row as { sessionId: string }).sessionId, row]),
  );
  assert.equal(restored.length, DECISIONS);
  for (const row of restored) assert.deepEqual(row, known.get((row as { sessionId: string }).sessionId));
});

test("an installation moves from a file to PostgreSQL and back without a difference", { skip }, async () => {
  const { path, accountId } = await makeFile();
  const address = (await server?.createDatabase()) ?? "";
  const counts = await copyDatabase(path, address);
  const back = newPath();
  assert.deepEqual(await copyDatabase(address, back), counts);
  const [before, there, after] = [
    await decisionsOf(path, accountId),
    await decisionsOf(address, accountId),
    await decisionsOf(back, accountId),
  ];
  assert.deepEqual(there, before);
  assert.deepEqual(after, before);
  const kept = rowsByTable(path);
  assert.deepEqual(rowsByTable(back), kept);
  for (const table of ["decision_groups", "second_factors", "recovery_codes"])
    assert.ok(table in kept, `${table} has a row to carry`);
  await assert.rejects(copyDatabase(path, address), { code: "conflict", message: /is not empty/ });
});

test("a file that is cut off, damaged, or something else leaves the database empty", async () => {
  const { path } = await makeFile();
  const file = `${path}.backup`;
  await backUp(path, file);
  const bytes = readFileSync(file);
  const text = gunzipSync(bytes).toString();
  const lines = text.trimEnd().split("\n");
  const firstDecision = lines.indexOf('{"table":"decisions"}') + 1;
  const broken: Readonly<Record<string, readonly [Uint8Array, RegExp]>> = {
    "half of it": [bytes.subarray(0, bytes.length / 2), /damaged/],
    "without its last line": [gzipSync(lines.slice(0, -1).join("\n")), /cut off/],
    "a row less": [gzipSync(lines.toSpliced(firstDecision, 1).join("\n")), /do not match its last line/],
    "another file": [gzipSync("hello\n"), /is no backup/],
    "no archive at all": [Buffer.from("hello"), /damaged/],
    empty: [gzipSync(""), /is empty/],
  };
  for (const [name, [content, message]] of Object.entries(broken)) {
    const [wrong, target] = [newPath(), newPath()];
    writeFileSync(wrong, content);
    await assert.rejects(restore(wrong, target), { code: "invalid_data", message }, name);
    const storage = await openStorage({ url: target });
    assert.deepEqual((await storage.accounts.list({})).items, [], name);
    await storage.close();
  }
});

test("a failed backup leaves no file behind", async () => {
  const nothing = newPath();
  const file = join(folder, "nothing.backup");
  await assert.rejects(backUp(nothing, file), { code: "not_found", message: /holds no data/ });
  assert.equal(existsSync(file) || existsSync(`${file}.partial`), false);
});

/** A database as the schema of `version` left it, filled by statements of its time. */
async function olderDatabase(version: number, statements: readonly string[]): Promise<string> {
  const path = newPath();
  const database = openSqlite(path, { blockMs: 0 });
  const db = connectSqlite(database, 1_000);
  await migrate(db, sqliteDialect, version);
  for (const statement of statements) database.exec(statement);
  await db.destroy();
  return path;
}

const FIRST_SCHEMA_ROWS = [
  `insert into accounts (id, name, settings, digest_key, created_at_ms) values ('a', 'A', '{}', 'k', 1)`,
  `insert into users (id, email, email_key, name, created_at_ms) values ('u', 'u@x', 'u@x', 'U', 1)`,
  `insert into passkeys (id, credential_id, user_id, name, public_key, counter, transports, created_at_ms)
    values ('p', 'c', 'u', 'Laptop', 'k', 0, '[]', 1)`,
  `insert into api_keys (id, account_id, hash, prefix, name, scopes, created_at_ms, lineage_id)
    values ('k', 'a', 'h', 'sk_', 'Key', '[]', 1, 'first')`,
  `insert into budgets (id, account_id, scope, subject, period, usd_max, alert_share, is_hard, updated_at_ms)
    values ('b', 'a', 'account', '', 'month', 1, 0.8, 1, 1)`,
  ...["budget", "service"].map(
    (
      kind,
    ) => `insert into alerts (id, account_id, kind, subject, severity, details, opened_at_ms, updated_at_ms)
      values ('${kind}', 'a', '${kind}', 's', 'warning', '{}', 1, 2)`,
  ),
  ...["password", "passkey"].map(
    (
      by,
    ) => `insert into browser_sessions (id, token_hash, user_id, account_id, created_at_ms, last_seen_at_ms,
      expires_at_ms, signed_in_by) values ('${by}', '${by}', 'u', 'a', 1, 1, 2, '${by}')`,
  ),
];

/** Expects that people and accounts stay, and that tables of removed features go with the sessions that they opened. */
function assertUpgraded(path: string): void {
  const rows = rowsByTable(path);
  assert.equal(rows["users"], 1);
  assert.equal(rows["accounts"], 1);
  assert.equal(rows["browser_sessions"], 1, "a session by passkey ends, one by password stays");
  assert.equal(rows["api_keys"], 1);
  assert.deepEqual([rows["passkeys"], rows["budgets"]], [undefined, undefined]);
  const database = openSqlite(path, { blockMs: 0 });
  const open = database.prepare("select kind from alerts where resolved_at_ms is null").all();
  database.close();
  assert.deepEqual(
    open.map(({ kind }) => kind),
    ["service"],
    "an alert of a removed kind is closed",
  );
}

test("a database of the first schema is upgraded where it is, and from its backup", async () => {
  const path = await olderDatabase(1, FIRST_SCHEMA_ROWS);
  const file = `${path}.backup`;
  const counts = await backUp(path, file);
  assert.equal(counts.passkeys, 1);
  const restored = newPath();
  assert.deepEqual(await restore(file, restored), counts);
  assertUpgraded(restored);
  await (await openStorage({ url: path })).close();
  assertUpgraded(path);
});

test("a database of the first schema moves to PostgreSQL and is upgraded there", { skip }, async () => {
  const path = await olderDatabase(1, FIRST_SCHEMA_ROWS);
  const address = (await server?.createDatabase()) ?? "";
  await copyDatabase(path, address);
  const back = newPath();
  await copyDatabase(address, back);
  assertUpgraded(back);
});
