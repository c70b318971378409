// The drill of an operator: back up a running service, restore it elsewhere, and find every decision as it was.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { runCommand, type Outcome } from "../../test/run-command.ts";
import { startQuietly } from "../../test/start-quietly.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-backup-"));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<Outcome> => runCommand(args);

const PROMPTS = [
  "Say hi.",
  "Prove that e is irrational.",
  "Übersetze „Guten Morgen“ ins Japanische.",
  "2 + 2?",
];

async function ask(url: string, key: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, path);
  return response.json();
}

test("decisions of a running service come back from its backup as they were, under the same keys", async () => {
  const [live, restored] = [join(folder, "live"), join(folder, "restored")];
  const file = join(folder, "backup.gz");
  const service = await startQuietly(live);
  const key = service.firstStart?.key ?? "";
  const sessions: string[] = [];
  for (const messages of PROMPTS) {
    const request = { messages, llm_providers: ["openai/gpt-5", "openai/gpt-5-nano"] };
    const answer = (await ask(service.url, key, "model-select", request)) as { session_id: string };
    sessions.push(answer.session_id);
  }
  const before = await Promise.all(sessions.map((id) => ask(service.url, key, `decisions/${id}`)));
  const backedUp = await run("backup", file, "--data-dir", live);
  assert.equal(backedUp.code, 0, backedUp.error);
  assert.match(backedUp.out, /decisions +4\n/);
  await service.stop();

  const { code, out, error } = await run("restore", file, "--data-dir", restored);
  assert.equal(code, 0, error);
  assert.match(out, /every row was compared/);
  const again = await startQuietly(restored);
  try {
    assert.equal(again.firstStart, undefined, "the account and its keys are those of before");
    const after = await Promise.all(sessions.map((id) => ask(again.url, key, `decisions/${id}`)));
    assert.deepEqual(after, before);
  } finally {
    await again.stop();
  }
  const second = await run("restore", file, "--data-dir", restored);
  assert.equal(second.code, 1);
  assert.match(second.error, /is not empty: \w+ has rows\. Nothing was changed\./);
});

test("what is missing is asked for by name, and passwords are never repeated", async () => {
  assert.match((await run("backup")).error, /Which file\?/);
  assert.match((await run("copy", "--from", join(folder, "x.db"))).error, /--to/);
  assert.match(
    (await run("copy", "--from", "env:NOT_SET_HERE", "--to", "./y.db")).error,
    /NOT_SET_HERE is not set/,
  );
  const { code, error } = await run("copy", "--from", "postgres://me:secret@", "--to", "./y.db");
  assert.equal(code, 2);
  assert.doesNotMatch(error, /secret/);
});
