// The command as a host runs it: the real client of the protocol over standard input and output, a real service behind it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

import { parsePage } from "../../../../proof/hosts/snippets/read-snippets.ts";
import { startRunningService, type RunningService } from "../../../sdk/test/support/running-service.ts";

const MAIN = join(import.meta.dirname, "../main.ts");
const MODELS = "openai/gpt-4o-mini,openai/o3";
const PROOF = "Prove that there are infinitely many primes congruent to 3 modulo 4.";

async function connect(args: readonly string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "host", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", MAIN, "mcp", ...args],
    env,
    stderr: "inherit",
  });
  await client.connect(transport);
  return client;
}

interface Reported {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Reported> {
  const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { isError: result.isError === true, text, data: result.structuredContent ?? {} };
}

const labelsOf = ({ data }: Reported): string[] =>
  (data["ranking"] as readonly { readonly label: string }[]).map(({ label }) => label);

/** The first line that the command writes to standard output while it answers the first line of a host. */
function firstOutput(
  command: string,
  args: readonly string[],
): { readonly stdout: string; readonly stderr: string } {
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: join(import.meta.dirname, "../../../.."),
    input: `${JSON.stringify(hello)}\n`,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { stdout, stderr };
}

test("standard output is the protocol alone, however it is started; where npm writes into it, that is said", () => {
  for (const [command, args] of [
    ["node", ["signalbox.mjs", "mcp", "-m", MODELS]],
    ["npm", ["run", "--silent", "signalbox", "--", "mcp", "-m", MODELS]],
  ] as const) {
    const { stdout } = firstOutput(command, args);
    assert.match(stdout, /"serverInfo"/, command);
    for (const line of stdout.trim().split("\n")) assert.equal(typeof JSON.parse(line), "object", line);
  }
  const loud = firstOutput("npm", ["run", "signalbox", "--", "mcp", "-m", MODELS]);
  assert.match(loud.stderr, /npm has written its banner .*node signalbox\.mjs mcp/);
  assert.doesNotMatch(loud.stdout, /serverInfo/);
});

test("an argument of a tool that is misspelt is refused by its name", async () => {
  const client = await connect(["-m", MODELS], {});
  try {
    const answer = await call(client, "recommend_model", { messages: "hello", tradeof: "cost" });
    assert.equal(answer.isError, true);
    assert.match(answer.text, /tradeof/);
  } finally {
    await client.close();
  }
});

suite("with a service", () => {
  let service: RunningService;
  let client: Client;
  before(async () => {
    service = await startRunningService();
    client = await connect(["-m", MODELS], {
      SIGNALBOX_URL: service.url,
      SIGNALBOX_API_KEY: service.apiKey,
    });
  });
  after(async () => {
    await client.close();
    await service.stop();
  });

  test("a host sees three tools with described inputs and outputs", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      "explain_decision",
      "recommend_model",
      "report_feedback",
    ]);
    for (const { description, inputSchema, outputSchema } of tools) {
      assert.ok((description ?? "").length > 40);
      assert.equal(inputSchema.type, "object");
      assert.equal(outputSchema?.type, "object");
    }
  });

  test("a task is recommended a model, explained, followed up and reported on", async () => {
    const advice = await call(client, "recommend_model", { messages: PROOF });
    assert.ok(!advice.isError, advice.text);
    assert.equal(advice.data["label"], labelsOf(advice)[0]);
    assert.deepEqual(labelsOf(advice).sort(), MODELS.split(",").sort());
    assert.ok(advice.text.includes(String(advice.data["session_id"])));
    const session = { session_id: advice.data["session_id"] };
    const explained = await call(client, "explain_decision", session);
    assert.deepEqual(explained.data, advice.data);
    const report = await call(client, "report_feedback", { ...session, value: "up" });
    assert.equal(report.data["status"], "recorded");
    const again = await call(client, "report_feedback", { ...session, value: "up" });
    assert.equal(again.data["status"], "unchanged");
    const next = await call(client, "recommend_model", {
      messages: [
        { role: "user", content: PROOF },
        { role: "assistant", content: "Suppose there were finitely many ..." },
        { role: "user", content: "Shorter, please." },
      ],
      previous_session: session.session_id,
    });
    assert.deepEqual(Object.keys(next.data["session"] as object).sort(), ["action", "reason"]);
    assert.notEqual((next.data["session"] as { action: string }).action, "first");
  });

  test("a call may name its own models, and gets one of them", async () => {
    const advice = await call(client, "recommend_model", {
      messages: "Say hello.",
      models: ["mistral/mistral-small-latest"],
      tradeoff: "cost",
    });
    assert.equal(advice.data["label"], "mistral/mistral-small-latest");
  });

  test("faults are results that say what to do", async () => {
    const unknown = "7b1f8a52-7c52-4d4a-9a0c-0c3b5a6f9d11";
    for (const [name, given, words] of [
      ["explain_decision", { session_id: unknown }, /session|decision/i],
      ["report_feedback", { session_id: unknown, value: 1 }, /session/i],
      ["report_feedback", { session_id: unknown, value: 2 }, /value/],
      ["recommend_model", { messages: "Hi", preference_id: unknown }, /preference/i],
      ["recommend_model", { messages: "Hi", models: ["a/b", "a/b"] }, /twice|same|two|label/i],
      ["recommend_model", { messages: [] }, /messages/],
    ] as const) {
      const reported = await call(client, name, given);
      assert.ok(reported.isError, name);
      assert.match(reported.text, words);
    }
  });
});

suite("without a service", () => {
  let client: Client;
  before(async () => {
    client = await connect([], {});
  });
  after(() => client.close());

  test("it decides and explains in its own process, and says that it cannot learn", async () => {
    const advice = await call(client, "recommend_model", { messages: PROOF, models: MODELS.split(",") });
    assert.ok(MODELS.split(",").includes(String(advice.data["label"])), advice.text);
    const session = { session_id: advice.data["session_id"] };
    assert.deepEqual((await call(client, "explain_decision", session)).data, advice.data);
    const report = await call(client, "report_feedback", { ...session, value: 1 });
    assert.ok(report.isError);
    assert.match(report.text, /--server/);
  });

  test("without models it says how to name some", async () => {
    const reported = await call(client, "recommend_model", { messages: "Hi" });
    assert.ok(reported.isError);
    assert.match(reported.text, /--model/);
  });
});

test("a service that is not there and a key that is refused are results with advice", async () => {
  const gone = await connect(["-m", MODELS, "--server", "http://127.0.0.1:9"], { SIGNALBOX_API_KEY: "sk_x" });
  const reported = await call(gone, "explain_decision", {
    session_id: "7b1f8a52-7c52-4d4a-9a0c-0c3b5a6f9d11",
  });
  assert.ok(reported.isError);
  assert.match(reported.text, /Start the service/);
  await gone.close();
  const service = await startRunningService();
  const refused = await connect(["-m", MODELS, "--server", service.url], { SIGNALBOX_API_KEY: "sk_wrong" });
  const { isError, text } = await call(refused, "recommend_model", { messages: "Hi" });
  assert.ok(isError);
  assert.match(text, /SIGNALBOX_API_KEY/);
  await refused.close();
  await service.stop();
});

test("an address without a key, or none at all, is reported before the host waits; standard output stays silent", () => {
  for (const [args, words] of [
    [["--server", "http://127.0.0.1:9"], /SIGNALBOX_API_KEY/],
    [["--server", "nowhere"], /SIGNALBOX_API_KEY|address/],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "mcp", ...args], {
      encoding: "utf8",
      env: {},
    });
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, words);
  }
});

test("when the host closes the input the command ends by itself, with code 0", () => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, "mcp"], {
    encoding: "utf8",
    env: {},
    input: "",
  });
  assert.equal(status, 0);
  assert.equal(stdout, "");
});

test("the configuration that the page shows to hosts starts the server", async () => {
  const root = join(import.meta.dirname, "../../../..");
  const page = parsePage("mcp.md", readFileSync(join(root, "docs/integrations/mcp.md"), "utf8"));
  const shown = page.snippets.find(({ language }) => language === "json")?.code ?? "";
  const { signalbox } = (
    JSON.parse(shown.replace("/path/to/signalbox", root)) as {
      mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>;
    }
  ).mcpServers;
  assert.ok(signalbox !== undefined);
  const client = new Client({ name: "host", version: "1" });
  await client.connect(new StdioClientTransport(signalbox));
  assert.equal((await client.listTools()).tools.length, 3);
  await client.close();
});
