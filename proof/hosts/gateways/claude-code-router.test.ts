// The script for claude-code-router's CUSTOM_ROUTER_PATH, in the real router between a call of Claude Code's shape and a provider.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import {
  answerOf,
  startFakeProvider,
  type FakeProvider,
} from "../../../packages/sdk/test/support/fake-provider.ts";
import {
  startRunningService,
  type RunningService,
} from "../../../packages/sdk/test/support/running-service.ts";

const ROUTER = join(import.meta.dirname, "../node_modules/@musistudio/claude-code-router/dist/cli.js");
const SCRIPT = join(
  import.meta.dirname,
  "../../../examples/gateways/claude-code-router/signalbox-router.cjs",
);
const MODELS = ["claude-haiku-4-5", "claude-opus-4-8"];

let service: RunningService;
let provider: FakeProvider;
let home: string;
const running: ChildProcess[] = [];
before(async () => {
  home = mkdtempSync(join(tmpdir(), "signalbox-ccr-"));
  [service, provider] = await Promise.all([startRunningService(), startFakeProvider()]);
});
after(async () => {
  for (const child of running) child.kill();
  await Promise.all([service.stop(), provider.close()]);
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  provider.reset();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** @returns its address, once it listens */
async function startRouter(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(home, name, ".claude-code-router");
  mkdirSync(folder, { recursive: true });
  cpSync(SCRIPT, join(folder, "signalbox-router.cjs"));
  const port = await freePort();
  const url = `${provider.url}/chat/completions`;
  const config = {
    HOST: "127.0.0.1",
    PORT: port,
    LOG: false,
    NON_INTERACTIVE_MODE: true,
    CUSTOM_ROUTER_PATH: join(folder, "signalbox-router.cjs"),
    Providers: [{ name: "fake", api_base_url: url, api_key: "dummy", models: MODELS }],
    Router: { default: `fake,${MODELS[0]}` },
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const child = spawn(process.execPath, [ROUTER, "start"], {
    env: { ...process.env, HOME: join(home, name), ...env },
    stdio: "ignore",
  });
  running.push(child);
  const address = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer !== undefined) return address;
    await sleep(100);
  }
  throw new Error(`claude-code-router ended with ${child.exitCode}.`);
}

const call = (router: string, words: string): Promise<Response> =>
  fetch(`${router}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "dummy" },
    body: JSON.stringify({
      model: "claude-opus-4-8",
      max_tokens: 1_000,
      system: [
        { type: "text", text: "x-anthropic-billing-header: cc_version=2;" },
        { type: "text", text: "You code." },
      ],
      tools: [
        { name: "Bash", description: "Runs a command.", input_schema: { type: "object", properties: {} } },
      ],
      messages: [{ role: "user", content: [{ type: "text", text: words }] }],
    }),
  });

const EASY = "Fix the typo 'recieve' in README.md.";
const HARD =
  "Two of our workers run the same job twice under load. Find the race between lease renewal and reclaim, and redesign the lease " +
  "protocol so that it survives a network partition.";

test("easy work goes to the cheap model and hard work to the strong one, whatever the agent named", async () => {
  const env = { SIGNALBOX_URL: service.url, SIGNALBOX_API_KEY: service.apiKey, SIGNALBOX_TIMEOUT_S: "30" };
  const router = await startRouter("asks", env);
  for (const [words, model] of [
    [EASY, MODELS[0]],
    [HARD, MODELS[1]],
  ] as const) {
    const answer = await call(router, words);
    assert.match(await answer.text(), new RegExp(answerOf(model ?? "")));
  }
  assert.deepEqual(provider.models(), MODELS);
});

test("without a service the router's own rules choose", async () => {
  const router = await startRouter("alone", {
    SIGNALBOX_URL: "http://127.0.0.1:9",
    SIGNALBOX_API_KEY: "sk_none",
  });
  assert.equal((await call(router, HARD)).status, 200);
  assert.deepEqual(provider.models(), [MODELS[0]]);
});
