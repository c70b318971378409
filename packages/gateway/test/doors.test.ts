import assert from "node:assert/strict";
import { after, test } from "node:test";

import { openTestGateway, post, type TestGateway } from "./open-test-gateway.ts";

const gateway: TestGateway = await openTestGateway({ flags: { baseline: "claude-opus-4-8" } });
after(() => gateway.close());

const DOORS = {
  "/v1/messages?beta=true": {
    model: "auto",
    max_tokens: 64,
    messages: [{ role: "user", content: "Fix the typo in README.md" }],
  },
  "/v1/chat/completions": {
    model: "auto",
    messages: [{ role: "user", content: "Fix the typo in README.md" }],
  },
  "/v1/responses": { model: "auto", input: "Fix the typo in README.md" },
} as const;

for (const [path, body] of Object.entries(DOORS)) {
  test(`${path}: a call goes to a candidate, and its stream comes back byte for byte`, async () => {
    const streamed = { ...body, stream: true };
    const answer = await post(gateway, path, streamed, {
      authorization: "Bearer dummy",
      "anthropic-beta": "kept",
      cookie: "signalbox_session=abc",
      "x-goog-api-key": "k",
      "x-other": "1",
    });
    const text = await answer.text();
    const got = gateway.provider.got.at(-1);
    assert.ok(got);
    assert.equal(got.path, path);
    assert.equal(got.headers["anthropic-beta"], "kept");
    for (const name of ["cookie", "x-other", "x-signalbox-key"])
      assert.equal(got.headers[name], undefined, name);
    assert.equal(got.headers.authorization, "Bearer dummy");
    assert.equal(got.model, answer.headers.get("x-signalbox-model"));
    assert.deepEqual({ ...got.body, model: "auto" }, streamed);
    const direct = await fetch(gateway.provider.url + path, { method: "POST", body: got.bytes });
    const ids = /(?:msg|chatcmpl|resp|item|fc|rs|call|toolu)[-_][a-z0-9]+/g;
    const under = (name: string, answer: string): string =>
      answer.replaceAll(ids, "ID").replaceAll(`"model":"${name}"`, '"model":"auto"');
    assert.equal(text.replaceAll(ids, "ID"), under(got.model, await direct.text()));
  });

  test(`${path}: tokens, dollars and seconds of the call go to its decision`, async () => {
    await (await post(gateway, path, body)).text();
    const report = gateway.decider.reports.at(-1);
    assert.ok(report);
    assert.equal(report.usage?.input_tokens, 1000);
    assert.equal(report.usage?.output_tokens, 20);
    assert.ok((report.usage?.usd ?? 0) > 0);
    assert.equal(report.usage?.baseline_model, "claude-opus-4-8");
    assert.ok((report.usage?.baseline_usd ?? 0) > (report.usage?.usd ?? Infinity));
    const entry = gateway.entries.at(-1);
    assert.equal(entry?.usage.cacheReadTokens, 400);
    assert.ok((entry?.baselineUsd ?? 0) > (entry?.usd ?? Infinity), "a saving against the baseline");
  });

  test(`${path}: a candidate's own name is kept`, async () => {
    const answer = await post(gateway, path, { ...body, model: "openai/gpt-5.5" });
    await answer.text();
    assert.equal(answer.headers.get("x-signalbox-routing"), "pinned");
    assert.equal(gateway.provider.got.at(-1)?.model, "openai/gpt-5.5");
  });
}

test("without a stated baseline savings are held against the most expensive candidate of the protocol", async (context) => {
  const { url } = gateway.provider;
  const upstreams = {
    anthropic: { url, protocols: ["messages" as const] },
    openai: { url, protocols: ["chat" as const, "responses" as const] },
  };
  const plain = await openTestGateway({ flags: { upstreams } });
  context.after(() => plain.close());
  for (const [path, body] of Object.entries(DOORS)) {
    await (await post(plain, path, body)).text();
    const expected = path.startsWith("/v1/messages") ? "anthropic/claude-opus-4-8" : "openai/gpt-5.5";
    assert.equal(plain.entries.at(-1)?.baseline, expected);
    assert.ok((plain.entries.at(-1)?.baselineUsd ?? 0) > 0);
  }
});

test("a price that a candidate states is billed, whatever the catalogue lists", async (context) => {
  const candidates = [
    { label: "openai/gpt-5.5", input_price: 10, output_price: 100 },
    { label: "own", price: 0 },
  ];
  const stated = await openTestGateway({ flags: { candidates, baseline: "openai/gpt-5.5" } });
  context.after(() => stated.close());
  const ask = async (model: string): Promise<void> => {
    await (await post(stated, "/v1/chat/completions", { ...DOORS["/v1/chat/completions"], model })).text();
  };
  await ask("own");
  const free = stated.entries.at(-1);
  assert.equal(free?.usd, 0);
  await ask("openai/gpt-5.5");
  const charged = stated.entries.at(-1);
  // 1,000 tokens in, 400 of them from the cache at the listed tenth, and 20 out.
  assert.ok(
    Math.abs((charged?.usd ?? 0) - (600 * 10 + 400 * 1 + 20 * 100) / 1e6) < 1e-9,
    String(charged?.usd),
  );
});

const TOOLS = [{ type: "function", name: "bash", input_schema: {}, function: { name: "bash" } }];
const STUCK = ["Fix the typo in README.md", "It still fails with the same error."];
const turn = (role: string, content: string, isItem: boolean): object => ({
  ...(isItem && { type: "message" }),
  role,
  content,
});
const stuckBody = (path: string): object => {
  const isItem = path === "/v1/responses";
  const [first = "", again = ""] = STUCK;
  const turns = [
    turn("user", first, isItem),
    turn("assistant", "Done.", isItem),
    turn("user", again, isItem),
  ];
  return {
    model: "auto",
    tools: TOOLS,
    ...(isItem ? { input: turns } : { messages: turns, max_tokens: 64 }),
  };
};
for (const escalate of ["turn", "off"] as const)
  for (const path of ["/v1/messages", "/v1/chat/completions", "/v1/responses"])
    test(`${path}: with --escalate ${escalate} a turn that says that it still fails goes ${escalate === "off" ? "where it is decided" : "one class up"}`, async (context) => {
      const open = await openTestGateway({ flags: { escalate } });
      context.after(() => open.close());
      const session = { "x-session-id": "stuck" };
      const first =
        path === "/v1/responses" ? { input: STUCK[0] } : { messages: [{ role: "user", content: STUCK[0] }] };
      const before = await post(
        open,
        path,
        { model: "auto", tools: TOOLS, max_tokens: 64, ...first },
        session,
      );
      await before.text();
      const after = await post(open, path, stuckBody(path), session);
      await after.text();
      const [from, to] = [before, after].map((answer) => answer.headers.get("x-signalbox-model"));
      if (escalate === "off") {
        assert.doesNotMatch(after.headers.get("x-signalbox-routing") ?? "", /escalated/);
        assert.equal(after.headers.get("x-signalbox-reason"), null);
      } else {
        assert.equal(after.headers.get("x-signalbox-routing"), "escalated");
        assert.match(after.headers.get("x-signalbox-reason") ?? "", /still fails/);
        assert.notEqual(to, from);
      }
    });

test("a decision is tagged with the model that the client named, and says what the call is for", async () => {
  await (
    await post(gateway, "/v1/messages", { ...DOORS["/v1/messages?beta=true"], model: "claude-x-9" })
  ).text();
  const asked = gateway.decider.asked.at(-1);
  assert.deepEqual([asked?.tags, asked?.call_role], [{ "asked-model": "claude-x-9" }, "main"]);
});

test("the list of models has the automatic names and the candidates", async () => {
  const { data } = (await (await fetch(`${gateway.url}/v1/models?limit=1000`)).json()) as {
    data: { id: string }[];
  };
  assert.deepEqual(
    data.slice(0, 3).map(({ id }) => id),
    ["auto", "claude-signalbox-auto", "anthropic/claude-haiku-4-5"],
  );
});

test("HEAD / answers, as clients ask before they start", async () => {
  assert.equal((await fetch(gateway.url, { method: "HEAD" })).status, 200);
});

test("tokens are counted by the upstream", async () => {
  const answer = await post(gateway, "/v1/messages/count_tokens", { model: "auto", messages: [] });
  assert.deepEqual(await answer.json(), { input_tokens: 1000 });
});

test("the status tells calls, dollars and savings, and no text of any call", async () => {
  const text = await (await fetch(`${gateway.url}/status`)).text();
  const { totals, lines } = JSON.parse(text) as {
    totals: { calls: number; compared: number };
    lines: string[];
  };
  assert.ok(totals.calls >= 9 && totals.compared >= 6);
  assert.match(lines[0] ?? "", /-> .* main .*\$/);
  assert.doesNotMatch(text, /README|dummy/);
});

test("two callers of one session id see their own calls, and a status line without a key sees neither", async () => {
  const own = (key: string) => ({ "x-session-id": "shared-id", authorization: `Bearer ${key}` });
  const path = "/v1/chat/completions";
  const callsOf = async (headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${gateway.url}/status?session=shared-id`, { headers });
    return ((await answer.json()) as { totals: { calls: number } }).totals.calls;
  };
  await (await post(gateway, path, DOORS[path], own("one"))).text();
  assert.deepEqual(await Promise.all([{}, own("one"), own("two")].map(callsOf)), [1, 1, 0]);
  await (await post(gateway, path, DOORS[path], own("two"))).text();
  await (await post(gateway, path, DOORS[path], own("two"))).text();
  assert.deepEqual(await Promise.all([own("one"), own("two"), {}].map(callsOf)), [1, 2, 0]);
});

/** So many lists in one another. */
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

const USE = (input: string): string =>
  `{"model":"auto","max_tokens":64,"messages":[{"role":"user","content":"Fix it"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"edit","input":{"a":${input}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}]}`;
const DEEP: Readonly<Record<string, (value: string) => string>> = {
  "/v1/messages": USE,
  "/v1/messages/count_tokens": USE,
  "/v1/chat/completions": (value) =>
    `{"model":"auto","messages":[{"role":"user","content":"Fix it","x":${value}}],"tools":[{"type":"function","function":{"name":"edit","parameters":{"a":${value}}}}]}`,
  "/v1/responses": (value) =>
    `{"model":"auto","input":[{"type":"message","role":"user","content":"Fix it"},{"type":"function_call","call_id":"c","name":"edit","arguments":"{}","x":${value}}],"tools":[{"type":"function","name":"edit","parameters":{"a":${value}}}]}`,
};
for (const [path, bodyWith] of Object.entries(DEEP))
  test(`${path}: a value of 490 levels is passed on, one of 500 and more is refused before it is parsed`, async () => {
    for (const [levels, status] of [
      [490, 200],
      [500, 400],
      [5_000, 400],
      [10_000, 400],
      [1_000_000, 400],
    ] as const) {
      const answer = await post(gateway, path, bodyWith(nested(levels)));
      const text = await answer.text();
      assert.equal(answer.status, status, `${levels}: ${text.slice(0, 200)}`);
      if (status === 200) assert.notEqual(answer.headers.get("x-signalbox-routing"), "own_model", text);
      else
        assert.match(
          text,
          /"error":\{.*is nested deeper than 500 levels\. Flatten it, or raise `limits\.nesting_max`/,
        );
    }
    // Brackets that never close are no JSON, which would be said if they had been parsed.
    const open = await post(gateway, path, `{"model":"auto","messages":${"[".repeat(1_000_000)}`);
    assert.match(await open.text(), /is nested deeper than 500 levels/);
  });

test("a body of more values than allowed is refused, and the part that holds them named", async () => {
  const body = `{"model":"auto","messages":[${"[],".repeat(500_001)}[]]}`;
  const answer = await post(gateway, "/v1/messages", body);
  assert.equal(answer.status, 413);
  assert.match(await answer.text(), /body\.messages: .* raise `limits\.values_max`/);
});
