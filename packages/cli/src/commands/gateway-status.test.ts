// The answers of the commands beside a gateway about a real one, and how each client is pointed at it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";

import { openTestGateway, post } from "../../../gateway/test/open-test-gateway.ts";
import { createService, loadConfig, prepareFirstStart } from "@signalbox/server";

import { createLocalDecider } from "../gateway/deciders.ts";
import { runCommand } from "../../test/run-command.ts";
import { CLIENTS, setUpClient } from "../gateway/clients.ts";

const BODY = { model: "auto", messages: [{ role: "user", content: "Hello" }] };
/** A port of the loopback on which nobody can listen. */
const NOBODY = "http://127.0.0.1:1";

const ANY = { model: "gpt-5.5", window: 1_050_000 };
const AUTO = { messages: ANY, chat: ANY, responses: ANY };

let gateway: Awaited<ReturnType<typeof openTestGateway>>;

before(async () => {
  gateway = await openTestGateway();
  assert.equal((await post(gateway, "/v1/messages", BODY)).status, 200);
});
after(() => gateway.close());

test("gateway status tells the calls of a running gateway, as text and as JSON", async () => {
  const text = await runCommand(["gateway", "status", "--url", gateway.url]);
  assert.equal(text.code, 0, text.error);
  assert.match(text.out, /Calls\s+1, 0 not routed/);
  const json = await runCommand(["gateway", "status", "--url", `${gateway.url}/`, "--json"]);
  assert.equal((JSON.parse(json.out) as { totals: { calls: number } }).totals.calls, 1);
});

test("gateway status says where nobody answers and how to start one", async () => {
  const { code, error } = await runCommand(["gateway", "status", "--url", NOBODY]);
  assert.notEqual(code, 0);
  assert.match(error, /No gateway answers at http:\/\/127\.0\.0\.1:1\. Start one/);
});

test("the status line is one line and never fails, whatever stands at its input", async () => {
  for (const input of ["", "no JSON", '{"session_id":7}', '{"session_id":"unknown"}']) {
    const line = await runCommand(["statusline"], input, { SIGNALBOX_GATEWAY_URL: gateway.url });
    assert.equal(line.code, 0, line.error);
    assert.equal(line.out.trimEnd().split("\n").length, 1, line.out);
  }
  const without = await runCommand(["statusline", "--url", NOBODY]);
  assert.deepEqual([without.code, without.out], [0, "signalbox: no gateway\n"]);
});

test("both take the port of a gateway of this machine, before the environment", async () => {
  const { port } = new URL(gateway.url);
  const elsewhere = { SIGNALBOX_GATEWAY_URL: NOBODY };
  const status = await runCommand(["gateway", "status", "--port", port], "", elsewhere);
  assert.match(status.out, /Calls\s+1, 0 not routed/);
  const line = await runCommand(["statusline", "--port", port], '{"session_id":"none"}', elsewhere);
  assert.deepEqual([line.code, line.out], [0, "signalbox: no call yet\n"]);
});

test("a gateway with a key answers those who have it in the environment", async (context) => {
  const keyed = await openTestGateway({ key: "gate-secret" });
  context.after(() => keyed.close());
  const env = { SIGNALBOX_GATEWAY_URL: keyed.url };
  const without = await runCommand(["statusline"], "", env);
  assert.equal(without.out, "signalbox: no gateway\n");
  const line = await runCommand(["statusline"], "", { ...env, SIGNALBOX_GATEWAY_KEY: "gate-secret" });
  assert.equal(line.out, "signalbox: no call yet\n");
  const { claude } = CLIENTS;
  assert.ok(claude !== undefined);
  const setup = setUpClient(claude, {
    url: keyed.url,
    key: "gate-secret",
    env: {},
    signalbox: "signalbox",
    args: [],
    auto: AUTO,
    folder: tmpdir(),
  });
  assert.equal(setup.env["SIGNALBOX_GATEWAY_KEY"], "gate-secret");
});

test("what calls took is kept together, whatever becomes of one of them, and nothing waits once it is flushed", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-reports-"));
  const flags = { "data-dir": folder, "log-level": "silent" };
  const service = await createService({ config: loadConfig({ file: undefined, env: {}, flags }) });
  context.after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  await prepareFirstStart(service.context);
  const decider = await createLocalDecider(service.context);
  const { messages } = BODY;
  const made = await Promise.all(
    [0, 1].map(() => decider.decide({ messages, llm_providers: [{ model: "openai/gpt-5.5" }] })),
  );
  const [first = "", second = ""] = made.map(({ session_id }) => session_id);
  for (const session_id of [first, "unknown", second])
    await decider.report({ session_id, usage: { usd: 0.5 } });
  const { storage } = service.context;
  const [account] = (await storage.accounts.list({ limit: 1 })).items;
  const accountId = account?.id ?? "";
  const kept = async (): Promise<(number | null | undefined)[]> => {
    const found = await Promise.all(
      [first, second].map((sessionId) => storage.feedback.listBySession({ accountId, sessionId })),
    );
    return found.flat().map(({ usage }) => usage?.usd);
  };
  assert.deepEqual(await kept(), [], "they wait for others");
  await decider.flush();
  assert.deepEqual(await kept(), [0.5, 0.5]);
});

/** Every file below a folder, by what is in it. */
const filesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, createHash("sha256").update(readFileSync(file)).digest("hex")]),
  );

test("run leaves home and project as they were, for each agent, and ends as the agent ends", async (context) => {
  const root = mkdtempSync(join(tmpdir(), "signalbox-run-"));
  context.after(() => rmSync(root, { recursive: true }));
  const [bin = "", home = "", project = ""] = ["bin", "home", "project"].map((name) => join(root, name));
  for (const folder of [bin, join(home, ".claude"), join(home, ".codex"), join(project, ".qwen")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, ".claude/settings.json"), '{"statusLine":{"type":"command","command":"own"}}');
  writeFileSync(join(home, ".codex/config.toml"), 'model = "own"\n');
  writeFileSync(join(project, "opencode.json"), '{"model":"own"}');
  const said = join(root, "said");
  for (const { command } of Object.values(CLIENTS)) {
    const script = `#!/bin/sh\necho "$0 $* $ANTHROPIC_BASE_URL $OPENAI_BASE_URL $OPENCODE_CONFIG_CONTENT $KILO_CONFIG_CONTENT $COPILOT_PROVIDER_BASE_URL" >> "${said}"\ncat "$SIGNALBOX_DATA_DIR"/agents/* >> "${said}" 2>/dev/null\nexit 7\n`;
    writeFileSync(join(bin, command), script, { mode: 0o755 });
  }
  const before = [filesOf(home), filesOf(project)];
  for (const name of Object.keys(CLIENTS)) {
    const main = join(import.meta.dirname, "../main.ts");
    const args = ["--disable-warning=ExperimentalWarning", main, "run", name, "--", "fix it"];
    const child = spawn(process.execPath, args, {
      cwd: project,
      env: {
        PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
        HOME: home,
        SIGNALBOX_DATA_DIR: join(root, "data"),
        SIGNALBOX_GATEWAY_URL: gateway.url,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(child, "exit")) as [number | null];
    assert.equal(code, 7, name);
    const text = readFileSync(said, "utf8");
    assert.ok(text.includes(gateway.url) && text.includes("fix it"), `${name}: ${text}`);
    rmSync(said);
    rmSync(join(root, "data/agents"), { recursive: true });
  }
  assert.deepEqual([filesOf(home), filesOf(project)], before);
});

test("each client is pointed at the gateway alone, and gets its key only where it has one", () => {
  const url = "http://127.0.0.1:8788";
  for (const [name, client] of Object.entries(CLIENTS)) {
    const call = { url, env: {}, signalbox: "signalbox", args: [], auto: AUTO, folder: tmpdir() };
    const own = JSON.stringify(setUpClient(client, { ...call, key: undefined }));
    const keyed = JSON.stringify(setUpClient(client, { ...call, key: "gate-secret" }));
    const alone = setUpClient(client, { ...call, key: undefined, args: client.unattended });
    assert.ok(JSON.stringify(alone).includes(`${url}/unattended`), `${name} says that nobody waits`);
    for (const setup of [own, keyed])
      assert.deepEqual(new Set(setup.match(/https?:\/\/[\w.:]+/g)), new Set([url]), name);
    assert.ok(!own.includes("gate-secret") && keyed.includes("gate-secret"), name);
  }
});
