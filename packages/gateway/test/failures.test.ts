import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

import { callLine, type CallEntry } from "../src/index.ts";
import type { Reply } from "./fake-provider.ts";
import { openTestGateway, post, type TestGateway, type TestOptions } from "./open-test-gateway.ts";

const PATHS = ["/v1/messages", "/v1/chat/completions", "/v1/responses"] as const;
const bodyOf = (path: string, more: object = {}): object => ({
  model: "auto",
  ...(path === "/v1/responses"
    ? { input: "Fix the typo." }
    : { messages: [{ role: "user", content: "Fix the typo." }] }),
  ...more,
});

async function withGateway(
  options: TestOptions,
  work: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const gateway = await openTestGateway(options);
  try {
    await work(gateway);
  } finally {
    await gateway.close();
  }
}

test("a connection that a provider closes while it is kept costs neither the call nor its candidate", async () => {
  const used = new WeakSet<Socket>();
  const provider = createServer(({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.writeHead(200, { "content-type": "application/json" }).end('{"model":"m","content":[]}');
    used.add(socket);
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const upstream = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  await withGateway({ upstream }, async (gateway) => {
    for (let call = 0; call < 3; call += 1) {
      const answer = await post(gateway, "/v1/messages", bodyOf("/v1/messages"));
      assert.equal(answer.status, 200);
      await answer.text();
    }
    assert.deepEqual(
      gateway.entries.map(({ failedOver }) => failedOver),
      [[], [], []],
    );
    const counted = await post(gateway, "/v1/messages/count_tokens", bodyOf("/v1/messages"));
    assert.equal(counted.status, 200);
    await counted.text();
  });
  provider.closeAllConnections();
  provider.close();
});

const FAULTS: Readonly<Record<string, Reply>> = {
  "429": { status: 429, error: "slow down" },
  "529": { status: 529, error: "overloaded" },
  "500": { status: 500, error: "broken" },
  "a gzipped 503": { status: 503, error: "busy", gzip: true },
  "a page of a proxy": { status: 200, error: "<html>hello</html>", type: "text/html" },
  "a conversation that does not fit": {
    status: 400,
    error: "prompt is too long: 210000 tokens > 200000 maximum",
  },
};

for (const path of PATHS)
  for (const [name, fault] of Object.entries(FAULTS))
    test(`${path}: after ${name} the next candidate answers`, () =>
      withGateway({}, async (gateway) => {
        gateway.provider.script = (_, index): Reply => (index === 0 ? fault : {});
        const answer = await post(gateway, path, bodyOf(path, { stream: true }));
        const isAlone = name.startsWith("a page");
        if (isAlone) {
          // The whole upstream is no provider: its other models are behind the same door.
          assert.equal(answer.status, 200);
        }
        assert.match(await answer.text(), /Hello from/);
        const models = gateway.provider.got.map(({ model }) => model);
        assert.equal(models.length, 2);
        assert.notEqual(models[0], models[1]);
        assert.equal(answer.headers.get("x-signalbox-model"), models[1]);
      }));

test("who failed is passed over for thirty seconds", () =>
  withGateway(
    { flags: { candidates: ["anthropic/claude-haiku-4-5", "openai/gpt-5.5"] } },
    async (gateway) => {
      gateway.provider.script = ({ model }): Reply =>
        model.startsWith("anthropic") ? { status: 429, error: "x" } : {};
      const ask = async (): Promise<number> => {
        const before = gateway.provider.got.length;
        await (await post(gateway, "/v1/messages", bodyOf("/v1/messages"))).text();
        return gateway.provider.got.length - before;
      };
      assert.equal(await ask(), 2);
      assert.equal(await ask(), 1);
      gateway.now += 31_000;
      assert.equal(await ask(), 2);
    },
  ));

for (const path of PATHS) {
  test(`${path}: when every candidate fails, the last error comes as it was`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = () => ({ status: 429, error: "no more today" });
      const answer = await post(gateway, path, bodyOf(path));
      assert.equal(answer.status, 429);
      assert.match(await answer.text(), /no more today/);
      assert.equal(gateway.provider.got.length, 2, "a limit is not asked on and on");
    }));

  test(`${path}: an error of the client's own making comes back immediately`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = () => ({ status: 401, error: "invalid key" });
      const answer = await post(gateway, path, bodyOf(path));
      assert.equal(answer.status, 401);
      assert.equal(gateway.provider.got.length, 1);
    }));

  test(`${path}: a provider that is gone, or never answers, is an error of the protocol`, () =>
    withGateway({ flags: { limits: { first_byte_s: 0.2 } } }, async (gateway) => {
      gateway.provider.script = () => ({ hang: true });
      const late = await post(gateway, path, bodyOf(path));
      assert.equal(late.status, 504);
      const { error } = (await late.json()) as { error: { message: string; type: string } };
      assert.match(error.message, /in time/);
      await gateway.provider.close();
      assert.equal((await post(gateway, path, bodyOf(path))).status, 502);
      gateway.provider.close = () => Promise.resolve();
    }));

  test(`${path}: an answer that breaks off breaks off, after what came`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = () => ({ cutAfter: 60 });
      const answer = await post(gateway, path, bodyOf(path, { stream: true }));
      assert.equal(answer.status, 200);
      await assert.rejects(answer.text());
      assert.equal(gateway.provider.got.length, 1);
      gateway.provider.script = () => ({});
      assert.equal((await post(gateway, path, bodyOf(path))).status, 200);
    }));

  test(`${path}: a compressed answer passes as it came, and its tokens are read`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = () => ({ gzip: true });
      const answer = await post(gateway, path, bodyOf(path, { stream: true }));
      assert.equal(answer.headers.get("content-encoding"), "gzip");
      assert.match(await answer.text(), /Hello from/);
      await post(gateway, path, bodyOf(path));
      assert.equal(gateway.entries[0]?.usage.outputTokens, 20);
    }));

  test(`${path}: without a decision the call goes to the client's own model, and the answer says why`, () =>
    withGateway({ decide: () => Promise.reject(new Error("gone")) }, async (gateway) => {
      const answer = await post(gateway, path, bodyOf(path, { model: "claude-opus-4-7" }));
      await answer.text();
      assert.equal(gateway.provider.got[0]?.model, "claude-opus-4-7");
      assert.equal(answer.headers.get("x-signalbox-routing"), "own_model");
      assert.match(answer.headers.get("x-signalbox-reason") ?? "", /no decision could be made/);
    }));
}

const FIRST_EVENTS = {
  "/v1/messages": /message_start/,
  "/v1/chat/completions": /chat\.completion\.chunk/,
  "/v1/responses": /response\.created/,
} as const;

for (const path of PATHS) {
  test(`${path}: the first event comes before the second is there`, () =>
    withGateway({}, async (gateway) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gateway.provider.script = () => ({ text: "slow", until: promise });
      const answer = await post(gateway, path, bodyOf(path, { stream: true }));
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      const text = Buffer.from(first?.value ?? []).toString();
      assert.match(text, FIRST_EVENTS[path]);
      assert.equal(text.split("\n\n").length, 2, "one event alone");
      resolve();
      await reader?.cancel();
    }));

  test(`${path}: a stream that falls silent is cut after its time, behind what came`, () =>
    withGateway({ flags: { limits: { idle_s: 0.2 } } }, async (gateway) => {
      gateway.provider.script = () => ({ text: "slow", until: new Promise(() => {}) });
      const answer = await post(gateway, path, bodyOf(path, { stream: true }));
      assert.equal(answer.status, 200);
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      assert.match(Buffer.from(first?.value ?? []).toString(), FIRST_EVENTS[path]);
      await assert.rejects(async () => reader?.read());
      while (gateway.provider.got[0]?.wasLeft === false) await new Promise(setImmediate);
      assert.equal(gateway.provider.got.length, 1, "what came is not asked for again");
      gateway.provider.script = () => ({});
      assert.equal((await post(gateway, path, bodyOf(path))).status, 200);
    }));

  test(`${path}: a head without a body that ever comes is an error of the protocol, within its time`, () =>
    withGateway({ flags: { limits: { first_byte_s: 0.2 } } }, async (gateway) => {
      gateway.provider.script = () => ({ raw: "", staysOpen: true });
      const answer = await post(gateway, path, bodyOf(path, { stream: true }));
      assert.equal(answer.status, 504);
      const fault = (await answer.json()) as { type?: string; error: { message: string } };
      assert.match(fault.error.message, /in time/);
      assert.equal(fault.type, path === "/v1/messages" ? "error" : undefined);
    }));

  test(`${path}: half an event, and what is no event at all, pass as they came, and nothing is guessed of them`, () =>
    withGateway({}, async (gateway) => {
      for (const raw of [
        'data: {"usage":{"input_tok',
        "data: [1,2]\n\ndata: \ufffd{]\n\n:\n\n",
        "no event",
      ]) {
        gateway.provider.script = () => ({ raw });
        const answer = await post(gateway, path, bodyOf(path, { stream: true }));
        assert.equal(await answer.text(), raw);
        const entry = gateway.entries.at(-1);
        assert.deepEqual([entry?.usd, entry?.usage], [undefined, {}]);
      }
    }));

  test(`${path}: a page of HTML from every provider is an error of the protocol, and none of the page comes`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = () => ({ raw: "<html>login</html>", type: "text/html; charset=utf-8" });
      const answer = await post(gateway, path, bodyOf(path, { stream: true }));
      assert.equal(answer.status, 502);
      const text = await answer.text();
      assert.doesNotMatch(text, /html/);
      assert.match(text, /"message":"The upstream answered with a web page: /);
    }));

  test(`${path}: a packed body is unpacked once, a broken or oversized one refused`, () =>
    withGateway({ flags: { limits: { body_mb: 1 } } }, async (gateway) => {
      const plain = Buffer.from(JSON.stringify(bodyOf(path)));
      const packers = {
        gzip: gzipSync,
        br: brotliCompressSync,
        deflate: deflateSync,
        zstd: zstdCompressSync,
      };
      const send = (bytes: Buffer, encoding: string): Promise<Response> =>
        post(gateway, path, bytes, { "content-encoding": encoding });
      for (const [encoding, pack] of Object.entries(packers)) {
        assert.equal((await send(pack(plain), encoding)).status, 200);
        const got = gateway.provider.got.at(-1);
        assert.equal(got?.headers["content-encoding"], undefined);
        assert.deepEqual({ ...got?.body, model: "auto" }, bodyOf(path));
        assert.equal((await send(plain, encoding)).status, 415, "not packed at all");
        assert.equal((await send(pack(plain).subarray(0, -9), encoding)).status, 415, "cut");
        assert.equal((await send(pack(Buffer.alloc(2 * 1024 * 1024, 0x20)), encoding)).status, 413);
      }
      assert.equal((await send(plain, "rot13")).status, 415);
      assert.equal(gateway.provider.got.length, 4);
    }));

  test(`${path}: of two clients that show one session neither gets what is the other's`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = ({ headers }): Reply => ({ text: `for ${headers.authorization}` });
      const ask = async (who: string): Promise<string> => {
        const headers = { authorization: `Bearer ${who}`, "x-session-id": "one" };
        return (await post(gateway, path, bodyOf(path, { stream: true }), headers)).text();
      };
      const texts = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(`client${at}.`)));
      for (const [at, text] of texts.entries()) {
        assert.deepEqual(new Set(text.match(/client\d+\./g)), new Set([`client${at}.`]));
      }
    }));
}

test("a client that hangs up ends the call of its provider", () =>
  withGateway({}, async (gateway) => {
    gateway.provider.script = () => ({ text: "slow", until: new Promise(() => {}) });
    const sent = request(`${gateway.url}/v1/messages`, { method: "POST" });
    sent.on("error", () => {});
    sent.end(JSON.stringify(bodyOf("/v1/messages", { stream: true })));
    const [answer] = (await once(sent, "response")) as [{ destroy(): void }];
    const left = gateway.provider.got[0];
    assert.ok(left);
    answer.destroy();
    while (!left.wasLeft) await new Promise(setImmediate);
    assert.equal(
      (await post(gateway, "/v1/messages", bodyOf("/v1/messages", { model: "none" }))).status,
      200,
    );
  }));

const BAD_BODIES: Readonly<Record<string, readonly [body: string | Buffer, status: number]>> = {
  "no JSON": ["{ model: auto", 400],
  "a list": ["[]", 400],
  "no model": ["{}", 400],
  "a model of the wrong kind": ['{"model":5}', 400],
  "40 MB": [Buffer.alloc(40 * 1024 * 1024, 0x20), 413],
};

for (const path of PATHS)
  for (const [name, [body, status]] of Object.entries(BAD_BODIES))
    test(`${path}: ${name} is an error of the protocol, and the gateway lives`, () =>
      withGateway({}, async (gateway) => {
        const answer = await post(gateway, path, body);
        assert.equal(answer.status, status);
        const fault = (await answer.json()) as { type?: string; error: { message: string } };
        assert.ok(fault.error.message.length > 10);
        assert.equal(fault.type, path === "/v1/messages" ? "error" : undefined);
        assert.equal((await post(gateway, path, bodyOf(path))).status, 200);
      }));

for (const path of PATHS)
  test(`${path}: tools of unknown kinds and odd members are passed on`, () =>
    withGateway({}, async (gateway) => {
      const body = bodyOf(path, {
        tools: [{ type: "namespace_9", name: 5 }, null, "x"],
        extra: { model: "inner" },
      });
      assert.equal((await post(gateway, path, body)).status, 200);
      assert.deepEqual({ ...gateway.provider.got[0]?.body, model: "auto" }, body);
    }));

test("what an upstream refuses is left out, once it has said so", () =>
  withGateway({}, async (gateway) => {
    gateway.provider.script = ({ body }): Reply =>
      "context_management" in body
        ? { status: 400, error: "context_management: Extra inputs are not permitted" }
        : {};
    const body = bodyOf("/v1/messages", { context_management: { edits: [] }, kept: 1 });
    assert.equal((await post(gateway, "/v1/messages", body)).status, 200);
    assert.equal(gateway.provider.got.length, 2);
    await post(gateway, "/v1/messages", body);
    assert.equal(gateway.provider.got.length, 3, "the second call knows it before");
    assert.equal(gateway.provider.got[2]?.body["kept"], 1);
  }));

const MODELS: Readonly<Record<string, Reply>> = {
  "an empty account": { status: 400, error: "Your credit balance is too low to access the API." },
  "a payment that is due": { status: 402, error: "This request requires more credits." },
  "a model that the project may not use": {
    status: 403,
    error: "Project x does not have access to model y.",
  },
  "a provider's own time": { status: 408, error: "Request timed out." },
  "a model that is gone": { status: 404, error: "model: claude-x", members: { type: "not_found_error" } },
};
for (const [name, reply] of Object.entries(MODELS))
  test(`after ${name} the next candidate answers`, () =>
    withGateway({}, async (gateway) => {
      gateway.provider.script = (_, index): Reply => (index === 0 ? reply : {});
      const answer = await post(gateway, "/v1/messages", bodyOf("/v1/messages"));
      assert.match(await answer.text(), /Hello from/);
    }));

test("a limit pauses its model alone, for as long as the provider says; a model that is gone for an hour", () =>
  withGateway(
    { flags: { candidates: ["anthropic/claude-haiku-4-5", "anthropic/claude-opus-4-8"] } },
    async (gateway) => {
      const ask = async (): Promise<string[]> => {
        const before = gateway.provider.got.length;
        await (await post(gateway, "/v1/messages", bodyOf("/v1/messages"))).text();
        return gateway.provider.got.slice(before).map(({ model }) => model);
      };
      const [first = ""] = await ask();
      for (const reply of [
        { status: 429, error: "slow down", headers: { "retry-after": "3000" } },
        { status: 404, error: "model not found" },
      ]) {
        gateway.now += 4_000_000;
        gateway.provider.script = ({ model }): Reply => (model === first ? reply : {});
        assert.equal((await ask()).length, 2);
        gateway.now += 2_900_000;
        assert.deepEqual((await ask()).includes(first), false, "passed over while it lasts");
        gateway.provider.script = () => ({});
        gateway.now += 800_000;
        assert.deepEqual(await ask(), [first]);
      }
    },
  ));

test("half an answer saves nothing, and its line says that it was cut off", () =>
  withGateway({ flags: { baseline: "claude-opus-4-8" } }, async (gateway) => {
    gateway.provider.script = () => ({ cutAfter: 600 });
    const answer = await post(gateway, "/v1/messages", bodyOf("/v1/messages", { stream: true }));
    await assert.rejects(answer.text());
    while (gateway.entries.length === 0) await new Promise(setImmediate);
    assert.match(callLine(gateway.entries[0] as CallEntry), /saving unknown.*cut off/);
  }));
