// Advice from a list, from a log, from the local database, and from a running service.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import type { Advice } from "@signalbox/contracts";
import { loadConfig, startServer } from "@signalbox/server";

import { runCommand, type Outcome } from "../../test/run-command.ts";

const dir = mkdtempSync(join(tmpdir(), "signalbox-advise-"));
after(() => rmSync(dir, { recursive: true, force: true }));

const LOG = join(dir, "requests.jsonl");
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-3-opus"];
const QUESTIONS = ["Prove that 7 divides n^7 - n.", "Title for a post about rain?", "Sum of 2 and 3?"];
writeFileSync(
  LOG,
  QUESTIONS.map((messages) => `${JSON.stringify({ messages, llm_providers: MODELS })}\n`).join(""),
);

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> =>
  runCommand(["advise", ...args], "", env);

async function advised(args: readonly string[], env: Record<string, string> = {}): Promise<Advice> {
  const { code, out, error } = await run([...args, "--json"], env);
  assert.equal(code, 0, error);
  return JSON.parse(out) as Advice;
}

test("a list of models alone is judged on typical requests, in words that a person can act on", async () => {
  const { code, out, error } = await run([...MODELS, "--max", "20"]);
  assert.equal(code, 0, error);
  assert.match(out, /Judged on 20 typical requests that ship with Signalbox, decided again for quality/);
  assert.match(out, /anthropic\/claude-3-opus .*dominated by openai\/gpt-5-mini/);
  assert.match(out, /claude-3-opus: On the 20 requests .* costs \d+ % less: \$.* per 1,000 requests/);
  assert.match(out, /Worth adding, each alone:/);
});

test("a log is judged on its own requests and lists, what-ifs included", async () => {
  const advice = await advised(["--log", LOG, "--without", "claude-3-opus", "--price", "gpt-5-mini=9/90"]);
  assert.deepEqual([advice.source, advice.requests], ["log", QUESTIONS.length]);
  assert.ok((advice.change?.usd_per_1000_change?.mean ?? 0) > 0);
  assert.deepEqual(
    advice.change?.picks.map(({ label, after: share }) => [label, share]),
    [["openai/gpt-5-mini", 1]],
  );
});

const litellm = (model: string, content: string): string =>
  `${JSON.stringify({ call_type: "acompletion", model, messages: [{ role: "user", content }], spend: 0.01 })}\n`;

test("a log of LiteLLM is judged on its calls, with every model that it names, and says so first", async () => {
  const file = join(dir, "litellm.jsonl");
  const failed = `${JSON.stringify({ call_type: "acompletion", model: "gpt-4o", status: "failure" })}\n`;
  writeFileSync(
    file,
    [litellm("gpt-4o", "Hi"), litellm("claude-3-opus-20240229", "Prove it."), failed].join(""),
  );
  const { code, out, error } = await run(["--log", file]);
  assert.equal(code, 0, error);
  const [first, , assumed, left] = out.split("\n");
  assert.match(first ?? "", /^Judged on 2 requests of the log \(1 more could not/);
  assert.match(
    assumed ?? "",
    /no lists of candidates, so .* taken as offered: openai\/gpt-4o, anthropic\/claude-3-opus\./,
  );
  assert.match(left ?? "", /One record of the log is no finished call/);
  const named = await advised(["--log", file, ...MODELS]);
  assert.deepEqual(named.models.map(({ label }) => label).toSorted(), MODELS.toSorted());
  assert.doesNotMatch(named.notes.join(" "), /taken as offered/);
});

test("a log that names no model says what is missing and how to state it", async () => {
  const file = join(dir, "bare.jsonl");
  writeFileSync(file, `${JSON.stringify({ messages: "Hi" })}\n`);
  const { code, error } = await run(["--log", file]);
  assert.equal(code, 2);
  assert.match(error, /does not say which models .* advise --log FILE openai\/gpt-5/);
});

test("a price that nobody knows is called unknown, without a dollar sign before it", async () => {
  const { out } = await run(["our-own/model-7b", "our-own/model-70b", "--max", "10"]);
  assert.match(out, /Expected success .* dollars unknown, since a price is unknown\./);
  assert.doesNotMatch(out, /\$unknown|NaN|undefined/);
});

test("a server and the local database answer the same question alike, from the traffic", async () => {
  const flags = { "data-dir": join(dir, "data"), port: "0", "log-level": "silent" };
  const server = await startServer({ config: loadConfig({ file: undefined, env: {}, flags }) });
  const env = { SIGNALBOX_API_KEY: server.firstStart?.key ?? "" };
  try {
    for (const messages of QUESTIONS) {
      const answer = await fetch(`${server.url}/api/v1/model-select`, {
        method: "POST",
        headers: { authorization: `Bearer ${env.SIGNALBOX_API_KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ messages, llm_providers: MODELS.map((model) => ({ model })) }),
      });
      assert.equal(answer.status, 200);
    }
    const remote = await advised(["--server", server.url], env);
    assert.deepEqual([remote.source, remote.requests], ["traffic", QUESTIONS.length]);
    const refused = await run(["--server", server.url, "--preference", "nobody"], env);
    assert.equal(refused.code, 2);
    await server.stop();
    const local = await advised(["--data-dir", flags["data-dir"]]);
    assert.deepEqual(local, remote);
  } finally {
    await server.stop();
  }
});

test("what is wrong is said with the way out, and nothing is guessed", async () => {
  for (const [args, words] of [
    [["gpt-5", "--price", "gpt-5=cheap"], /MODEL=IN\/OUT/],
    [["gpt-5", "--tradeoff", "quality"], /cost or latency/],
    [["gpt-5", "--max", "5"], /from 10 to 1000/],
    [["gpt-5", "--preference", "p"], /add --server URL/],
    [["gpt-5", "--with", "openai/gpt-4p"], /with: openai\/gpt-4p: .*Did you mean/],
    [["--log", join(dir, "nothing")], /cannot be read/],
    [["--log", LOG, "--server", "http://127.0.0.1:9"], /--log or --server, not both/],
  ] as const) {
    const { code, error } = await run(args);
    assert.equal(code, 2, args.join(" "));
    assert.match(error, words);
  }
});
