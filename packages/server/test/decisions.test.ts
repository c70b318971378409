import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PREVIEW_CHARS_MAX } from "@signalbox/contracts";
import type {
  ApiKeyWithSecret,
  DecisionDetail,
  DecisionSummary,
  ListedDecision,
  Overview,
  Page,
  SelectResponse,
} from "@signalbox/contracts";

import { CONVERSATION, fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
let browser: TestBrowser;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "curlew");
  browser = account.browser;
});
after(() => service.close());

const select = (body: object = {}): Promise<SelectResponse> => selectWith(service, account, body);

test("the list holds every decision once, newest first, however it is paged", async () => {
  const made: string[] = [];
  for (let count = 0; count < 7; count += 1) made.push((await select()).session_id);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<DecisionSummary> = await browser.get(`/decisions?limit=3${query}`);
    seen.push(...page.data.map((decision) => decision.session_id));
    cursor = page.next_cursor;
  }
  assert.deepEqual(seen.slice(0, 7), made.toReversed());
  assert.equal(new Set(seen).size, seen.length);
});

test("decisions are found by label, key, time and search", async () => {
  const label = "my own/unusual label";
  const { session_id: id } = await select({ llm_providers: [{ name: label, model: "x" }] });
  const find = async (query: string) =>
    (await browser.get<Page<DecisionSummary>>(`/decisions?${query}`)).data.map((item) => item.session_id);
  assert.deepEqual(await find(`label=${encodeURIComponent(label)}`), [id]);
  assert.deepEqual(await find("q=unusual"), [id]);
  assert.deepEqual(await find(`q=${id}`), [id]);
  const from = new Date(service.clock.ms).toISOString();
  assert.deepEqual(await find(`from=${from}`), [id]);
  assert.deepEqual(await find(`key_id=${account.ids["account"]}`), []);
  assert.equal((await browser.call("GET", "/decisions?from=yesterday")).status, 422);
});

test("what an agent made a call for is kept, explained, exported, and finds the decision", async () => {
  const made = await select({ call_role: "title", include: ["explanation"] });
  assert.equal(made.explanation?.conversation.call_role, "title");
  const { data } = await browser.get<Page<DecisionSummary>>("/decisions?call_role=title");
  assert.deepEqual(
    data.map(({ session_id: id, call_role: role }) => [id, role]),
    [[made.session_id, "title"]],
  );
  const detail = await browser.get<DecisionDetail>(`/decisions/${made.session_id}`);
  assert.deepEqual([detail.call_role, detail.explanation.conversation.call_role], ["title", "title"]);
  const plain = await browser.get<DecisionDetail>(`/decisions/${(await select()).session_id}`);
  assert.deepEqual([plain.call_role, plain.explanation.conversation.call_role], [null, undefined]);
  assert.equal((await browser.call("GET", "/decisions?call_role=janitor")).status, 422);
});

test("decisions are found by the start of their id, their language, and whether candidates were turned away", async () => {
  const tiny = { name: "tiny", attributes: { context_length: 8 } };
  const { session_id: id } = await select({ llm_providers: [{ model: "openai/gpt-4o" }, tiny] });
  const find = async (query: string) =>
    (await browser.get<Page<DecisionSummary>>(`/decisions?${query}`)).data.map((item) => item.session_id);
  assert.deepEqual(await find(`q=${id.slice(0, 13)}`), [id]);
  assert.deepEqual(await find("rejected=true&limit=1"), [id]);
  assert.ok(!(await find("rejected=false")).includes(id));
  const { language } = await browser.get<DecisionDetail>(`/decisions/${id}`);
  assert.ok((await find(`language=${language}`)).includes(id));
  assert.deepEqual(await find("language=tlh"), []);
  assert.deepEqual(await find("explored=true"), []);
});

test("the list can begin with the most expensive, the slowest or the least sure", async () => {
  const read = async (sort: string) =>
    (await browser.get<Page<ListedDecision>>(`/decisions?sort=${sort}&limit=200`)).data;
  const falls = (values: readonly number[]): boolean =>
    values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0));
  assert.ok(falls((await read("usd")).map(({ usd }) => usd ?? -1)));
  assert.ok(falls((await read("seconds")).map(({ seconds }) => seconds ?? -1)));
  assert.ok(falls((await read("decide_us")).map(({ decide_us: us }) => us)));
  assert.ok(falls((await read("success")).map(({ success }) => -success)));
  const newest = await browser.get<Page<ListedDecision>>("/decisions?limit=200");
  assert.deepEqual(await read("newest"), newest.data);
  assert.equal((await browser.call("GET", "/decisions?sort=colour")).status, 422);
});

test("a listed decision names its key, and shows how the last message begins where text is kept", async () => {
  const list = async () => (await browser.get<Page<ListedDecision>>("/decisions?limit=1")).data[0];
  await select();
  const bare = await list();
  assert.equal(bare?.preview, null);
  assert.notEqual(bare?.key_name, null);
  assert.equal(bare?.preference_name, null);
  await browser.call("PATCH", "/account", { body: { settings: { retention: "text" } } });
  const words = `Explain   the\n${"very ".repeat(60)}end`;
  await select({ messages: [{ role: "user", content: words }] });
  const kept = await list();
  await browser.call("PATCH", "/account", { body: { settings: { retention: "none" } } });
  assert.match(kept?.preview ?? "", /^Explain the very very/);
  assert.ok((kept?.preview ?? "").length <= PREVIEW_CHARS_MAX);
});

test("every decision names its neighbours in time", async () => {
  const ids = [await select(), await select(), await select()].map((decision) => decision.session_id);
  const details = await Promise.all(ids.map((id) => browser.get<DecisionDetail>(`/decisions/${id}`)));
  assert.deepEqual(
    details.map(({ newer }) => newer),
    [ids[1], ids[2], null],
  );
  assert.deepEqual(
    details.slice(1).map(({ older }) => older),
    ids.slice(0, 2),
  );
});

test("a decision tells its whole explanation, its key by name, and no word of the conversation", async () => {
  const secret = "a sentence that must not be kept";
  const { session_id: id, llm_label } = await select({ messages: [{ role: "user", content: secret }] });
  const answer = await browser.call("GET", `/decisions/${id}`);
  const detail = answer.body as DecisionDetail;
  assert.equal(detail.label, llm_label);
  assert.equal(detail.key_name, "key curlew");
  assert.equal(detail.explanation.ranking[0]?.label, llm_label);
  assert.equal(detail.text, null);
  assert.ok(!answer.text.includes(secret));
});

test("the decisions of a session are listed from any of them, and no others", async () => {
  const first = await select();
  const second = await select({ previous_session: first.session_id });
  const third = await select({ previous_session: second.session_id });
  const ids = [first, second, third].map((decision) => decision.session_id);
  for (const id of ids) {
    const { chain_id: chainId } = await browser.get<DecisionDetail>(`/decisions/${id}`);
    assert.equal(chainId, first.session_id);
    const { data } = await browser.get<Page<ListedDecision>>(`/decisions?chain_id=${chainId}`);
    assert.deepEqual(
      data.map((decision) => decision.session_id),
      ids.toReversed(),
    );
  }
});

test("the live tail tells new decisions of the account, each once, and nothing of another's", async () => {
  const other = await fillAccount(service, "dunlin");
  const address = await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  const controller = new AbortController();
  const response = await fetch(`${address}/api/v1/decisions/stream`, {
    headers: { authorization: `Bearer ${account.key}` },
    signal: controller.signal,
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? "";
  const made = [(await select()).session_id];
  await service.browser().call("POST", "/model-select", {
    headers: { authorization: `Bearer ${other.key}` },
    body: { ...CONVERSATION, llm_providers: [{ name: "dunlin only", model: "x" }] },
  });
  made.push((await select()).session_id);
  while (!made.every((id) => text.includes(`"session_id":"${id}"`)))
    text += (await reader?.read())?.value ?? "";
  controller.abort();
  for (const id of made) assert.equal(text.split(`"session_id":"${id}"`).length, 2);
  assert.ok(!text.includes("dunlin"), text);
});

test("a live tail ends when its key is revoked", async () => {
  const { id, key } = await browser.post<ApiKeyWithSecret>("/keys", { name: "listening" }, 201);
  const address = service.app.http.listeningOrigin;
  const response = await fetch(`${address}/api/v1/decisions/stream`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal((await browser.call("DELETE", `/keys/${id}`)).status, 200);
  assert.match(await response.text(), /^: beat/);
});

test("the overview adds up: models, series and totals tell the same decisions", async () => {
  const overview = await browser.get<Overview>("/overview");
  const { data } = await browser.get<Page<DecisionSummary>>("/decisions?limit=200");
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  assert.equal(overview.totals.decisions, data.length);
  assert.equal(sum(overview.series.map((bucket) => bucket.decisions)), data.length);
  assert.equal(sum(overview.models.map((model) => model.decisions)), data.length);
  const usd = sum(data.map((decision) => decision.usd ?? 0));
  assert.ok(Math.abs(overview.totals.usd - usd) < 1e-9);
  assert.ok(
    overview.series.every(
      (bucket, index) => index === 0 || bucket.at > (overview.series[index - 1]?.at ?? ""),
    ),
  );
});

test("an account without decisions has an overview too", async () => {
  const empty = service.browser("203.0.113.99");
  await empty.post("/auth/sign-up", { email: "empty@example.org", password: "three blank white pages" });
  const overview = await empty.get<Overview>("/overview");
  assert.equal(overview.totals.decisions, 0);
  assert.equal(overview.totals.success, null);
  assert.ok(overview.series.length > 0);
  assert.equal((await empty.call("GET", "/overview?from=2020-01-01T00:00:00Z")).status, 422);
});

test("a decision tells what its shadow preference would have answered, or that it would have refused", async () => {
  const create = async (policy: object): Promise<string> =>
    (await browser.post<{ id: string }>("/preferences", { policy }, 201)).id;
  const shadowOf = async (shadowPolicy: object) => {
    const shadow = await create(shadowPolicy);
    const watched = await create({ deny: [{ model: "gpt-4o" }], shadow_preference_id: shadow });
    const { session_id: id } = await select({ preference_id: watched });
    return { shadow, detail: await browser.get<DecisionDetail>(`/decisions/${id}`) };
  };
  const other = await shadowOf({ allow: [{ model: "gpt-4o" }] });
  assert.deepEqual(
    [other.detail.label, other.detail.shadow?.label, other.detail.shadow?.preference_id],
    ["openai/gpt-4o-mini", "openai/gpt-4o", other.shadow],
  );
  assert.ok((other.detail.shadow?.usd ?? 0) > (other.detail.usd ?? 1));
  const strict = await shadowOf({ deny: [{ provider: "openai" }], fallback: "strict" });
  assert.deepEqual([strict.detail.shadow?.label, strict.detail.shadow?.usd], [null, null]);
  assert.equal((await browser.get<DecisionDetail>(`/decisions/${(await select()).session_id}`)).shadow, null);
});

test("the export holds every decision of the query, page after page, with its feedback, and runs nothing in a spreadsheet", async () => {
  const label = "=cmd|' /C calc'!A0";
  const made: string[] = [];
  for (let count = 0; count < 205; count += 1) {
    const body = { llm_providers: [{ name: count % 2 === 0 ? label : "plain, comma", model: "x" }] };
    made.push((await select(body)).session_id);
  }
  const answer = await browser.call("GET", "/decisions/export");
  assert.match(String(answer.headers["content-type"]), /^text\/csv/);
  const [head, ...rows] = answer.text.trimEnd().split("\r\n");
  assert.match(String(head), /^session_id,created_at,label,/);
  const ids = rows.map((row) => row.split(",", 1)[0]);
  assert.deepEqual(ids.slice(0, 205), made.toReversed());
  assert.equal(new Set(ids).size, ids.length);
  const filtered = await browser.call("GET", `/decisions/export?label=${encodeURIComponent(label)}`);
  const found = filtered.text.trimEnd().split("\r\n").slice(1);
  assert.equal(found.length, 103);
  assert.ok(found.every((row) => row.includes(",'=cmd")));
  assert.equal((await browser.call("GET", "/decisions/export?from=yesterday")).status, 422);
});
