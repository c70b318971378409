// A service that goes on running bills by the price of the hour, says until when it holds, and replays at the price of then.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { DecisionDetail, DryRunResult, ModelsAnswer, SelectResponse } from "@signalbox/contracts";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { callRaw } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const FLASH = "deepseek/deepseek-v4-flash";
const [OFF_PEAK, PEAK] = [Date.UTC(2026, 9, 5, 5, 59), Date.UTC(2026, 9, 5, 6, 1)];

const WEEK_MS = 7 * 86_400_000;

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  service.clock.ms = OFF_PEAK;
  account = await fillAccount(service, "sandpiper");
});
after(() => service.close());

async function call<T>(method: "GET" | "POST" | "PUT", url: string, body?: object): Promise<T> {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${account.key}` };
  const answer = await callRaw(service, { headers, method, url: `/api/v1${url}`, ...payload });
  assert.ok(answer.status < 300, answer.text);
  return answer.json as T;
}

async function askAt(ms: number): Promise<{ usd: number; words: string; sessionId: string }> {
  service.clock.ms = ms;
  const messages = [{ role: "user", content: "Summarise the history of the lighthouse in 300 words." }];
  const answer = await call<SelectResponse>("POST", "/model-select", {
    messages,
    llm_providers: [{ model: FLASH }, { model: "openai/gpt-4o" }],
    include: ["explanation"],
    find_session: false,
  });
  const flash = answer.explanation?.ranking.find(({ label }) => label === FLASH);
  return { usd: flash?.usd ?? NaN, words: flash?.reasons.join(" ") ?? "", sessionId: answer.session_id };
}

test("the bill doubles when the peak begins, without a restart, and the explanation names the hours", async () => {
  const before = await askAt(OFF_PEAK);
  const later = await askAt(PEAK);
  assert.ok(Math.abs(later.usd / before.usd - 2) < 1e-9, `${before.usd} -> ${later.usd}`);
  assert.match(before.words, /at list price \(off-peak until Mon 5 Oct, 06:00 UTC\)/);
  assert.match(later.words, /at list price \(peak until Mon 5 Oct, 10:00 UTC\)/);
});

test("lists of models show the price of the hour", async () => {
  const usdAt = async (ms: number): Promise<number | null | undefined> => {
    service.clock.ms = ms;
    const { data } = await call<ModelsAnswer>("GET", "/models?q=deepseek-v4-flash");
    return data.find(({ id }) => id === FLASH)?.output_usd_per_mtok;
  };
  assert.deepEqual([await usdAt(OFF_PEAK), await usdAt(PEAK), await usdAt(OFF_PEAK)], [0.66, 1.32, 0.66]);
});

test("an account with corrections of its own follows the clock too", async () => {
  const path = `/models/overrides/${encodeURIComponent("openai/gpt-4o")}`;
  assert.equal((await account.browser.call("PUT", path, { body: { output_usd_per_mtok: 77 } })).status, 200);
  const [before, later] = [await askAt(OFF_PEAK), await askAt(PEAK)];
  assert.ok(Math.abs(later.usd / before.usd - 2) < 1e-9);
});

test("the journal keeps the price that was used, and a replay in more expensive hours uses it", async () => {
  const { usd, sessionId } = await askAt(OFF_PEAK + WEEK_MS);
  service.clock.ms = PEAK + WEEK_MS;
  const detail = await call<DecisionDetail>("GET", `/decisions/${sessionId}`);
  const kept = detail.explanation.ranking.find(({ label }) => label === FLASH);
  assert.equal(kept?.usd, usd);
  const row = await service.context.storage.decisions.find({ accountId: account.accountId, sessionId });
  const candidates = row?.request["candidates"] as readonly { label: string; price?: object }[];
  assert.deepEqual(candidates.find(({ label }) => label === FLASH)?.price, {
    usd: [0.22, 0.007, null, 0.66],
  });
  const policy = { deny: [{ label: "openai/gpt-4o" }] };
  const { id } = await call<{ id: string }>("POST", "/preferences", { policy: {} });
  const run = await call<DryRunResult>("POST", `/preferences/${id}/dry-run`, { policy, last_decisions: 1 });
  assert.equal(run.items[0]?.session_id, sessionId);
  assert.equal(run.items[0]?.proposed.label, FLASH);
  assert.equal(run.items[0]?.proposed.usd, usd);
});
