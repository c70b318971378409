import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";

import type { CompatModels, DecisionDetail, ModelsAnswer, SelectResponse } from "@signalbox/contracts";

import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "whimbrel");
});
after(() => service.close());

const overridePath = (id: string): string => `/models/overrides/${encodeURIComponent(id)}`;

async function modelOf(id: string) {
  const { data } = await account.browser.get<ModelsAnswer>("/models");
  return data.find((model) => model.id === id);
}

async function decide(): Promise<DecisionDetail> {
  const answer = await service.browser().call("POST", "/model-select", {
    headers: { authorization: `Bearer ${account.key}` },
    body: CONVERSATION,
  });
  return account.browser.get(`/decisions/${(answer.body as SelectResponse).session_id}`);
}

const usdOf = (detail: DecisionDetail, label: string): number =>
  detail.explanation.ranking.find((candidate) => candidate.label === label)?.usd ?? NaN;

test("every model has an ability in every field, with where it comes from", async () => {
  const { data } = await account.browser.get<ModelsAnswer>("/models");
  assert.ok(data.length > 100);
  for (const { id, abilities } of data) {
    assert.equal(abilities.length, 6, id);
    for (const { success, spread } of abilities) assert.ok(success > 0 && success < 1 && spread > 0, id);
  }
});

test("every model says what its ability rests on and how sure it is in each mode, own scores named as such", async () => {
  const { data } = await account.browser.get<ModelsAnswer>("/models");
  for (const { id, ability_rests_on: words, modes } of data) {
    assert.match(words ?? "", /\w+/, id);
    assert.equal(modes.filter(({ is_default: isDefault }) => isDefault).length, 1, id);
    for (const { doubt } of modes) assert.ok(doubt > 0, id);
  }
  const gpt = data.find(({ id }) => id === "openai/gpt-5");
  assert.deepEqual(
    gpt?.modes.map(({ mode }) => mode),
    ["minimal", "low", "medium", "high"],
  );
  const body = { scores: { mmlu_pro: 0.2 } };
  await account.browser.call("PUT", overridePath("openai/gpt-5"), { body });
  const stated = await modelOf("openai/gpt-5");
  assert.match(stated?.ability_rests_on ?? "", /1 score that you state/);
  await account.browser.call("DELETE", overridePath("openai/gpt-5"));
});

test("a corrected price counts in the next decision, and stops counting when it is taken back", async () => {
  const label = "openai/gpt-4o";
  const before = usdOf(await decide(), label);
  const body = { input_usd_per_mtok: 1000, output_usd_per_mtok: 1000 };
  // Any spelling names the same model.
  const answer = await account.browser.call("PUT", overridePath("gpt-4o"), { body });
  assert.equal((answer.body as { id: string }).id, label);
  assert.ok(usdOf(await decide(), label) > 50 * before);
  const model = await modelOf(label);
  assert.deepEqual([model?.is_overridden, model?.price_source], [true, "this account"]);
  assert.equal((await account.browser.call("DELETE", overridePath(label))).status, 200);
  assert.equal(usdOf(await decide(), label), before);
  assert.equal((await account.browser.call("DELETE", overridePath(label))).status, 404);
});

test("a model of the account's own is known to the account and to nobody else", async () => {
  const body = { supports_tools: true, context_tokens: 4096, scores: { mmlu_pro: 0.8 } };
  await account.browser.call("PUT", overridePath("Whimbrel/Own-Model"), { body });
  const model = await modelOf("whimbrel/own-model");
  assert.deepEqual([model?.is_own, model?.context_tokens, model?.ability_origin], [true, 4096, "scores"]);
  const other = await fillAccount(service, "ruff");
  const { data } = await other.browser.get<ModelsAnswer>("/models");
  assert.equal(
    data.some((item) => item.id === "whimbrel/own-model"),
    false,
  );
});

test("ids that are no ids are refused", async () => {
  for (const id of ["../../etc", "a b", "<script>"])
    assert.equal((await account.browser.call("PUT", overridePath(id), { body: {} })).status, 422, id);
});

test("a correction of a mode is refused, as a request refuses a mode that the model does not have", async () => {
  const scores = { mmlu_pro: 0.9 };
  for (const [id, whole] of [
    ["openai/gpt-4o-xhigh", "openai/gpt-4o"],
    ["gpt-4o-thinking", "openai/gpt-4o"],
    ["openai/gpt-5-high", "openai/gpt-5"],
  ] as const) {
    const { status, body } = await account.browser.call("PUT", overridePath(id), { body: { scores } });
    assert.equal(status, 422, id);
    assert.match(JSON.stringify(body), new RegExp(`${whole} in the mode`));
  }
  const own = { body: { scores, is_reasoning: true } };
  assert.equal((await account.browser.call("PUT", overridePath("openai/gpt-4o-thinking"), own)).status, 200);
  assert.equal((await modelOf("openai/gpt-4o-thinking"))?.is_own, true);
  await account.browser.call("DELETE", overridePath("openai/gpt-4o-thinking"));
  assert.equal(await modelOf("openai/gpt-4o-thinking"), undefined);
});

test("existing clients read the list without a key, by provider and for one host alone", async () => {
  const client = service.browser();
  const all = await client.get<CompatModels>("/v2/models");
  assert.equal(all.total, all.models.length);
  const some = await client.get<CompatModels>("/v2/models?provider=openai&provider=anthropic");
  assert.deepEqual([...new Set(some.models.map((model) => model.provider))].sort(), ["anthropic", "openai"]);
  const joined = await client.get<CompatModels>("/v2/models?provider=openai,anthropic");
  assert.deepEqual(joined, some);
  const routed = await client.get<CompatModels>("/v2/models?openrouter_only=true");
  assert.ok(routed.models.every((model) => model.openrouter_model !== null));
});

test("the list is compressed, made once while nothing changes, and again after a correction", async () => {
  const ask = () =>
    service.app.http.inject({
      url: "/api/v1/models",
      headers: { authorization: `Bearer ${account.key}`, "accept-encoding": "gzip" },
    });
  const read = (answer: Awaited<ReturnType<typeof ask>>) =>
    JSON.parse(gunzipSync(answer.rawPayload).toString()) as ModelsAnswer;
  const plain = await account.browser.get<ModelsAnswer>("/models");
  const packed = await ask();
  assert.deepEqual([packed.headers["content-encoding"], packed.headers["vary"]], ["gzip", "accept-encoding"]);
  assert.deepEqual(read(packed), plain);
  assert.ok(packed.rawPayload.length * 5 < JSON.stringify(plain).length);
  await account.browser.call("PUT", overridePath("gpt-4o"), { body: { context_tokens: 4321 } });
  const corrected = read(await ask()).data.find(({ id }) => id === "openai/gpt-4o");
  await account.browser.call("DELETE", overridePath("gpt-4o"));
  assert.equal(corrected?.context_tokens, 4321);
  assert.deepEqual(read(await ask()), plain);
});
