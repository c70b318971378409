// Databases that earlier releases wrote, with what those releases answered. Each is upgraded as docs/upgrading.md says: a
// backup, the new release on the same database, and the backup restored beside it. `scripts/release` adds one for each release.
import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, suite, test } from "node:test";
import { gunzipSync } from "node:zlib";

import type { RunningServer } from "@signalbox/server";

import { runCommand } from "../run-command.ts";
import { startQuietly } from "../start-quietly.ts";

interface Kept {
  readonly key: string;
  readonly preference: string;
  readonly decisions: readonly { readonly session: string; readonly label: string }[];
}

const FIXTURES = join(import.meta.dirname, "fixtures");
const NAMES = globSync("*.db.gz", { cwd: FIXTURES }).map((file) => basename(file, ".db.gz"));
const folder = mkdtempSync(join(tmpdir(), "signalbox-upgrades-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const readKept = (name: string): Kept =>
  JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), "utf8")) as Kept;

function unpack(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "signalbox.db"), gunzipSync(readFileSync(join(FIXTURES, `${name}.db.gz`))));
  return dataDir;
}

type Call = (path: string, body?: object) => Promise<Readonly<Record<string, unknown>>>;

const createCaller =
  ({ url }: RunningServer, key: string): Call =>
  async (path, body) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${path}: ${answer.status}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };

/** Without the neighbour that a later decision becomes. */
const readAll = (call: Call, { decisions }: Kept): Promise<readonly unknown[]> =>
  Promise.all(
    decisions.map(async ({ session }) => {
      const { newer: _newer, ...decision } = await call(`decisions/${session}`);
      return decision;
    }),
  );

/** What the service on a data directory shows; `work` is done with it first. */
async function serve<T>(dataDir: string, key: string, work: (call: Call) => Promise<T>): Promise<T> {
  const server = await startQuietly(dataDir);
  try {
    assert.equal(server.firstStart, undefined, "the account and its keys are those of before");
    return await work(createCaller(server, key));
  } finally {
    await server.stop();
  }
}

async function run(...args: readonly string[]): Promise<void> {
  const { code, error } = await runCommand(args);
  assert.equal(code, 0, error);
}

suite("a database of an earlier release", () => {
  test("is kept of one at least", () => assert.ok(NAMES.length > 0));

  for (const name of NAMES)
    test(`${name} goes on under this release, and so does its backup`, async () => {
      const kept = readKept(name);
      const dataDir = unpack(name);
      const [earlier, later] = [join(folder, `${name}-earlier.gz`), join(folder, `${name}-later.gz`)];
      await run("backup", earlier, "--data-dir", dataDir);

      const upgraded = await serve(dataDir, kept.key, async (call) => {
        const shown = await readAll(call, kept);
        const labels = shown.map((decision) => (decision as { label: string }).label);
        assert.deepEqual(
          labels,
          kept.decisions.map(({ label }) => label),
        );
        await goOn(call, kept);
        return shown;
      });

      await run("backup", later, "--data-dir", dataDir);
      for (const file of [earlier, later]) {
        const restored = `${file}-restored`;
        await run("restore", file, "--data-dir", restored);
        assert.deepEqual(await serve(restored, kept.key, (call) => readAll(call, kept)), upgraded, file);
      }
    });
});

/** Old keys, preferences and sessions are taken up by new decisions, and old feedback is still there. */
async function goOn(call: Call, { decisions, preference }: Kept): Promise<void> {
  const [first] = decisions;
  assert.ok(first !== undefined);
  const next = await call("model-select", {
    messages: "And in French?",
    llm_providers: ["openai/gpt-5", "openai/gpt-5-nano"],
    previous_session: first.session,
    preference_id: preference,
  });
  const { label, preference_id: applied } = await call(`decisions/${String(next["session_id"])}`);
  assert.match(String(label), /^openai\/gpt-5/);
  assert.equal(applied, preference);
  const { feedback } = await call(`decisions/${first.session}`);
  assert.ok(Array.isArray(feedback) && feedback.length === 1, JSON.stringify(feedback));
}
