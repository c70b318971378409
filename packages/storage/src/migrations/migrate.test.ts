import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";

import { loadMigrations } from "./migrate.ts";

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-migrations-"));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "package.json"), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
}

const step = (version: number): string =>
  `export const step = { version: ${version}, name: "step", statements: ["create table t${version} (id text)"] };`;

test("the release's own migrations are numbered from one on without a gap", async () => {
  const migrations = await loadMigrations();
  assert.deepEqual(
    migrations.map(({ version }) => version),
    migrations.map((_, index) => index + 1),
  );
  assert.ok(migrations.length >= 1);
  assert.ok(migrations.every(({ name, statements }) => name !== "" && statements.length > 0));
});

test("a file with the next number is the next migration, and other files are none of them", async (t) => {
  const dir = await folderOf(t, {
    "0002-second.js": step(2),
    "0001-first.js": step(1),
    "helper.js": "throw new Error('it was loaded')",
    "0003-notes.md": "not code",
  });
  assert.deepEqual(
    (await loadMigrations(dir)).map(({ version }) => version),
    [1, 2],
  );
});

test("a gap, a number twice, a file of another number and a file without a migration stop the start", async (t) => {
  const faulty: readonly (readonly [files: Readonly<Record<string, string>>, message: RegExp])[] = [
    [{ "0001-a.js": step(1), "0003-c.js": step(3) }, /Migration 2 is missing/],
    [{ "0001-a.js": step(1), "0001-b.js": step(1) }, /Migration 2 is missing or twice there/],
    [{ "0001-a.js": step(2) }, /0001-a\.js has another number than its migration, 2/],
    [{ "0001-a.js": "export const nothing = 1;" }, /0001-a\.js must export one migration/],
    [{ "0001-a.js": `${step(1)} export const other = step;` }, /must export one migration/],
  ];
  for (const [files, message] of faulty)
    await assert.rejects(loadMigrations(await folderOf(t, files)), message);
});

const ADDS = /^\s*(?:create (?:unique )?index|create table|alter table \w+ add column|insert|update)\b/i;
const addsOnly = (statement: string): boolean =>
  ADDS.test(statement) &&
  (!/\badd column\b.*\bnot null\b/is.test(statement) || /\bdefault\b/i.test(statement));

/** No release has an earlier schema, so no replica of an earlier release reads what these take away. */
const FIRST_RELEASED_SCHEMA = 6;

test("migrations after the first release only add, so that replicas of the release before keep working", async () => {
  const since = (await loadMigrations()).filter(({ version }) => version > FIRST_RELEASED_SCHEMA);
  assert.deepEqual(
    since.flatMap(({ statements }) => statements).filter((statement) => !addsOnly(statement)),
    [],
  );
});

test("a statement that takes something away is not taken for one that adds", () => {
  assert.ok(!addsOnly("alter table t drop column a"));
  assert.ok(!addsOnly("alter table t add column a text not null"));
  assert.ok(addsOnly("alter table t add column a text not null default ''"));
});
