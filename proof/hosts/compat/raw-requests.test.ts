// Requests as clients send them that are not on npm or cannot be installed here: npm `notdiamond` 0.1-0.2 and 2.x, Python
// `notdiamond` 0.3 and 0.4, `ironaai`. Headers, bodies and addresses are theirs, sent byte by byte over a real socket.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { CustomRouter, DecisionDetail } from "@signalbox/contracts";

import { startRunningService, type RunningService } from "../running-service.ts";
import { evaluationsForm, sendRaw, type RawAnswer } from "./raw-request.ts";

let service: RunningService;
before(async () => {
  service = await startRunningService();
});
after(() => service.stop());

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** At both mounts, with and without a trailing slash in the address that the user configured. */
async function everywhere(method: string, path: string, sent: Sent = {}): Promise<readonly RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (const address of ["", "/", "/api/v1", "/api/v1/"])
    answers.push(await send(method, `${address}${path}`, sent));
  return answers;
}

function send(method: string, path: string, { body, headers }: Sent = {}): Promise<RawAnswer> {
  const authorization = `Bearer ${service.apiKey}`;
  return sendRaw(service.url, { method, path, body, headers: { authorization, ...headers } });
}

interface Selected {
  readonly llm_label: string;
  readonly providers: readonly { readonly provider: string | null; readonly model: string }[];
  readonly session_id: string;
  readonly success?: boolean;
  readonly data?: { readonly providers: unknown };
}

function selectedOf(answer: RawAnswer): Selected {
  assert.equal(answer.status, 200, answer.text);
  // Python 0.3 raises when it finds this key, whatever its value.
  assert.ok(!("error" in (answer.json as object)));
  return answer.json as Selected;
}

const MESSAGES = [{ role: "user", content: "Write a haiku about the sea." }];
const PAIR = [
  { provider: "openai", model: "gpt-4o" },
  { provider: "anthropic", model: "claude-sonnet-4-5-20250929" },
];
const LABELS = PAIR.map(({ provider, model }) => `${provider}/${model}`);

/** `LLMConfig.prepare_for_request()` of Python 0.3 and 0.4: every member, null when unknown. */
const PYTHON_PAIR = PAIR.map((candidate) => ({
  ...candidate,
  is_custom: false,
  context_length: null,
  input_price: null,
  output_price: null,
  latency: null,
}));

const PYTHON_HEADERS = {
  "user-agent": "Python-SDK/0.3.37",
  "accept-encoding": "gzip, deflate",
  accept: "*/*",
  connection: "keep-alive",
  "content-type": "application/json",
};

const STAINLESS_HEADERS = {
  accept: "application/json",
  "content-type": "application/json",
  "user-agent": "NotDiamond/JS 2.0.0",
  "x-stainless-lang": "js",
  "x-stainless-package-version": "2.0.0",
  "x-stainless-retry-count": "0",
};

test("Python's model selection with its metric, null attributes and tools is answered with one of its own pairs", async () => {
  const tool = { type: "function", function: { name: "add", description: "Adds.", parameters: {} } };
  const body = {
    messages: MESSAGES,
    llm_providers: PYTHON_PAIR,
    metric: "accuracy",
    max_model_depth: 2,
    hash_content: false,
    tools: [tool],
    tradeoff: "cost",
  };
  for (const answer of await everywhere("POST", "/v2/modelRouter/modelSelect", {
    body,
    headers: PYTHON_HEADERS,
  })) {
    const { providers, llm_label: label } = selectedOf(answer);
    assert.deepEqual(providers, [PAIR[LABELS.indexOf(label)]]);
  }
});

test("Python 0.3 posts its body without a content type that says JSON only; the charset is no obstacle", async () => {
  const headers = { ...PYTHON_HEADERS, "content-type": "application/json; charset=utf-8" };
  const body = { messages: MESSAGES, llm_providers: PYTHON_PAIR };
  selectedOf(await send("POST", "/v2/modelRouter/modelSelect", { body, headers }));
});

test("the first npm clients ask for hashed selections and report at version 1", async () => {
  const body = {
    messages: MESSAGES,
    preference_weights: { quality: 1 },
    llm_providers: PAIR,
    max_model_depth: 1,
    hash_content: true,
  };
  for (const answer of await everywhere("POST", "/v2/optimizer/hashModelSelect", { body })) {
    const { session_id: sessionId, providers } = selectedOf(answer);
    const provider = providers[0];
    const accuracy = { session_id: sessionId, provider, feedback: { accuracy: 0 } };
    const speed = { session_id: sessionId, provider, feedback: { tokens_per_second: 61.5 } };
    assert.equal((await send("POST", "/v1/report/metrics/feedback", { body: accuracy })).status, 200);
    assert.equal((await send("POST", "/v1/report/metrics/latency", { body: speed })).status, 200);
    const found = await send("GET", `/api/v1/decisions/${sessionId}`);
    assert.equal((found.json as DecisionDetail).feedback_value, 0);
  }
});

test("the older example of the interface, with `models` at `/v1/modelSelect`, is answered", async () => {
  const body = { messages: MESSAGES, models: LABELS.map((model) => ({ model })) };
  for (const answer of await everywhere("POST", "/v1/modelSelect", { body }))
    assert.ok(LABELS.includes(selectedOf(answer).llm_label));
});

test("npm 2.x selects at three addresses, also in the form of OpenRouter", async () => {
  const openRouter = LABELS.map((model) => ({ model }));
  for (const path of ["/v2/modelRouter/modelSelect", "/v2/optimizer/modelSelect"]) {
    const plain = { messages: "Hello", llm_providers: PAIR, hash_content: false, metric: "accuracy" };
    for (const answer of await everywhere("POST", path, { body: plain, headers: STAINLESS_HEADERS }))
      assert.ok(LABELS.includes(selectedOf(answer).llm_label));
    const body = { messages: MESSAGES, llm_providers: openRouter, max_model_depth: null };
    const sent = { body, headers: STAINLESS_HEADERS };
    for (const answer of await everywhere("POST", `${path}?type=openrouter`, sent)) {
      const { llm_label: label, providers } = selectedOf(answer);
      assert.deepEqual(providers, [{ provider: null, model: label }]);
    }
    for (const answer of await everywhere("POST", `${path}?type=`, {
      body: plain,
      headers: STAINLESS_HEADERS,
    }))
      selectedOf(answer);
  }
});

test("npm 2.x and Python 0.4 read back from feedback what they reported", async () => {
  const selected = selectedOf(
    await send("POST", "/v2/modelRouter/modelSelect", { body: { messages: MESSAGES, llm_providers: PAIR } }),
  );
  const report = {
    session_id: selected.session_id,
    provider: selected.providers[0],
    feedback: { accuracy: 1 },
  };
  for (const answer of await everywhere("POST", "/v2/report/metrics/feedback", { body: report }))
    assert.deepEqual(answer.json, {
      success: true,
      session_id: report.session_id,
      feedback: report.feedback,
    });
  const part = { ...report, feedback: { accuracy: 0.25 } };
  assert.equal((await send("POST", "/v2/report/metrics/feedback", { body: part })).status, 200);
  const beyond = { ...report, feedback: { accuracy: 2 } };
  assert.equal((await send("POST", "/v2/report/metrics/feedback", { body: beyond })).status, 422);
});

test("a preference is made with nothing at all, with null, or with a name; renamed; used; deleted", async () => {
  const made = [
    ...(await everywhere("POST", "/v2/preferences/userPreferenceCreate")),
    ...(await everywhere("POST", "/v2/preferences/userPreferenceCreate", { body: {} })),
    ...(await everywhere("POST", "/v2/preferences/userPreferenceCreate", {
      body: { name: null },
      headers: PYTHON_HEADERS,
    })),
    ...(await everywhere("POST", "/v2/preferences/userPreferenceCreate", { body: { name: "Production" } })),
  ];
  const ids = made.map(({ json, status, text }) => {
    assert.equal(status, 200, text);
    return (json as { preference_id: string }).preference_id;
  });
  assert.equal(new Set(ids).size, made.length);
  const [id = ""] = ids;
  const renamed = { preference_id: id, name: "Renamed" };
  for (const answer of await everywhere("PUT", "/v2/preferences/userPreferenceUpdate", { body: renamed }))
    assert.deepEqual([answer.status, answer.json], [200, { preference_id: id }]);
  const body = { messages: MESSAGES, llm_providers: PAIR, preference_id: id };
  selectedOf(await send("POST", "/v2/modelRouter/modelSelect", { body }));
  const gone = await send("DELETE", `/api/v1//v2/preferences/userPreferenceDelete/${id}/`);
  assert.equal(gone.status, 200, gone.text);
  const refused = await send("POST", "/v2/modelRouter/modelSelect", { body });
  assert.equal(refused.status, 404);
  assert.match((refused.json as { detail: string }).detail, /preference_id/);
});

test("Python uploads evaluations as a form with `True` and routes by them when they are learned", async () => {
  const fields = {
    language: "english",
    llm_providers: JSON.stringify(PYTHON_PAIR),
    prompt_column: "question",
    maximize: "True",
  };
  const form = evaluationsForm(fields, { promptColumn: "question", labels: LABELS, rows: 25 });
  const ids: string[] = [];
  for (const answer of await everywhere("POST", "/v2/pzn/trainCustomRouter", form)) {
    assert.equal(answer.status, 200, answer.text);
    ids.push((answer.json as { preference_id: string }).preference_id);
  }
  const retrained = evaluationsForm(
    { ...fields, maximize: "true", override: "true", preference_id: ids[0] ?? "" },
    { promptColumn: "question", labels: LABELS, rows: 30 },
  );
  const again = await send("POST", "/v2/pzn/trainCustomRouter", retrained);
  assert.deepEqual(again.json, { preference_id: ids[0] });
  const listed = await send("GET", "/api/v1/custom-routers");
  const routers = (listed.json as { data: CustomRouter[] }).data;
  assert.deepEqual(new Set(routers.map(({ preference_id: id }) => id)), new Set(ids));
  // Usable from the first moment on: by the general model until the training is done.
  const body = { messages: MESSAGES, llm_providers: PAIR, preference_id: ids[0] };
  selectedOf(await send("POST", "/v2/modelRouter/modelSelect", { body }));
});

interface ModelList {
  readonly models: readonly { readonly provider: string; readonly openrouter_model: string | null }[];
  readonly total: number;
}

test("the list of models is filtered by providers, repeated or comma-joined, and by `openrouter_only` as each language writes it", async () => {
  const lists: ModelList[] = [];
  for (const query of ["provider=openai&provider=anthropic", "provider=openai,anthropic"])
    for (const answer of await everywhere("GET", `/v2/models?${query}`)) lists.push(answer.json as ModelList);
  const providers = new Set(lists[0]?.models.map(({ provider }) => provider));
  assert.deepEqual(providers, new Set(["openai", "anthropic"]));
  for (const list of lists) assert.deepEqual(list, lists[0]);
  for (const value of ["true", "True"])
    for (const answer of await everywhere("GET", `/v2/models?openrouter_only=${value}`)) {
      const { models, total } = answer.json as ModelList;
      assert.ok(total > 0 && models.every(({ openrouter_model: model }) => model !== null));
    }
  const all = await send("GET", "/v2/models?openrouter_only=False");
  assert.deepEqual(all.json, (await send("GET", "/v2/models")).json);
});

test("clients of ironlabs find their wrapped answer at both of their addresses", async () => {
  const body = { topk_models: 2, messages: MESSAGES, llm_providers: PAIR, kwargs: {}, user_id: null };
  for (const path of ["/model-router/model-select", "/model-router/select-model"])
    for (const answer of await everywhere("POST", path, { body })) {
      const selected = selectedOf(answer);
      assert.equal(selected.success, true);
      assert.deepEqual(selected.data, { providers: selected.providers });
    }
});

test("every fault carries `detail`, for clients that raise without it", async () => {
  const select = "/v2/modelRouter/modelSelect";
  const body = { messages: MESSAGES, llm_providers: PAIR };
  const faults: readonly (readonly [number, Promise<RawAnswer>])[] = [
    [401, send("POST", select, { body, headers: { authorization: "Bearer " } })],
    [401, send("POST", select, { body, headers: { authorization: "Bearer sk_nobody" } })],
    [404, send("POST", "/v2/modelRouter/openHandsRouter", { body })],
    [404, send("POST", select, { body: { ...body, preference_id: "nobody" } })],
    [405, send("GET", select)],
    [415, send("POST", select, { body: "a=b", headers: { "content-type": "text/plain" } })],
    [422, send("POST", select, { body: { messages: MESSAGES, llm_providers: [] } })],
    [422, send("POST", select, { body: { ...body, tools: Array.from({ length: 129 }, () => ({})) } })],
  ];
  for (const [status, answer] of faults) {
    const { status: actual, json, text } = await answer;
    assert.equal(actual, status, text);
    assert.ok(String((json as { detail?: unknown }).detail).length > 0, text);
  }
});
