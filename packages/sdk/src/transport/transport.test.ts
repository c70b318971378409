import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { failureOf as failure } from "../../test/support/adapter-world.ts";
import { sendProblem, serve } from "../../test/support/serve.ts";
import { createTransport, type ClientOptions, readEvents } from "./transport.ts";
import { SignalboxApiError } from "./errors.ts";
import fc from "fast-check";

const DEFAULTS = { timeoutMs: 30_000, deadlineMs: 60_000 };

function problem(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  sendProblem(response, { status, code: "overloaded", headers });
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

const failureOf = (work: Promise<unknown>): Promise<SignalboxApiError> => failure(SignalboxApiError, work);

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
  const { seen, baseUrl } = await serve(context, (_request, response) => response.destroy());
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

test("pauses are spread, and none is begun that would end after the deadline", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) => problem(response, 503));
  const spread = clientFor(baseUrl, { random: () => 0.5 });
  await failureOf(spread.transport.json({ method: "GET", path: "/keys" }));
  assert.deepEqual(spread.delaysMs, [187.5, 375]);
  const hurried = clientFor(baseUrl, { timeoutMs: 100, deadlineMs: 200 });
  const error = await failureOf(hurried.transport.json({ method: "GET", path: "/keys" }));
  assert.equal(error.code, "overloaded");
  assert.deepEqual(hurried.delaysMs, []);
  assert.equal(seen.length, 4);
});

test("an abort ends the pause immediately", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) => problem(response, 503));
  const controller = new AbortController();
  const wait = (): Promise<void> => {
    controller.abort();
    return new Promise(() => undefined);
  };
  const { transport } = clientFor(baseUrl, { wait });
  const { signal } = controller;
  assert.equal((await failureOf(transport.json({ method: "GET", path: "/keys", signal }))).code, "aborted");
  assert.equal(seen.length, 1);
});

test("a key that cannot stand in a header is refused without being shown to anybody", () => {
  assert.throws(
    () => clientFor("http://box", { apiKey: "sk_secret\n" }),
    (error) =>
      error instanceof SignalboxApiError && !JSON.stringify([error.message, error.detail]).includes("secret"),
  );
});

test("a body that is no JSON is the caller's fault", async () => {
  const body = { big: 1n };
  const error = await failureOf(
    clientFor("http://box").transport.json({ method: "POST", path: "/keys", body }),
  );
  assert.equal(error.code, "bad_request");
});

function streamOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return new ReadableStream({
    start(controller) {
      for (const [index, edge] of edges.entries())
        controller.enqueue(bytes.slice(edge, edges[index + 1] ?? edge));
      controller.close();
    },
  });
}

test("every event arrives whole, wherever the network cuts the stream", async () => {
  const events = fc.array(
    fc.record({ label: fc.string({ unit: "grapheme" }), n: fc.integer() }, { noNullPrototype: true }),
    {
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(events, fc.array(fc.nat(), { maxLength: 8 }), async (sent, cuts) => {
      const text = sent
        .map((event) => `: keep-alive\nevent: decision\ndata: ${JSON.stringify(event)}\n\n`)
        .join("");
      const got: unknown[] = [];
      for await (const event of readEvents(streamOf(new TextEncoder().encode(text), cuts))) got.push(event);
      assert.deepEqual(got, sent);
    }),
  );
});
