import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";

import { readSettings } from "../src/index.ts";
import { openTestGateway, post } from "./open-test-gateway.ts";

const BODY = { model: "auto", messages: [{ role: "user", content: "Hello" }] };
const catalog = createCatalog();

const read = (flags: object, key?: string): unknown =>
  readSettings({ file: undefined, flags, upstream: undefined, key, env: {}, catalog });

for (const host of ["0.0.0.0", "::", "192.168.1.5", "example.com"])
  test(`${host} without a key is refused before anything listens`, () => {
    assert.throws(() => read({ host }), /Other machines can reach/);
    assert.doesNotThrow(() => read({ host }, "secret"));
  });

for (const host of ["127.0.0.1", "127.9.9.9", "localhost", "::1"])
  test(`${host} needs no key`, () => {
    assert.doesNotThrow(() => read({ host }));
  });

test("all faults of the settings come together", () => {
  const flags = { candidates: ["nobody/x", "openai/gpt-5.5", "openai/gpt-5.5"], ceiling: "none" };
  assert.throws(
    () => read(flags),
    (fault: unknown) => fault instanceof SignalboxError && fault.errors.length === 3,
  );
});

test("the gateway's key is asked for, and never sent to a provider", async () => {
  const gateway = await openTestGateway({ key: "gate-secret" });
  try {
    assert.equal((await post(gateway, "/v1/messages", BODY)).status, 401);
    assert.equal((await fetch(`${gateway.url}/status`)).status, 401);
    const headers = { "x-signalbox-key": "gate-secret", "x-api-key": "own-key" };
    assert.equal((await post(gateway, "/v1/messages", BODY, headers)).status, 200);
    const got = gateway.provider.got[0];
    assert.equal(got?.headers["x-api-key"], "own-key");
    assert.doesNotMatch(JSON.stringify(got?.headers), /gate-secret/);
  } finally {
    await gateway.close();
  }
});

test("a key of the environment takes the place of the client's; a provider without one gets none", async () => {
  const probe = await openTestGateway();
  const { url } = probe.provider;
  const gateway = await openTestGateway({
    flags: {
      upstreams: { own: { url, key_env: "OWN_KEY" }, local: { url } },
      candidates: ["own/gpt-5.5", "local/gpt-5.4-nano"],
    },
    env: { OWN_KEY: "from-env" },
  });
  try {
    for (const model of ["own/gpt-5.5", "local/gpt-5.4-nano"])
      await post(gateway, "/v1/chat/completions", { ...BODY, model }, { authorization: "Bearer client" });
    assert.deepEqual(
      probe.provider.got.map(({ headers }) => headers.authorization),
      ["Bearer from-env", undefined],
    );
  } finally {
    await gateway.close();
    await probe.close();
  }
});

test("pages of other sites and names of other hosts are refused", async () => {
  const gateway = await openTestGateway();
  const statusWith = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${gateway.url}/v1/chat/completions`, { method: "POST", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on("error", reject).end(JSON.stringify(BODY));
    });
  try {
    assert.equal(await statusWith({ origin: "https://evil.example" }), 403);
    assert.equal(await statusWith({ "sec-fetch-site": "cross-site" }), 403);
    assert.equal(await statusWith({ host: "evil.example" }), 403);
    assert.equal(await statusWith({ origin: gateway.url }), 200);
  } finally {
    await gateway.close();
  }
});

test("a candidate whose upstream speaks another protocol is no candidate of the call, and the answer says so", async () => {
  const probe = await openTestGateway();
  const { url } = probe.provider;
  const gateway = await openTestGateway({
    flags: {
      upstreams: {
        anthropic: { url, protocols: ["messages"], client_key: true },
        openai: { url, protocols: ["chat", "responses"], client_key: true },
      },
    },
  });
  try {
    const answer = await post(gateway, "/v1/messages", BODY);
    assert.match(answer.headers.get("x-signalbox-model") ?? "", /^anthropic\//);
    assert.equal(answer.headers.get("x-signalbox-other-protocol"), "openai/gpt-5.4-nano, openai/gpt-5.5");
    assert.match(probe.provider.got[0]?.model ?? "", /^claude-/, "the upstream's own name of the model");
  } finally {
    await gateway.close();
    await probe.close();
  }
});
