// Advice on the roster: from the account's own traffic, bounded, to members who may read it, and to nobody else.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Advice, SelectResponse } from "@signalbox/contracts";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import type { Answer } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const SECRET = "zyzzyva";
const ROSTER = ["openai/gpt-5-mini", "openai/gpt-4o", "anthropic/claude-3-opus"];
const WORK = [
  `Prove that the sum of two odd numbers is even, ${SECRET}.`,
  "Title for a blog post about rain?",
  "Extract the dates: met on 3 May and 4 June.",
  "Write a Python function that merges overlapping intervals.",
];

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService({ flags: { "advice-requests-max": "12" } });
  account = await fillAccount(service, "dotterel");
  for (let i = 0; i < 16; i += 1) await decide({ messages: `${WORK[i % WORK.length]} (${i})` });
});
after(() => service.close());

const keyed = (key: string) => ({ authorization: `Bearer ${key}` });

async function decide(over: object): Promise<SelectResponse> {
  service.clock.ms += 1000;
  const body = { llm_providers: ROSTER.map((model) => ({ model })), find_session: false, ...over };
  const answer = await service.browser().call("POST", "/model-select", { headers: keyed(account.key), body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as SelectResponse;
}

const ask = (body: object, key = account.key): Promise<Answer> =>
  service.browser().call("POST", "/advice", { headers: keyed(key), body });

async function advised(body: object): Promise<Advice> {
  const answer = await ask(body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as Advice;
}

test("brief advice says the same of the models that are offered, and tries no others", async () => {
  const whole = await advised({});
  const brief = await advised({ is_brief: true });
  assert.ok(whole.missing.length > 0);
  assert.deepEqual(brief, { ...whole, missing: [], notes: brief.notes });
});

test("advice rests on decisions of the account, as many as the installation allows, and holds none of their text", async () => {
  const answer = await ask({});
  const advice = answer.body as Advice;
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([advice.source, advice.requests], ["traffic", 12]);
  const labels = new Set(advice.models.map(({ label }) => label));
  assert.ok(ROSTER.every((label) => labels.has(label)));
  assert.ok(Math.abs(advice.models.reduce((sum, { pick_share: share }) => sum + share, 0) - 1) < 1e-9);
  const old = advice.models.find(({ label }) => label === "anthropic/claude-3-opus");
  assert.equal(old?.dominated?.by, "openai/gpt-5-mini");
  assert.match(old?.dominated?.reason ?? "", /costs .* less/);
  assert.ok(advice.missing.length > 0 && advice.mix.length > 0);
  assert.ok(!answer.text.includes(SECRET));
});

test("the shares of the picks name only models that decisions on such work had", async () => {
  const decided = await Promise.all(WORK.map(async (messages) => (await decide({ messages })).llm_label));
  const { models } = await advised({ requests_max: 10 });
  const picked = models.filter(({ pick_share: share }) => share > 0).map(({ label }) => label);
  assert.ok(picked.length > 0);
  for (const label of picked) assert.ok(decided.includes(label), label);
});

test("what if: a price, a model more, a model less", async () => {
  const { models } = await advised({});
  const favourite = models[0]!.label;
  const { change } = await advised({ without: [favourite] });
  assert.equal(change?.picks.find(({ label }) => label === favourite)?.after, 0);
  assert.ok((change?.changed_share ?? 0) > 0);
  const costly = await advised({
    prices: [{ model: favourite, input_price: 900, output_price: 900 }],
    tradeoff: "cost",
  });
  assert.equal(costly.objective, "cost");
  assert.ok(costly.change !== null);
  const more = await advised({ with: ["openai/gpt-5.6-sol"] });
  assert.ok(more.change?.picks.some(({ label }) => label === "openai/gpt-5.6-sol"));
});

test("without traffic the models are named, and typical requests take its place", async () => {
  const empty = await fillAccount(service, "dunlin");
  const none = await ask({ source: "traffic", requests_max: 10 }, empty.key);
  assert.ok([200, 422].includes(none.status));
  const typical = await ask({ source: "typical", models: ["openai/gpt-5", "openai/gpt-4o"] }, empty.key);
  assert.equal((typical.body as Advice).source, "typical", typical.text);
  const unnamed = await ask({ source: "typical" }, empty.key);
  assert.equal(unnamed.status, 422);
  assert.match(unnamed.text, /Name those that you offer/);
});

test("advice needs a key with `read`, and a preference of another account is a 404", async () => {
  assert.equal((await service.browser().call("POST", "/advice", { body: {} })).status, 401);
  const { body } = await account.browser.call("POST", "/keys", {
    body: { name: "select", scopes: ["select"] },
  });
  assert.equal((await ask({}, (body as { key: string }).key)).status, 403);
  const other = await fillAccount(service, "curlew");
  assert.equal((await ask({ preference_id: other.ids["preference"] ?? "" })).status, 404);
});

test("a brief question is answered while a whole one of the account is being worked out", async () => {
  const answers = await Promise.all([ask({}), ask({ is_brief: true })]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
});

test("a second question of an account while the first is being answered is a 429 that says when to repeat", async () => {
  const [first, second] = await Promise.all([ask({}), ask({})]);
  const statuses = [first.status, second.status];
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  const refused = first.status === 429 ? first : second;
  assert.match(refused.text, /being worked out already/);
  assert.equal((await ask({})).status, 200);
});

test("members that are wrong are named with their place", async () => {
  for (const [body, place] of [
    [{ with: [{ provider: "openai" }] }, "with[0]"],
    [{ models: ["gpt-4o", "gpt-4o"] }, "models[1]"],
    [{ requests_max: 5 }, "requests_max"],
    [{ prices: [{ model: "gpt-4o" }] }, "prices"],
    [{ wihtout: ["gpt-4o"] }, "wihtout"],
    [{ with: [{ model: "gpt-4o", thinking: { ype: "enabled" } }] }, "with[0].thinking.ype"],
    [{ models: ["openai/gpt-4p"] }, "Did you mean"],
  ] as const) {
    const answer = await ask(body);
    assert.equal(answer.status, 422, answer.text);
    assert.ok(answer.text.includes(place), `${place}: ${answer.text}`);
  }
});

test("advice rests on the whole of what is kept, in proportion, and not on the last busy hour", async () => {
  const { from: before } = await advised({});
  service.clock.ms += 20 * 86_400_000;
  for (let i = 0; i < 16; i += 1) await decide({ messages: `${WORK[i % WORK.length]} (later ${i})` });
  const { from, to, requests } = await advised({});
  assert.equal(requests, 12);
  assert.ok(Date.parse(from ?? "") < Date.parse(before ?? "") + 60_000, "the first day is among them");
  assert.ok(Date.parse(to ?? "") > Date.parse(from ?? "") + 19 * 86_400_000);
});

test("nothing is worth adding that loses success, or that neither gains a point nor saves a twentieth", async () => {
  for (const tradeoff of [null, "cost"]) {
    const { missing, usd_per_1000: bill } = await advised({ tradeoff });
    for (const { success_gain: gain, usd_per_1000_change: change, model } of missing) {
      assert.ok(gain.mean >= -0.0005, model);
      const saved = -(change?.mean ?? 0);
      assert.ok((gain.mean >= 0.01 && gain.low > 0) || saved >= 0.05 * (bill ?? Infinity), model);
    }
  }
});
