import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("an address that is not one is a fault of its member", () => {
  const upstreams = { a: { base_url: "no address" }, b: { url: "http://x", plan_base_url: "nor this" } };
  assert.throws(
    () => read({ upstreams, candidates: ["b/x"] }),
    (fault: unknown) =>
      fault instanceof SignalboxError &&
      ["upstreams.a.base_url", "upstreams.b.plan_base_url"].every((each) =>
        fault.errors.some(({ location }) => location === each),
      ),
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

const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a bearer token": { authorization: "Bearer gate-secret" },
  "a bearer token in small letters": { authorization: "bearer  gate-secret" },
  "an API key": { "x-api-key": "gate-secret" },
  "both, with another vendor's header": {
    authorization: "Bearer gate-secret",
    "x-api-key": "gate-secret",
    "api-key": "gate-secret",
  },
};
for (const [name, headers] of Object.entries(SHOWN))
  for (const path of ["/v1/messages", "/v1/messages/count_tokens", "/v1/chat/completions"])
    test(`${path}: the gateway's key shown as ${name} stays here, and the agent's own goes on`, async () => {
      const gateway = await openTestGateway({ key: "gate-secret" });
      try {
        assert.equal((await post(gateway, path, BODY, headers)).status, 200);
        const free = ["x-api-key", "authorization"].find((header) => headers[header] === undefined);
        const own = free === undefined ? {} : { [free]: "Bearer own-key" };
        assert.equal((await post(gateway, path, BODY, { ...headers, ...own })).status, 200);
        const [without, withOwn] = gateway.provider.got;
        for (const got of [without, withOwn])
          assert.doesNotMatch(JSON.stringify(got?.headers), /gate-secret/);
        if (free !== undefined) assert.equal(withOwn?.headers[free], "Bearer own-key");
      } finally {
        await gateway.close();
      }
    });

test("a preference that the account does not have ends the start, wherever it is named", async () => {
  const flags = {
    preference: "unknown",
    roles: { title: { preference: "unknown" }, main: { preference: "known" } },
  };
  await assert.rejects(
    openTestGateway({ flags }),
    (fault: unknown) =>
      fault instanceof SignalboxError &&
      fault.code === "invalid_configuration" &&
      fault.errors.map(({ location }) => location).join() === "preference,roles.title.preference",
  );
});

test("the configuration of the page is taken, and its local model is with the local server", () => {
  const page = readFileSync(new URL("../../../docs/integrations/coding-agents.md", import.meta.url), "utf8");
  const shown = /```json\n(\{\n {2}"upstreams"[^]*?)```/.exec(page)?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "signalbox-page-"));
  const file = join(folder, "gateway.json");
  writeFileSync(file, shown);
  try {
    const env = { OPENAI_API_KEY: "key" };
    const settings = readSettings({ file, flags: {}, upstream: undefined, key: undefined, env, catalog });
    const local = settings.candidates.at(-1);
    assert.deepEqual(
      [local?.label, local?.upstream.name, local?.model],
      ["local/qwen", "local", "qwen3-coder"],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an unknown member of the file is reported once, with the file and its place", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-file-"));
  const file = join(folder, "gateway.json");
  const entry = { label: "openai/gpt-5.5", contextLength: 9 };
  writeFileSync(file, JSON.stringify({ candidates: [entry], bar: 1 }));
  try {
    assert.throws(
      () => readSettings({ file, flags: {}, upstream: undefined, key: undefined, env: {}, catalog }),
      (fault: unknown) =>
        fault instanceof SignalboxError &&
        fault.errors.map(({ location, message }) => `${location}: ${message}`).join("\n") ===
          `${file}: It has an unknown member bar.\n${file}: candidates[0]: It has an unknown member contextLength.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
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

test("pages of browsers, whatever their port, and names of other hosts are refused", async () => {
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
    for (const origin of [gateway.url, "http://127.0.0.1:3000", "null"])
      assert.equal(await statusWith({ origin }), 403, origin);
    assert.equal(await statusWith({ "sec-fetch-site": "same-site" }), 403);
    assert.equal(await statusWith({ "sec-fetch-site": "none" }), 200);
  } finally {
    await gateway.close();
  }
});

test("a request target that names another host reaches the upstream's own host alone", async () => {
  const gateway = await openTestGateway();
  const { hostname, port } = new URL(gateway.url);
  const headers = { authorization: "Bearer client", "x-api-key": "sk-ant-a" };
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method: "POST", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on("error", reject).end(JSON.stringify({ ...BODY, max_tokens: 8 }));
    });
  try {
    for (const path of ["/v1/messages/count_tokens", "/v1/messages"])
      assert.equal(await statusOf(`x://evil.example${path}`), 200, path);
    const { host } = new URL(gateway.provider.url);
    assert.deepEqual(new Set(gateway.provider.got.map(({ headers: sent }) => sent.host)), new Set([host]));
  } finally {
    await gateway.close();
  }
});

test("a candidate that a call has no key for is no candidate of the call, and the answer says so", async () => {
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
    const answer = await post(gateway, "/v1/messages", BODY, { "x-api-key": "sk-ant-a" });
    assert.match(answer.headers.get("x-signalbox-model") ?? "", /^anthropic\//);
    assert.equal(answer.headers.get("x-signalbox-unreached"), "openai/gpt-5.4-nano, openai/gpt-5.5");
    assert.match(probe.provider.got[0]?.model ?? "", /^claude-/, "the upstream's own name of the model");
  } finally {
    await gateway.close();
    await probe.close();
  }
});
