// The calls that the dashboard offers to paste are run by the programs that they are written for, against a real socket.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import {
  curlSnippet,
  environmentSnippet,
  FIRST_REQUEST,
  pythonSnippet,
  typescriptSnippet,
} from "./snippets.ts";

const run = promisify(execFile);
const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

const REQUEST = {
  messages: [{ role: "user", content: `It's "quoted", $HOME \`id\` and\ntwo lines 両` }],
  llm_providers: [{ provider: "openai", model: "gpt-4o" }],
  strict: true,
  tradeoff: null,
};

interface Seen {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}

const seen: Seen[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { url, headers } = request;
    seen.push({ url, key: headers.authorization, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ llm_label: "openai/gpt-4o", session_id: "s-1" }));
  });
});

let address = "";
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const EXPECTED = { url: "/api/v1/model-select", key: "Bearer sk_test" };

test("the curl call sends exactly the request, quotes and all", { skip: !has("curl") }, async () => {
  await run("sh", ["-c", curlSnippet(address, "sk_test", REQUEST)]);
  assert.deepEqual(seen.pop(), { ...EXPECTED, body: REQUEST });
});

test("a curl call without a key takes the one of the shell", { skip: !has("curl") }, async () => {
  const env = { ...process.env, SIGNALBOX_API_KEY: "sk_test" };
  await run("sh", ["-c", curlSnippet(address, undefined, REQUEST)], { env });
  assert.deepEqual(seen.pop(), { ...EXPECTED, body: REQUEST });
});

test(
  "the Python call sends exactly the request and prints label and session",
  { skip: !has("python3") },
  async () => {
    const { stdout } = await run("python3", ["-c", pythonSnippet(address, REQUEST)], {
      env: { ...process.env, SIGNALBOX_API_KEY: "sk_test" },
    });
    assert.deepEqual(seen.pop(), { ...EXPECTED, body: REQUEST });
    assert.equal(stdout.trim(), "openai/gpt-4o s-1");
  },
);

test(
  "the first call holds the key that was just made and asks for a choice among three",
  { skip: !has("curl") },
  async () => {
    await run("sh", ["-c", curlSnippet(address, "sk_test", FIRST_REQUEST)]);
    const { url, key, body } = seen.pop() ?? {};
    assert.deepEqual({ url, key }, EXPECTED);
    assert.equal((body as typeof REQUEST).llm_providers.length, 3);
  },
);

test("the TypeScript call names the address, takes the key from the environment and holds no secret", () => {
  const text = typescriptSnippet(address, REQUEST);
  assert.ok(text.includes(`baseUrl: ${JSON.stringify(address)},`));
  assert.ok(text.includes("apiKey: process.env.SIGNALBOX_API_KEY,"));
  const argument = /select\((.*)\);$/s.exec(text)?.[1] ?? "";
  assert.deepEqual(JSON.parse(argument), REQUEST);
});

test("the environment is two lines of a POSIX shell", () => {
  assert.equal(
    environmentSnippet("https://signalbox.example.org", "sk_test"),
    `export SIGNALBOX_URL=https://signalbox.example.org\nexport SIGNALBOX_API_KEY=sk_test`,
  );
});
