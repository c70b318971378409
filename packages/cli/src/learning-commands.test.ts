// Savings, custom routers and replay as a person uses them in the terminal, on a data directory of their own.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import type { CustomRouter, Replay } from "@signalbox/contracts";
import { loadConfig, startServer } from "@signalbox/server";

import { runCommand as run } from "../test/run-command.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-cli-learning-"));
const dataDir = join(directory, "data");
const quiet = ["--data-dir", dataDir, "--log-level", "silent"];

function fileOf(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

/** One account with a few decisions. */
before(async () => {
  const flags = { "data-dir": dataDir, "log-level": "silent", port: "0" };
  const server = await startServer({ config: loadConfig({ file: undefined, env: {}, flags }) });
  for (const messages of ["Hello", "Prove Fermat's little theorem.", "Write a haiku about rain."]) {
    const llm_providers = [{ model: "openai/gpt-4o-mini" }, { model: "openai/o3" }];
    const response = await fetch(`${server.url}/api/v1/model-select`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.firstStart?.key ?? ""}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ messages, llm_providers }),
    });
    assert.equal(response.status, 200);
  }
  await server.stop();
});
after(() => {
  rmSync(directory, { recursive: true, force: true });
});

test("a file becomes a router that is listed, reported, switched on, replayed against the default, and switched off", async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `Sort parcel ${index} of street ${index * 7},1,0`);
  const path = fileOf("own.csv", ["prompt,openai/gpt-4o-mini/score,openai/o3/score", ...rows].join("\n"));
  const trained = await run([
    "custom-router",
    "train",
    path,
    "--name",
    "Parcels",
    "--activate",
    "--json",
    ...quiet,
  ]);
  assert.equal(trained.code, 0, trained.error);
  const { router } = JSON.parse(trained.out) as { router: CustomRouter };
  assert.ok(router.is_active && router.preference_id !== null);
  assert.match(trained.error, /100 %/);

  const listed = await run(["custom-router", "show", ...quiet]);
  assert.match(listed.out, /switched on.*Parcels/);
  assert.match((await run(["custom-router", "show", router.id, ...quiet])).out, /held-out rows/);

  const sides = ["--a", "default", "--b", `${router.preference_id}@1`];
  const replayed = await run(["replay", ...sides, "--json", ...quiet]);
  assert.equal(replayed.code, 0, replayed.error);
  assert.equal((JSON.parse(replayed.out) as Replay).result?.decisions, 3);
  assert.match((await run(["replay", ...sides, ...quiet])).out, /3 decisions/);

  const again = await run(["custom-router", "train", "--again", router.id, ...quiet]);
  assert.equal(again.code, 0, again.error);
  assert.match(again.out, /Switched on in preference/);
  assert.equal((await run(["custom-router", "activate", router.id, "--off", ...quiet])).code, 0);
  assert.doesNotMatch((await run(["custom-router", "show", ...quiet])).out, /switched on/);

  const erase = ["privacy", "erase", "--evidence", router.id, ...quiet];
  assert.equal((await run([...erase, "--subject", "customer-4711"])).code, 2);
  assert.match((await run(erase)).out, /reports or rows, and what they taught/);
  assert.match((await run(["custom-router", "show", ...quiet])).out, /No custom routers/);
  assert.match((await run(erase)).error, /evidence/);
});

test("a file with faults fails with their lines; a foreign preference and missing sides say what to send", async () => {
  const failed = await run(["custom-router", "train", fileOf("bad.csv", "words,a/b/score\nx,1\n"), ...quiet]);
  assert.equal(failed.code, 1);
  assert.match(failed.error, /no column "prompt"/);
  const foreign = await run(["replay", "--a", "default", "--b", "nobody", ...quiet]);
  assert.equal(foreign.code, 1);
  assert.match(foreign.error, /preference/);
  assert.equal((await run(["replay", "--a", "default", ...quiet])).code, 2);
  assert.equal((await run(["custom-router", "activate", ...quiet])).code, 2);
});

test("what a log would cost is reported in the terminal and as JSON, and its unreadable lines end nothing", async () => {
  const call = {
    call_type: "completion",
    model: "gpt-4o",
    spend: 0.01,
    messages: [{ role: "user", content: "Hello" }],
  };
  const path = fileOf("log.jsonl", `${JSON.stringify(call)}\nbroken\n`);
  const models = ["--models", "openai/gpt-4o,openai/gpt-4o-mini"];
  const reported = await run(["savings", path, ...models, ...quiet]);
  assert.equal(reported.code, 0, reported.error);
  for (const words of [/always openai\/gpt-4o/, /dial 10/, /^1 requests/]) assert.match(reported.out, words);
  const compared = await run(["import", path, ...models, "-t", "cost", ...quiet]);
  assert.equal(compared.code, 0, compared.error);
  for (const words of [/as it was/, /signalbox/, /best single model/, /line 2/])
    assert.match(compared.out, words);
  assert.equal((await run(["import", path, "--format", "xml", ...quiet])).code, 2);
  const json = await run(["savings", path, ...models, "--json", ...quiet]);
  assert.equal((JSON.parse(json.out) as { requests: number }).requests, 1);
});
