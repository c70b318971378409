// The example as a host runs it, over standard input and output, with a real service behind it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { startRunningService, type RunningService } from "../../packages/sdk/test/support/running-service.ts";

const SERVER = join(import.meta.dirname, "server.mjs");
const MODELS = "openai/gpt-4o-mini,openai/o3";

/** The lines of Claude Code, `id` and `clientInfo` included: an initialisation, its notification, and the list of tools. */
const OPENING = [
  '{"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"claude-code","version":"1.0.72"}},"jsonrpc":"2.0","id":0}',
  '{"method":"notifications/initialized","jsonrpc":"2.0"}',
  '{"method":"tools/list","jsonrpc":"2.0","id":1}',
];

let service: RunningService;
before(async () => {
  service = await startRunningService();
});
after(() => service.stop());

interface Answer {
  readonly id: number;
  readonly result?: {
    readonly protocolVersion?: string;
    readonly tools?: readonly { readonly name: string }[];
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
  readonly error?: { readonly code: number };
}

interface Host {
  send(line: string): Promise<Answer>;
  end(): Promise<number | null>;
}

function startHost(env: Readonly<Record<string, string>>): Host {
  const child = spawn(process.execPath, [SERVER], { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    send: async (line) => {
      child.stdin.write(`${line}\n`);
      return JSON.parse((await lines.next()).value ?? "null") as Answer;
    },
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

const calling = (id: number, name: string, given: object): string =>
  JSON.stringify({ method: "tools/call", params: { name, arguments: given }, jsonrpc: "2.0", id });

test("a host lists the tools, gets a recommendation and reports on it", async () => {
  const host = startHost({
    SIGNALBOX_URL: service.url,
    SIGNALBOX_API_KEY: service.apiKey,
    SIGNALBOX_MODELS: MODELS,
  });
  const [opening = "", notification = "", list = ""] = OPENING;
  assert.equal((await host.send(opening)).result?.protocolVersion, "2025-06-18");
  const { id, result } = await host.send(`${notification}\n${list}`);
  assert.equal(id, 1, "a notification has no answer");
  assert.deepEqual(
    result?.tools?.map(({ name }) => name),
    ["recommend_model", "report_feedback"],
  );
  const question = { messages: "What is the capital of France?", tradeoff: "cost" };
  const advised = (await host.send(calling(2, "recommend_model", question))).result?.structuredContent;
  assert.equal(advised?.["label"], "openai/gpt-4o-mini");
  const report = { session_id: advised["session_id"], value: 1 };
  const reported = (await host.send(calling(3, "report_feedback", report))).result?.structuredContent;
  assert.equal(reported?.["status"], "recorded");
  assert.equal(await host.end(), 0);
});

test("a fault is a result that says what to do, and an unknown method an error", async () => {
  const host = startHost({ SIGNALBOX_URL: service.url, SIGNALBOX_API_KEY: "sk_wrong" });
  const asked = { messages: "Hello", models: MODELS.split(",") };
  const refused = (await host.send(calling(0, "recommend_model", asked))).result;
  assert.equal(refused?.isError, true);
  assert.match(refused.content?.[0]?.text ?? "", /key/);
  assert.equal((await host.send(calling(1, "explain", {}))).result?.isError, true);
  assert.equal((await host.send('{"jsonrpc":"2.0","id":2,"method":"resources/list"}')).error?.code, -32_601);
  assert.equal(await host.end(), 0);
});
