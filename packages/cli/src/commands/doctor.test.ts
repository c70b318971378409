// The doctor over real installations that something is wrong with.
import assert from "node:assert/strict";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, utimesSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";

import { createLogger, loadConfig, openConfiguredStorage } from "@signalbox/server";

import { runCommand as run } from "../../test/run-command.ts";
import { checkClock, judgeFreeBytes } from "../doctor/check-machine.ts";

async function install(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-doctor-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": folder } });
  await (await openConfiguredStorage(config, createLogger("silent"))).close();
  return { folder, file: join(folder, "signalbox.db") };
}

/** Overwrites the page where a table begins, as a failing disk would. */
function breakTable(file: string, table: string): void {
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(truncate)");
  const { rootpage } = database.prepare("select rootpage from sqlite_schema where name = ?").get(table) ?? {};
  const { page_size: pageBytes } = database.prepare("pragma page_size").get() ?? {};
  database.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(512, 0xff), 0, 512, (Number(rootpage) - 1) * Number(pageBytes));
  closeSync(handle);
}

test("a sound installation needs nothing but, one day, a newer catalogue", async () => {
  const { folder } = await install();
  const { code, out } = await run(["doctor", "--data-dir", folder]);
  const isOld = /^FIX +catalogue /m.test(out);
  assert.equal(code, isOld ? 1 : 0, out);
  assert.equal(out.match(/^FIX /gm)?.length ?? 0, isOld ? 1 : 0, out);
  const checks = ["versions", "clock", "disk", "permissions", "database", "policies", "digest keys"];
  for (const check of [...checks, "rate limits"]) assert.match(out, new RegExp(`^ok +${check} `, "m"));
});

test("a damaged page of the database is found, with what to do", async () => {
  const { folder, file } = await install();
  breakTable(file, "audit_log");
  const { code, out } = await run(["doctor", "--data-dir", folder]);
  assert.equal(code, 1);
  assert.match(out, /FIX +database .*damaged .*signalbox restore/);
});

test("a counter of rate limits that does not answer is found, without its address", async () => {
  const { folder } = await install();
  const flags = ["--data-dir", folder, "--redis-url", "redis://someone:secret@127.0.0.1:1"];
  const { code, out } = await run(["doctor", ...flags]);
  assert.equal(code, 1);
  assert.match(out, /FIX +rate limits .*does not count.*limits\.redisUrl/);
  assert.ok(!out.includes("secret"));
});

test("a database file that others can read is found by its name", async () => {
  const { folder, file } = await install();
  chmodSync(file, 0o644);
  const { code, out } = await run(["doctor", "--data-dir", folder]);
  assert.equal(code, 1);
  assert.ok(out.includes(`chmod 600 ${file}`), out);
});

test("files from the future are a clock that went back", async () => {
  const { folder, file } = await install();
  const tomorrow = Date.now() / 1000 + 86_400;
  utimesSync(file, tomorrow, tomorrow);
  const { code, out } = await run(["doctor", "--data-dir", folder]);
  assert.equal(code, 1);
  assert.match(out, /FIX +clock .*went back/);
});

test("a clock that disagrees with the database, and a disk with little room, are to be fixed", () => {
  const nowMs = Date.UTC(2026, 5, 1);
  const clocks = { nowMs, databaseMs: nowMs - 90_000, newestFileMs: undefined };
  assert.match(checkClock(clocks).detail, /90 s away/);
  assert.equal(checkClock({ ...clocks, databaseMs: nowMs - 1_000 }).ok, true);
  assert.equal(judgeFreeBytes("/data", 2 ** 30).ok, true);
  assert.match(judgeFreeBytes("/data", 2 ** 29).detail, /0\.5 GiB.*Make room/);
});
