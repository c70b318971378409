// The command as a person or a program uses it, without a process of its own.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import {
  listSettings,
  type ApiKeyWithSecret,
  type Explanation,
  type Page,
  type ApiKey,
} from "@signalbox/contracts";
import { startServer, loadConfig } from "@signalbox/server";

import type { Console, ExitCode } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { runCli } from "./run-cli.ts";

const dataDir = mkdtempSync(join(tmpdir(), "signalbox-cli-"));
after(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
}

async function run(args: readonly string[], input = "", env: Record<string, string> = {}): Promise<Outcome> {
  const texts = { out: "", error: "" };
  const console: Console = {
    out: (text) => {
      texts.out += text;
    },
    error: (text) => {
      texts.error += text;
    },
    isTerminal: false,
    readInput: () => Promise.resolve(input),
    untilStopped: () => Promise.resolve("SIGTERM"),
  };
  const code = await runCli({ args, env, console, commands: COMMANDS });
  return { code, ...texts };
}

const on = (...args: string[]): string[] => [...args, "--data-dir", dataDir];

test("without arguments and with help it lists every command; each command has help with an example", async () => {
  for (const args of [[], ["help"], ["--help"]]) {
    const { code, out } = await run(args);
    assert.equal(code, 0);
    for (const { name } of COMMANDS) assert.ok(out.includes(name), name);
  }
  for (const command of COMMANDS) {
    const { code, out } = await run(["help", ...command.name.split(" ")]);
    assert.equal(code, 0);
    assert.ok(
      command.examples.length > 0 && command.examples.every((example) => out.includes(example)),
      command.name,
    );
    assert.equal((await run([...command.name.split(" "), "--help"])).out, out);
  }
});

test("help of a group lists its commands", async () => {
  const { code, out, error } = await run(["keys", "--help"]);
  assert.deepEqual([code, error], [0, ""]);
  assert.match(out, /keys create/);
  assert.doesNotMatch(out, /evaluate/);
});

test("no option of a command hides a setting", () => {
  const flags = new Set(listSettings().map(({ flag }) => flag));
  for (const command of COMMANDS.filter(({ takesConfiguration }) => takesConfiguration))
    for (const name of Object.keys(command.options)) assert.ok(!flags.has(name), `${command.name} --${name}`);
});

test("an unknown command or option is exit code 2 and names what was wrong", async () => {
  const command = await run(["brew", "coffee"]);
  assert.equal(command.code, 2);
  assert.match(command.error, /no command "brew"/);
  const option = await run(["route", "hi", "--colour", "red"]);
  assert.equal(option.code, 2);
  assert.match(option.error, /--colour.*signalbox help route/s);
});

test("faults are one line of JSON for programs", async () => {
  const { code, error } = await run(["keys", "revoke", "--json", ...on()]);
  assert.equal(code, 2);
  assert.equal((JSON.parse(error) as { code: string }).code, "bad_request");
});

test("without an account the keys commands say how to get one", async () => {
  const { code, error } = await run(on("keys", "list"));
  assert.equal(code, 2);
  assert.match(error, /signalbox serve/);
});

test("keys are created, listed and revoked; a running service follows at once", async () => {
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": dataDir, port: "0" } });
  const server = await startServer({ config });
  try {
    const created = await run(on("keys", "create", "--name", "ci", "--scopes", "select", "--json"));
    assert.equal(created.code, 0, created.error);
    const { key, id, scopes } = JSON.parse(created.out) as ApiKeyWithSecret;
    assert.deepEqual(scopes, ["select"]);
    const env = { SIGNALBOX_API_KEY: key };
    const asked = await run(
      ["route", "hello", "-m", "openai/gpt-4o-mini,openai/o3", "--server", server.url, "--json"],
      "",
      env,
    );
    assert.equal(asked.code, 0, asked.error);
    const listed = JSON.parse((await run(on("keys", "list", "--json"))).out) as Page<ApiKey>;
    assert.ok(listed.data.some((listedKey) => listedKey.id === id && !("key" in listedKey)));
    assert.equal((await run(on("keys", "revoke", id))).code, 0);
    assert.match((await run(on("keys", "list", "--all"))).out, /revoked/);
  } finally {
    await server.stop();
  }
});

test("a scope, an expiry or an id that does not exist is told", async () => {
  assert.match((await run(on("keys", "create", "--scopes", "fly"))).error, /no scope "fly"/);
  assert.match((await run(on("keys", "create", "--expires-days", "soon"))).error, /expires-days/);
  assert.equal((await run(on("keys", "revoke", "nobody"))).code, 1);
});

test("route decides from words, a file, standard input and a whole request, with the same answer", async () => {
  const text = "Prove that the square root of two is irrational.";
  const models = ["-m", "openai/gpt-4o-mini,openai/o3", "-t", "cost", "--json"];
  const file = join(dataDir, "prompt.txt");
  writeFileSync(file, text);
  const request = JSON.stringify({ messages: [{ role: "user", content: text }] });
  const outcomes = await Promise.all([
    run(["route", text, ...models]),
    run(["route", "--file", file, ...models]),
    run(["route", "-", ...models], text),
    run(["route", ...models], request),
  ]);
  for (const { code, error } of outcomes) assert.equal(code, 0, error);
  const labels = outcomes.map(({ out }) => (JSON.parse(out) as { llm_label: string }).llm_label);
  assert.equal(new Set(labels).size, 1);
});

test("route prints a table for people and the explanation for programs", async () => {
  const args = ["route", "hi there", "-m", "openai/gpt-4o-mini", "-m", "openai/o3"];
  const people = await run(args);
  assert.match(people.out, /candidate +success +spread +cost +time +tokens/);
  assert.match(people.out, /\$0\.\d+/);
  const programs = JSON.parse((await run([...args, "--json"])).out) as { explanation: Explanation };
  assert.equal(programs.explanation.ranking.length, 2);
});

test("route tells wrong dials, an empty text and a missing key", async () => {
  assert.match((await run(["route", "x", "--dial", "eleven"])).error, /--dial/);
  assert.match((await run(["route", "x", "-t", "beauty"])).error, /tradeoff/);
  assert.match((await run(["route"], " ")).error, /nothing to route/);
  assert.match((await run(["route", "x", "--server", "http://127.0.0.1:9"])).error, /SIGNALBOX_API_KEY/);
});

test("every fault is printed as sentences with one full stop each", async () => {
  const faults = [
    await run(["route", "hello", "-t", "fastest"]),
    await run(["serve", "--port", "0.5", "--log-level", "loud"]),
    await run(["keys", "create", "--scopes", "everything"]),
    await run(["route", "hello", "--dial", "eleven"]),
  ];
  for (const { code, error } of faults) {
    assert.equal(code, 2, error);
    assert.doesNotMatch(error, /[^.]\.\.(\s|$)/);
  }
});
