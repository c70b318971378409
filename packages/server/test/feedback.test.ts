import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { DecisionDetail, FeedbackResult, SelectResponse } from "@signalbox/contracts";

import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
let headers: Readonly<Record<string, string>>;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "wagtail");
  headers = { authorization: `Bearer ${account.key}` };
});
after(() => service.close());

async function call<T>(path: string, body: unknown, status = 200): Promise<T> {
  const answer = await service.browser().call("POST", path, { headers, body });
  assert.equal(answer.status, status, answer.text);
  return answer.body as T;
}

const select = (body: object = {}) => call<SelectResponse>("/model-select", { ...CONVERSATION, ...body });

test("the same report twice counts once, another value corrects it, a withdrawal takes it back", async () => {
  const { session_id, llm_label } = await select();
  const report = async (body: object) =>
    (await call<FeedbackResult>("/feedback", { session_id, ...body })).status;
  assert.equal(await report({ value: "up" }), "recorded");
  assert.equal(await report({ value: 1 }), "unchanged");
  assert.equal(await report({ value: 0.25 }), "corrected");
  const seen = await account.browser.get<DecisionDetail>(`/decisions/${session_id}`);
  assert.deepEqual([seen.feedback_value, seen.feedback[0]?.label], [0.25, llm_label]);
  assert.equal(await report({ withdraw: true }), "withdrawn");
  const later = await account.browser.get<DecisionDetail>(`/decisions/${session_id}`);
  assert.deepEqual([later.feedback_value, later.feedback[0]?.withdrawn], [null, true]);
});

test("a report on the chain credits every decision of it", async () => {
  const first = await select();
  const second = await select({ previous_session: first.session_id });
  const result = await call<FeedbackResult>("/feedback", {
    session_id: second.session_id,
    value: "down",
    scope: "chain",
  });
  assert.equal(result.decisions, 2);
  const seen = await account.browser.get<DecisionDetail>(`/decisions/${first.session_id}`);
  assert.equal(seen.feedback_value, 0);
});

test("a decision that is answered before its commit can be reported on, shown and continued without a pause", async (t) => {
  const handing = await startTestService({ flags: { "journal-wait": "handed-over" } });
  t.after(() => handing.close());
  const { key, browser } = await fillAccount(handing, "shrike");
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const options = { headers: { authorization: `Bearer ${key}` }, body };
    const answer = await handing.browser().call("POST", path, options);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as T;
  };
  let previous: string | undefined;
  for (let turn = 0; turn < 10; turn += 1) {
    const body = { ...CONVERSATION, ...(previous !== undefined && { previous_session: previous }) };
    const { session_id } = await post<SelectResponse>("/model-select", body);
    const [report, shown] = await Promise.all([
      post<FeedbackResult>("/feedback", { session_id, value: 1 }),
      browser.get<DecisionDetail>(`/decisions/${session_id}`),
    ]);
    assert.deepEqual([report.status, shown.session_id], ["recorded", session_id]);
    previous = session_id;
  }
});

test("existing clients report accuracy and speed by provider and model, under both prefixes and versions", async () => {
  const { session_id, providers } = await select();
  const [provider] = providers;
  for (const version of ["v1", "v2"]) {
    const accuracy = { session_id, provider, feedback: { accuracy: 1 } };
    const { feedback: reported } = accuracy;
    const answer = await call(`/${version}/report/metrics/feedback`, accuracy);
    assert.deepEqual(answer, { success: true, session_id, feedback: reported });
    const speed = { session_id, provider, feedback: { tokens_per_second: 120 } };
    const observed = await call(`/${version}/report/metrics/latency`, speed);
    assert.deepEqual(observed, { success: true, session_id, feedback: speed.feedback });
  }
  const root = await service.app.http.inject({
    method: "POST",
    url: "/v2/report/metrics/feedback",
    headers,
    payload: { session_id, provider, feedback: { accuracy: 0 } },
  });
  assert.equal(root.statusCode, 200);
  const seen = await account.browser.get<DecisionDetail>(`/decisions/${session_id}`);
  assert.equal(seen.feedback_value, 0);
  const [observed] = await service.context.storage.latency.list({ accountId: account.accountId });
  assert.equal(Math.round(observed?.tokensPerSecond ?? 0), 120);
});

test("feedback about what was never asked is refused with what to send instead", async () => {
  const { session_id } = await select();
  await call("/feedback", { session_id }, 422);
  await call("/feedback", { session_id, value: 1.5 }, 422);
  await call("/feedback", { session_id, value: 1, label: "no such candidate" }, 422);
  await call("/feedback", { session_id: "11111111-2222-4333-8444-555555555555", value: 1 }, 404);
  await call("/feedback", { session_id, withdraw: true }, 404);
});

test("a thumb with a comment and the provider's own usage is taken; the comment is not kept", async () => {
  const { session_id } = await select();
  const usage = { input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 7, service_tier: "standard" };
  await call("/feedback", { session_id, value: true, comment: "a word about the zebra", usage });
  const seen = await account.browser.get<DecisionDetail>(`/decisions/${session_id}`);
  assert.equal(seen.feedback_value, 1);
  const { input_tokens, output_tokens } = seen.feedback[0]?.usage ?? {};
  assert.deepEqual([input_tokens, output_tokens], [105, 7]);
  assert.ok(!JSON.stringify(seen).includes("zebra"));
});

test("hidden tokens of the first calls overrule a guessed mode, and one that the request states is no evidence", async () => {
  const llm_providers = ["anthropic/claude-sonnet-4.9"];
  const ask = async (body: object = {}) => {
    const answer = await select({ llm_providers, include: ["explanation"], ...body });
    return { answer, ranked: answer.explanation?.ranking[0] };
  };
  const usage = { prompt_tokens: 50, completion_tokens: 3_900 };
  const details = { completion_tokens_details: { reasoning_tokens: 3_000 } };
  const report = async ({ session_id }: SelectResponse) =>
    call("/feedback", { session_id, usage: { ...usage, ...details } });
  const before = await ask();
  assert.deepEqual([before.ranked?.mode, before.ranked?.mode_source], ["none", "guessed"]);
  for (let at = 0; at < 3; at += 1) await report((await ask({ reasoning_effort: "high" })).answer);
  assert.equal((await ask()).ranked?.mode_source, "guessed");
  for (let at = 0; at < 3; at += 1) await report((await ask()).answer);
  const { ranked } = await ask();
  assert.equal(ranked?.mode_source, "observed");
  assert.notEqual(ranked.mode, "none");
  assert.ok((ranked.usd ?? 0) > 3 * (before.ranked?.usd ?? 0));
});

test("a candidate that is named by its label alone comes back as the model", async () => {
  const candidates = [{ name: "ours", attributes: { quality: 0.9 } }];
  const { llm_label, providers } = await select({ llm_providers: candidates, tradeoff: "quality" });
  assert.deepEqual([llm_label, providers], ["ours", [{ provider: null, model: "ours" }]]);
});
