// The command as a person or a program uses it, without a separate process.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { createCatalog, exampleIds } from "@signalbox/catalog";
import {
  listSettings,
  VERSION,
  type ApiKeyWithSecret,
  type Explanation,
  type Page,
  type PreferencePolicy,
  type ApiKey,
} from "@signalbox/contracts";
import { createLogger, loadConfig, openConfiguredStorage, startServer } from "@signalbox/server";

import { COMMANDS } from "./commands/index.ts";
import { runCommand as run } from "../test/run-command.ts";

const dataDir = mkdtempSync(join(tmpdir(), "signalbox-cli-"));
after(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

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

test("help of a command shows its own options, and the settings only when they are asked for", async () => {
  const { out } = await run(["help", "keys", "revoke"]);
  assert.match(out, /--account/);
  assert.doesNotMatch(out, /--port/);
  assert.match((await run(["keys", "revoke", "--help-settings"])).out, /--port/);
  assert.deepEqual(await run(["--version"]), { code: 0, out: `${VERSION}\n`, error: "" });
});

test("a request in a file that is not valid JSON is an error, prose with a brace is not", async () => {
  const broken = await run(["select", "-"], '{"messages": "hello", "llm_providers": [{"model": "openai/o3"}');
  assert.equal(broken.code, 2);
  assert.match(broken.error, /not valid JSON/);
  const prose = await run(["select", "-", "-m", "openai/o3,openai/gpt-4o"], "{x} in TeX: what does it mean?");
  assert.equal(prose.code, 0, prose.error);
});

test("a pipe that closes early ends the command quietly", async () => {
  const main = join(import.meta.dirname, "main.ts");
  const child = spawn("bash", [
    "-c",
    `"${process.execPath}" "${main}" select --help-settings | head -1; exit \${PIPESTATUS[0]}`,
  ]);
  let error = "";
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number];
  assert.equal(error.replaceAll(/.*ExperimentalWarning.*\n.*--trace-warnings.*\n/g, ""), "");
  assert.equal(code, 0);
});

test("the doctor finds a stored rule that is refused today, and says what to fix", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-cli-doctor-"));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const flags = { "data-dir": folder, port: "0", "log-level": "silent" };
  const config = loadConfig({ file: undefined, env: {}, flags });
  await (await startServer({ config })).stop();
  const healthy = await run(["doctor", "--data-dir", folder]);
  // The catalogue of the checkout is old one day.
  assert.doesNotMatch(healthy.out, /^FIX (?! *catalogue )/m, healthy.error);
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  const [account] = (await storage.accounts.list({ limit: 1 })).items;
  assert.ok(account !== undefined);
  const policy = { deny: [{ vendor: "deepseek" }] } as unknown as PreferencePolicy;
  const kept = { id: "old", accountId: account.id, name: "from before", policy, atMs: 0, by: "test" };
  await storage.preferences.create(kept);
  const broken = { ...kept, id: "torn", policy: { deny: "deepseek" } as unknown as PreferencePolicy };
  await storage.preferences.create(broken);
  await storage.close();
  const ill = await run(["doctor", "--data-dir", folder]);
  assert.equal(ill.code, 1);
  assert.match(ill.out, /FIX\s+policies\s+Preference old \(from before\).*label, provider, model, attribute/);
  assert.match(ill.out, /FIX\s+policies\s+Preference torn .*cannot be read/);
});

test("preferences, models, decisions and feedback go to a running service with the key of the environment", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-cli-server-"));
  const config = loadConfig({
    file: undefined,
    env: {},
    flags: { "data-dir": folder, port: "0", "log-level": "silent" },
  });
  const server = await startServer({ config });
  try {
    const { key = "" } = server.firstStart ?? {};
    const env = { SIGNALBOX_API_KEY: key, SIGNALBOX_URL: server.url };
    const json = async <T>(...args: string[]): Promise<T> => {
      const { code, out, error } = await run([...args, "--json"], '{"deny":[{"provider":"openai"}]}', env);
      assert.equal(code, 0, error);
      return JSON.parse(out) as T;
    };
    const made = await json<{ id: string }>("preferences", "save", "--file", "-", "--name", "house");
    assert.match((await run(["preferences", "show"], "", env)).out, /house/);
    assert.deepEqual((await json<{ policy: object }>("preferences", "show", made.id)).policy, {
      deny: [{ provider: "openai" }],
    });
    assert.match((await run(["models", "show", "gpt-4o", "mini"])).out, /openai\/gpt-4o-mini/);
    const routed = await run(["select", "hello", "-m", "openai/o3", "--server", server.url], "", env);
    assert.equal(routed.code, 0, routed.error);
    const { data } = await json<Page<{ session_id: string }>>("decisions", "show");
    assert.equal(data.length, 1);
    await json("feedback", data[0]?.session_id ?? "", "up");
    const wrong = await run(["feedback", data[0]?.session_id ?? "", "great"], "", env);
    assert.equal(wrong.code, 2);
    const bad = await run(["preferences", "save", "--file", "-"], '{"dny":[]}', env);
    assert.match(bad.error, /Did you mean `deny`/);
    const shown = /A policy: (\{.*\})/.exec((await run(["help", "preferences", "save"])).out)?.[1] ?? "";
    assert.equal((await run(["preferences", "save", "--file", "-"], shown, env)).code, 0, shown);
    await json("preferences", "delete", made.id);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
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
  const option = await run(["select", "hi", "--colour", "red"]);
  assert.equal(option.code, 2);
  assert.match(option.error, /--colour.*signalbox help select/s);
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

test("keys are created, listed and revoked; a running service follows immediately", async () => {
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": dataDir, port: "0" } });
  const server = await startServer({ config });
  try {
    const created = await run(on("keys", "create", "--name", "ci", "--scopes", "select", "--json"));
    assert.equal(created.code, 0, created.error);
    const { key, id, scopes } = JSON.parse(created.out) as ApiKeyWithSecret;
    assert.deepEqual(scopes, ["select"]);
    const env = { SIGNALBOX_API_KEY: key };
    const asked = await run(
      ["select", "hello", "-m", "openai/gpt-4o-mini,openai/o3", "--server", server.url, "--json"],
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

test("a scope, an expiry or an id that does not exist is reported", async () => {
  assert.match((await run(on("keys", "create", "--scopes", "fly"))).error, /no scope "fly"/);
  assert.match((await run(on("keys", "create", "--expires-days", "soon"))).error, /expires-days/);
  assert.equal((await run(on("keys", "revoke", "nobody"))).code, 1);
});

test("select decides from words, a file, standard input and a whole request, with the same answer", async () => {
  const text = "Prove that the square root of two is irrational.";
  const models = ["-m", "openai/gpt-4o-mini,openai/o3", "-t", "cost", "--json"];
  const file = join(dataDir, "prompt.txt");
  writeFileSync(file, text);
  const request = JSON.stringify({ messages: [{ role: "user", content: text }] });
  const outcomes = await Promise.all([
    run(["select", text, ...models]),
    run(["select", "--file", file, ...models]),
    run(["select", "-", ...models], text),
    run(["select", ...models], request),
  ]);
  for (const { code, error } of outcomes) assert.equal(code, 0, error);
  const labels = outcomes.map(({ out }) => (JSON.parse(out) as { llm_label: string }).llm_label);
  assert.equal(new Set(labels).size, 1);
});

test("select prints a table for people and the explanation for programs", async () => {
  const args = ["select", "hi there", "-m", exampleIds(createCatalog()).slice(0, 2).join(",")];
  const people = await run(args);
  assert.match(people.out, /candidate +success +spread +cost +time +tokens/);
  assert.match(people.out, /\$0\.\d+/);
  const programs = JSON.parse((await run([...args, "--json"])).out) as { explanation: Explanation };
  assert.equal(programs.explanation.ranking.length, 2);
});

test("select reports wrong dials, an empty text and a missing key", async () => {
  assert.match((await run(["select", "x", "--dial", "eleven"])).error, /--dial/);
  assert.match((await run(["select", "x", "-t", "beauty"])).error, /tradeoff/);
  assert.match((await run(["select"], " ")).error, /No request given/);
  assert.match((await run(["select", "x", "--server", "http://127.0.0.1:9"])).error, /SIGNALBOX_API_KEY/);
});

test("every fault is printed as sentences with one full stop each", async () => {
  const faults = [
    await run(["select", "hello", "-t", "fastest"]),
    await run(["serve", "--port", "0.5", "--log-level", "loud"]),
    await run(["keys", "create", "--scopes", "everything"]),
    await run(["select", "hello", "--dial", "eleven"]),
  ];
  for (const { code, error } of faults) {
    assert.equal(code, 2, error);
    assert.doesNotMatch(error, /[^.]\.\.(\s|$)/);
  }
});
