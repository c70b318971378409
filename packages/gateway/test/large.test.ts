// Sizes that no agent has: they pass in bounded memory, or end in an error.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { test, type TestContext } from "node:test";

import type { ProtocolName } from "../src/protocols/protocol.ts";
import { openTestGateway, post, type TestGateway } from "./open-test-gateway.ts";

const MB = 1024 * 1024;
const TEXT = "word ".repeat(13_107);
const USER = { role: "user", content: "Fix the typo 'recieve'." };

const chunk = (delta: object, end: string | null = null): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`;

/** So many megabytes of text, no faster than they are read. */
async function stream(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let sent = 0; sent < megabytes * MB && !response.destroyed; sent += TEXT.length)
    if (!response.write(chunk({ content: TEXT }))) await once(response, "drain").catch(() => {});
  response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
}

async function whole(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(
    '{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"',
  );
  for (let sent = 0; sent < megabytes * MB && !response.destroyed; sent += TEXT.length)
    if (!response.write(TEXT)) await once(response, "drain").catch(() => {});
  response.end('"},"finish_reason":"stop"}]}');
}

async function before(
  context: TestContext,
  answer: (response: ServerResponse) => Promise<void>,
): Promise<TestGateway> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => void answer(response).catch(() => response.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const protocols: ProtocolName[] = ["chat"];
  const flags = { upstreams: { x: { url, protocols } }, candidates: ["deepseek/deepseek-v4-pro"] };
  const gateway = await openTestGateway({ flags });
  context.after(async () => {
    await gateway.close();
    server.closeAllConnections();
    server.close();
  });
  return gateway;
}

/** Reads an answer to its end without keeping it. */
async function read(answer: Response): Promise<{ readonly bytes: number; readonly end: string }> {
  let [bytes, end] = [0, ""];
  const text = new TextDecoder();
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    end = (end + text.decode(part, { stream: true })).slice(-400);
  }
  return { bytes, end };
}

const CHAT = { model: "auto", messages: [USER] };
const MESSAGES = { model: "auto", max_tokens: 10, messages: [USER] };

for (const [name, path, body, answer, least, end] of [
  ["a stream passes", "/v1/chat/completions", { ...CHAT, stream: true }, stream, 100 * MB, /\[DONE\]/],
  ["a whole answer passes", "/v1/chat/completions", CHAT, whole, 100 * MB, /"finish_reason":"stop"/],
  [
    "a translated stream ends in an error",
    "/v1/messages",
    { ...MESSAGES, stream: true },
    stream,
    30 * MB,
    /event: error.*too long/s,
  ],
  ["a translated whole answer is an error", "/v1/messages", MESSAGES, whole, 0, /"type":"error".*too long/],
] as const)
  test(`100 MB of answer: ${name}, in bounded memory`, async (context) => {
    const gateway = await before(context, (response) => answer(response, 100));
    const rssBefore = process.memoryUsage().rss;
    const got = await read(await post(gateway, path, body));
    assert.ok(got.bytes >= least, `${got.bytes} bytes`);
    assert.match(got.end, end);
    const grown = (process.memoryUsage().rss - rssBefore) / MB;
    assert.ok(grown < 400, `${grown.toFixed(0)} MB more`);
  });

for (const [path, body] of [
  [
    "/v1/messages",
    {
      ...MESSAGES,
      tools: Array.from({ length: 2_000 }, (_, at) => ({
        name: `tool_${at}`,
        input_schema: { type: "object" },
      })),
    },
  ],
  [
    "/v1/chat/completions",
    {
      ...CHAT,
      tools: Array.from({ length: 2_000 }, (_, at) => ({
        type: "function",
        function: { name: `tool_${at}`, parameters: { type: "object" } },
      })),
    },
  ],
] as const)
  test(`${path}: a call with 2,000 tools is decided, and all of them arrive`, async (context) => {
    const probe = await openTestGateway();
    const protocols: ProtocolName[] = ["responses"];
    const upstreams = { x: { url: probe.provider.url, protocols } };
    const gateway = await openTestGateway({ flags: { upstreams, candidates: ["openai/gpt-5.5"] } });
    context.after(async () => {
      await gateway.close();
      await probe.close();
    });
    const answer = await post(gateway, path, body);
    assert.equal(answer.status, 200, await answer.text());
    assert.equal(answer.headers.get("x-signalbox-routing"), "decided");
    const tools = probe.provider.got[0]?.body["tools"];
    assert.equal(Array.isArray(tools) && tools.length, 2_000);
  });

test("connections above a thousand are closed, and those before them are served", async (context) => {
  const gateway = await openTestGateway();
  const sockets: Socket[] = [];
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    await gateway.close();
  });
  const { port } = new URL(gateway.url);
  const seen = { closed: 0 };
  for (let count = 0; count < 1_010; count += 1) {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.on("close", () => (seen.closed += 1)).resume();
    sockets.push(socket);
    await once(socket, "connect").catch(() => {});
  }
  for (let tries = 0; tries < 200 && seen.closed < 10; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(seen.closed, 10);
  sockets[0]?.write("HEAD / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  const [head] = (await once(sockets[0]!, "data")) as [Buffer];
  assert.match(head.toString(), /^HTTP\/1\.1 200/);
});
