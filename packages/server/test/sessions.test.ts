// Conversations of several turns through the public interface, against what their decisions say one by one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { DecisionDetail, SelectResponse, Sessions } from "@signalbox/contracts";

import { fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "curlew");
});
after(() => service.close());

async function converse(turns: number, body: object = {}): Promise<readonly SelectResponse[]> {
  const answers: SelectResponse[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    service.clock.ms += 20_000;
    const previous = answers.at(-1)?.session_id;
    const more = previous === undefined ? {} : { previous_session: previous };
    answers.push(await selectWith(service, account, { ...body, ...more }));
  }
  return answers;
}

const sessions = (query = ""): Promise<Sessions> => account.browser.get<Sessions>(`/sessions${query}`);

test("a session adds up what its turns cost, with the models that served them", async () => {
  const answers = await converse(3, { tradeoff: "cost", tags: { team: "support" }, call_role: "title" });
  const [first] = answers;
  const { data, counted_from: from } = await sessions();
  assert.equal(from, null);
  const [session] = data;
  assert.equal(session?.chain_id, first?.session_id);
  assert.equal(session?.last_session_id, answers[2]?.session_id);
  assert.deepEqual([session?.turns, session?.tags, session?.truncated], [3, { team: "support" }, false]);
  const details = await Promise.all(
    answers.map(({ session_id: id }) => account.browser.get<DecisionDetail>(`/decisions/${id}`)),
  );
  const usd = details.reduce((sum, one) => sum + (one.usd ?? 0), 0);
  assert.ok(Math.abs((session?.usd ?? 0) - usd) < 1e-12);
  assert.deepEqual(session?.billed, { decisions: 0, usd: 0, expected_usd: 0 });
  assert.equal(session?.field, details[0]?.field);
  assert.deepEqual(session?.roles, [{ name: "title", turns: 3 }]);
  const labels = new Set(details.map(({ label }) => label));
  assert.deepEqual(new Set(session?.models.map(({ name }) => name)), labels);
  assert.deepEqual([session?.first_at, session?.last_at], [details[0]?.created_at, details[2]?.created_at]);
});

test("bills of a session stand beside the expected dollars of the same turns", async () => {
  const [first, second] = await converse(2);
  await account.browser.post("/feedback", { session_id: second?.session_id, usage: { usd: 0.5 }, value: 1 });
  const session = (await sessions()).data.find(({ chain_id: id }) => id === first?.session_id);
  const { usd } = await account.browser.get<DecisionDetail>(`/decisions/${second?.session_id}`);
  assert.deepEqual(session?.billed, { decisions: 1, usd: 0.5, expected_usd: usd });
  assert.equal(session?.reported, 1);
});

test("a change to a model with more success is an escalation, one that saves is not", async () => {
  const cheap = { provider: "openai", model: "gpt-4o-mini" };
  const able = { provider: "openai", model: "gpt-4o" };
  const [start] = await converse(1, { llm_providers: [cheap] });
  service.clock.ms += 20_000;
  const up = await selectWith(service, account, {
    llm_providers: [able],
    previous_session: start?.session_id,
  });
  service.clock.ms += 20_000;
  await selectWith(service, account, {
    llm_providers: [cheap, able],
    tradeoff: "cost",
    previous_session: up.session_id,
  });
  const session = (await sessions()).data.find(({ chain_id: id }) => id === start?.session_id);
  assert.equal(session?.turns, 3);
  assert.equal(session.escalations, 1);
  assert.ok(session.switches >= 1);
});

test("sessions are chosen by span, key and length, and ordered by what they cost or how long they are", async () => {
  await converse(5);
  const all = await sessions();
  const byTurns = await sessions("?sort=turns");
  assert.equal(byTurns.data[0]?.turns, 5);
  assert.deepEqual(
    (await sessions("?turns_min=4")).data.map(({ turns }) => turns),
    [5],
  );
  const dollars = (await sessions("?sort=usd")).data.map(({ usd }) => usd);
  assert.deepEqual(
    dollars,
    dollars.toSorted((a, b) => b - a),
  );
  assert.ok((await sessions("?turns_min=1")).data.length > all.data.length);
  assert.deepEqual((await sessions("?to=2020-01-01T00:00:00Z")).data, []);
  assert.deepEqual((await sessions("?key_id=none-of-mine")).data, []);
  assert.equal((await account.browser.call("GET", "/sessions?limit=1000")).status, 422);
});

test("another account sees none of them", async () => {
  const other = await fillAccount(service, "whimbrel");
  const mine = new Set((await sessions("?turns_min=1")).data.map(({ chain_id: id }) => id));
  const { data } = await other.browser.get<Sessions>("/sessions?turns_min=1");
  assert.ok(data.every(({ chain_id: id }) => !mine.has(id)));
});
