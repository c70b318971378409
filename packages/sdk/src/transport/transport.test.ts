import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";

import { createTransport } from "./transport.ts";
import type { ClientOptions } from "./transport.ts";
import { SignalboxApiError } from "./errors.ts";

const DEFAULTS = { timeoutMs: 30_000, deadlineMs: 60_000 };

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
}

/** A real socket that answers as told, and what it saw. */
async function serve(context: TestContext, handler: Handler) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    handler(request, response, seen.length);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function problem(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/problem+json", ...headers });
  response.end(JSON.stringify({ code: "overloaded", title: "Busy", detail: "Wait a little.", status }));
}

function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const delaysMs: number[] = [];
  const wait = (delayMs: number): Promise<void> => {
    delaysMs.push(delayMs);
    return Promise.resolve();
  };
  return {
    delaysMs,
    transport: createTransport({ baseUrl, apiKey: "sk_test", wait, random: () => 0, ...options }, DEFAULTS),
  };
}

const failureOf = async (call: Promise<unknown>): Promise<SignalboxApiError> => {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof SignalboxApiError);
    return error;
  }
  throw new assert.AssertionError({ message: "the call was expected to fail" });
};

test("a shed call is repeated after the seconds the service asked for", async (context) => {
  const { seen, baseUrl } = await serve(context, (_request, response, attempt) => {
    if (attempt === 1) problem(response, 503, { "retry-after": "3" });
    else response.end('{"ok":true}');
  });
  const { transport, delaysMs } = clientFor(baseUrl);
  assert.deepEqual(await transport.json({ method: "POST", path: "/keys", body: {} }), { ok: true });
  assert.deepEqual(delaysMs, [3000]);
  assert.equal(seen.length, 2);
});

test("a pause longer than the caller allows is reported instead of waited for", async (context) => {
  const { seen, baseUrl } = await serve(context, (_request, response) => {
    problem(response, 429, { "retry-after": "120" });
  });
  const error = await failureOf(clientFor(baseUrl).transport.json({ method: "GET", path: "/keys" }));
  assert.equal(error.retryAfterS, 120);
  assert.equal(error.detail, "Wait a little.");
  assert.equal(seen.length, 1);
});

test("a broken connection repeats what is safe to repeat and nothing else", async (context) => {
  const { seen, baseUrl } = await serve(context, (request) => request.socket.destroy());
  const { transport } = clientFor(baseUrl, { retries: 1 });
  assert.equal(
    (await failureOf(transport.json({ method: "POST", path: "/keys", body: {} }))).code,
    "network",
  );
  assert.equal(seen.length, 1);
  assert.equal((await failureOf(transport.json({ method: "GET", path: "/keys" }))).code, "network");
  assert.equal(seen.length, 3);
});

test("silence beyond the limit is a timeout, and an abort is the caller's own", async (context) => {
  const { baseUrl } = await serve(context, () => undefined);
  const { transport } = clientFor(baseUrl, { timeoutMs: 50, retries: 0 });
  assert.equal((await failureOf(transport.json({ method: "GET", path: "/keys" }))).code, "timeout");
  const signal = AbortSignal.abort();
  assert.equal((await failureOf(transport.json({ method: "GET", path: "/keys", signal }))).code, "aborted");
});

test("an answer that is a proxy's page keeps its status and says so", async (context) => {
  const { baseUrl } = await serve(context, (_request, response) => {
    response.statusCode = 502;
    response.end("<html>Bad gateway</html>");
  });
  const error = await failureOf(clientFor(baseUrl).transport.json({ method: "GET", path: "/keys" }));
  assert.equal(error.code, "bad_response");
  assert.equal(error.status, 502);
});

test("a success that is not JSON is reported as such", async (context) => {
  const { baseUrl } = await serve(context, (_request, response) => response.end("<html></html>"));
  const error = await failureOf(clientFor(baseUrl).transport.json({ method: "GET", path: "/keys" }));
  assert.equal(error.code, "bad_response");
});

test("the key travels in its header; without a key changes carry the header foreign pages cannot send", async (context) => {
  const { seen, baseUrl } = await serve(context, (_request, response) => response.end("{}"));
  await clientFor(`${baseUrl}/api/v1/`).transport.json({ method: "POST", path: "/keys", body: {} });
  await createTransport({ baseUrl }, DEFAULTS).json({ method: "DELETE", path: "/keys/1" });
  assert.equal(seen[0]?.url, "/api/v1/keys");
  assert.equal(seen[0]?.headers.authorization, "Bearer sk_test");
  assert.equal(seen[0]?.headers["x-signalbox-csrf"], undefined);
  assert.equal(seen[1]?.headers["x-signalbox-csrf"], "1");
  assert.equal(seen[1]?.headers.authorization, undefined);
});

test("empty query members are left out and the rest is encoded", () => {
  const { transport } = clientFor("http://box");
  const address = transport.url("/decisions", { q: "a&b", label: "", field: undefined, degraded: true });
  assert.equal(address, "http://box/api/v1/decisions?q=a%26b&degraded=true");
});
