// The journal as lines: of all accounts or of one, of a span of time, with the columns of the table in docs/operations.md.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { createLogger, EXPORT_COLUMNS, loadConfig, openConfiguredStorage } from "@signalbox/server";
import { createJournal } from "@signalbox/storage";

import { variedDecisions } from "../../test/varied-decisions.ts";
import { runCommand as run } from "../../test/run-command.ts";

const ROWS = 450;
const DAY_MS = 86_400_000;
const GUIDE = join(import.meta.dirname, "../../../../docs/operations.md");
const folder = mkdtempSync(join(tmpdir(), "signalbox-decisions-export-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function fill(accountId: string): Promise<void> {
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": folder } });
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  const account = { id: accountId, name: "Aviary", settings: {}, digestKey: "ab", claimTokenHash: null };
  await storage.accounts.create({ ...account, createdAtMs: 0 });
  const journal = createJournal(storage, { queueRowsMax: 2 * ROWS });
  const rows = variedDecisions({ accountId, rows: ROWS, fromMs: DAY_MS, toMs: 3 * DAY_MS });
  await Promise.all(Array.from(rows, (row) => journal.append(row)));
  await journal.close();
  await storage.close();
}

type Line = Readonly<Record<string, unknown>>;

async function exported(...args: string[]): Promise<readonly Line[]> {
  const { code, out } = await run(["decisions", "export", ...args, "--data-dir", folder]);
  assert.equal(code, 0, out);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

test("every decision is a line with the columns of the guide's table, and a span or an account narrows them", async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await fill(one);
  await fill(other);
  const all = await exported();
  assert.equal(new Set(all.map((line) => line["session_id"])).size, 2 * ROWS);
  const [table = ""] =
    /create table decisions \(([^;]*?)\n\) engine/.exec(readFileSync(GUIDE, "utf8"))?.slice(1) ?? [];
  const columns = [...table.matchAll(/(?:^|,)\s*([a-z_]+) /g)].map(([, name]) => name);
  assert.deepEqual(columns, ["account_id", ...EXPORT_COLUMNS]);
  for (const line of all) assert.deepEqual(Object.keys(line), columns);
  const mine = await exported("--account", other);
  assert.equal(mine.length, ROWS);
  assert.ok(mine.every((line) => line["account_id"] === other));
  const days = [1, 2, 3].map((day) => new Date(day * DAY_MS).toISOString());
  const second = await exported("--account", one, "--from", days[1]!, "--to", days[2]!);
  const first = await exported("--account", one, "--to", days[1]!);
  assert.ok(first.length > 0 && second.length > 0);
  assert.ok(second.every((line) => String(line["created_at"]) >= days[1]!));
  assert.ok(first.length + second.length <= ROWS);
});

test("a time that cannot be read is refused in words", async () => {
  const { code, error } = await run(["decisions", "export", "--from", "yesterday", "--data-dir", folder]);
  assert.notEqual(code, 0);
  assert.match(error, /from/);
});
