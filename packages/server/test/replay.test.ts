// Two policies over the account's own past decisions, judged by the reports it gave.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Page, Preference, Replay, SelectResponse } from "@signalbox/contracts";

import { createReplayProcess } from "../src/composition/replay-process.ts";
import { replayJournal } from "../src/learner/replay/run-replay.ts";
import { REPLAYS_KEPT } from "../src/services/replay/replays.ts";
import { startFullService, type FullService } from "./full-service.ts";

const MODELS = ["openai/gpt-6-luna", "openai/gpt-5.6-sol"] as const;
const DECISIONS = 40;

let full: FullService;
before(async () => {
  full = await startFullService();
  for (let index = 0; index < DECISIONS; index += 1) {
    const { json } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
      messages: `Prove that ${index + 2} divides the product of ${index + 2} consecutive integers.`,
      llm_providers: MODELS.map((model) => ({ model })),
    });
    await full.call("POST", "/api/v1/feedback", {
      session_id: json.session_id,
      value: index % 4 === 0 ? 0 : 1,
    });
  }
});
after(() => full.close());

async function runReplay(body: object): Promise<Replay> {
  const { status, json } = await full.call<Replay>("POST", "/api/v1/replay", body);
  assert.equal(status, 202, JSON.stringify(json));
  const done = await full.until<Replay>(
    `/api/v1/replay/${json.id}`,
    (job) => job.status === "done" || job.status === "failed",
  );
  assert.equal(done.status, "done", done.error ?? "");
  return done;
}

async function replay(a: object, b: object): Promise<NonNullable<Replay["result"]>> {
  const { result } = await runReplay({ a, b });
  assert.ok(result !== null);
  return result;
}

const kept = async (): Promise<readonly Replay[]> =>
  (await full.call<Page<Replay>>("GET", "/api/v1/replay")).json.data;

test("the same policy on both sides changes nothing, and its estimate is what was reported", async () => {
  const result = await replay({}, {});
  assert.equal(result.decisions, DECISIONS);
  assert.equal(result.changed, 0);
  assert.equal(result.a.usd, result.b.usd);
  assert.deepEqual(result.difference, { mean: 0, low: 0, high: 0 });
  assert.ok(Math.abs((result.a.success_estimated.mean ?? 0) - 0.75) < 1e-9);
});

test("allowing only the small model costs less, and the notes say how little the reports can tell of it", async () => {
  const result = await replay({}, { policy: { allow: [{ label: "openai/gpt-6-luna" }] } });
  assert.ok(result.changed > 0);
  assert.ok(result.b.usd < 0.5 * result.a.usd, `${result.b.usd} against ${result.a.usd}`);
  assert.ok(result.notes.some((note) => note.includes("judged")));
  const { difference_usd: usd, difference_seconds: seconds } = result;
  assert.ok(Math.abs((usd.mean ?? 0) * result.decisions - (result.b.usd - result.a.usd)) < 1e-9);
  assert.ok(usd.low !== null && usd.high !== null && usd.low <= (usd.mean ?? 0) && usd.high < 0);
  assert.ok(seconds.low !== null && seconds.high !== null && seconds.low <= seconds.high);
});

test("a price that is supposed changes the dollars of that model alone, and may move picks", async () => {
  const policy = { price_ceiling_usd: 0.2 };
  const costly = MODELS[1];
  const only = { policy: { allow: [{ label: costly }] } };
  const halved = await runReplay({ a: only, b: only, price: { label: costly, factor: 0.5 } });
  assert.deepEqual(halved.price, { label: costly, factor: 0.5 });
  const { a, b } = halved.result ?? assert.fail();
  assert.ok(Math.abs(b.usd - a.usd / 2) < 1e-9 * a.usd, `${b.usd} of ${a.usd}`);
  const other = await runReplay({ a: only, b: only, price: { label: MODELS[0], factor: 3 } });
  assert.equal(other.result?.b.usd, a.usd);
  const raised = await runReplay({ a: { policy }, b: { policy }, price: { label: costly, factor: 50 } });
  assert.ok((raised.result?.changed ?? 0) > 0, "a price above the ceiling moves picks");
  const wrong = await full.call("POST", "/api/v1/replay", {
    a: {},
    b: {},
    price: { label: costly, factor: -1 },
  });
  assert.equal(wrong.status, 422);
});

test("a replay is kept with who asked for it, when, for what range and between which preferences", async () => {
  const named = { name: "Frugal", policy: { allow: [{ label: MODELS[0] }] } };
  const { json: preference } = await full.call<Preference>("POST", "/api/v1/preferences", named);
  const from = "2020-01-01T00:00:00.000Z";
  const body = { a: {}, b: { preference_id: preference.id }, from, decisions_max: 30 };
  const done = await runReplay(body);
  assert.deepEqual([done.from, done.to, done.decisions_max, done.result?.decisions], [from, null, 30, 30]);
  assert.deepEqual(done.a, { preference_id: null, name: null, version: null });
  assert.deepEqual(done.b, { preference_id: preference.id, name: "Frugal", version: 1 });
  assert.match(done.created_by ?? "", /^API key /);
  await full.call("DELETE", `/api/v1/preferences/${preference.id}`);
  assert.deepEqual((await kept())[0], done);
});

test("the oldest replays go when an account has more than it may keep", async () => {
  const list = async (): Promise<readonly Replay[]> =>
    (await full.call<Page<Replay>>("GET", "/api/v1/replay?limit=200")).json.data;
  for (let more = 0; more <= REPLAYS_KEPT; more += 1)
    await full.call("POST", "/api/v1/replay", { a: {}, b: {}, decisions_max: 1 });
  const before = await list();
  assert.equal(before.length, REPLAYS_KEPT);
  const newest = await runReplay({ a: {}, b: {}, decisions_max: 1 });
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [newest.id, ...before.slice(0, -1).map(({ id }) => id)],
  );
});

test("many decisions are decided again in a process of their own, with the same result, and one that is given up ends", async () => {
  const { context } = full.service;
  const [account] = (await context.storage.accounts.list({})).items;
  const params = {
    a: {},
    b: { allow: [{ label: MODELS[0] }] },
    fromMs: null,
    toMs: null,
    filter: {},
    decisionsMax: 30,
  };
  const work = { accountId: account?.id ?? "", params };
  const tell = (): Promise<boolean> => Promise.resolve(true);
  const apart = createReplayProcess(context);
  const shares: number[] = [];
  const report = await apart.run({
    ...work,
    tell: (share) => {
      shares.push(share);
      return tell();
    },
  });
  assert.deepEqual(report, await replayJournal(context, { ...work, tell }));
  assert.equal(report?.decisions, 30);
  assert.equal(await apart.run({ ...work, tell: () => Promise.resolve(false) }), undefined);
  const stopped = apart.run({ ...work, tell });
  apart.stop();
  assert.equal(await stopped, undefined);
});

test("an account that is deleted during a try takes it along, and the service goes on", async () => {
  const other = await startFullService();
  try {
    const { storage } = other.service.context;
    for (let index = 0; index < 3; index += 1)
      await other.call("POST", "/api/v1/model-select", {
        messages: `Add ${index} and 2.`,
        llm_providers: MODELS.map((model) => ({ model })),
      });
    const [account] = (await storage.accounts.list({})).items;
    const { json } = await other.call<Replay>("POST", "/api/v1/replay", { a: {}, b: {} });
    await storage.accounts.delete(account?.id ?? "");
    assert.equal(await storage.replayJobs.find({ accountId: account?.id ?? "", id: json.id }), undefined);
    assert.equal((await other.call("GET", "/readyz")).status, 200);
  } finally {
    await other.close();
  }
});

test("a draft that denies all, and a span without decisions, get a clear word each", async () => {
  const nobody = await replay({}, { policy: { deny: MODELS.map((label) => ({ label })) } });
  assert.ok(nobody.notes.some((note) => note.includes("would have been refused")));
  const to = "2020-01-01T00:00:00.000Z";
  const { result } = await runReplay({ a: {}, b: {}, to });
  assert.deepEqual([result?.decisions, result?.changed, result?.a.usd], [0, 0, 0]);
  assert.deepEqual(result?.difference, { mean: null, low: null, high: null });
  assert.ok(result.notes.includes("No decision fits the filters in this span."));
  const cut = await runReplay({ a: {}, b: {}, decisions_max: 2 });
  assert.equal(cut.result?.decisions, 2);
  assert.ok(cut.result.notes.some((note) => note.startsWith("The newest 2 decisions were looked at")));
});

test("a preference or a custom router of nobody is a 404, a bad date a 422", async () => {
  const foreign = await full.call("POST", "/api/v1/replay", { a: {}, b: { preference_id: "nobody" } });
  assert.equal(foreign.status, 404);
  const dated = await full.call("POST", "/api/v1/replay", { a: {}, b: {}, from: "yesterday" });
  assert.equal(dated.status, 422);
  assert.equal((await full.call("GET", "/api/v1/replay/nothing")).status, 404);
  const routed = { policy: { custom_router_id: "00000000-0000-4000-8000-000000000000" } };
  assert.equal((await full.call("POST", "/api/v1/replay", { a: {}, b: routed })).status, 404);
});

test("a draft is tried on the decisions that a filter names, and each changed pick can be looked up", async () => {
  const preference = { name: "Europe", policy: { objective: { kind: "quality" } } };
  const { json: europe } = await full.call<Preference>("POST", "/api/v1/preferences", preference);
  const asked = new Set<string>();
  for (let index = 0; index < 7; index += 1) {
    const body = {
      messages: `Prove the ${index + 3}rd lemma of the theory of measure.`,
      llm_providers: MODELS.map((model) => ({ model })),
      preference_id: europe.id,
    };
    const { json } = await full.call<SelectResponse>("POST", "/api/v1/model-select", body);
    asked.add(json.session_id ?? "");
  }
  const a = { preference_id: europe.id };
  for (const filter of [{ preference_id: europe.id }, { preference_id: europe.id, priced: true }]) {
    const done = await runReplay({ a, b: { policy: { deny: [{ label: MODELS[1] }] } }, filter });
    assert.deepEqual([done.filter, done.result?.decisions], [filter, 7]);
    assert.equal(done.result?.changes.length, done.result?.changed);
    for (const change of done.result?.changes ?? []) {
      assert.ok(asked.has(change.session_id));
      assert.deepEqual([change.a.label, change.b.label], [MODELS[1], MODELS[0]]);
    }
  }
  const none = await runReplay({ a, b: {}, filter: { preference_id: europe.id, label: "nobody/nothing" } });
  assert.deepEqual([none.result?.decisions, none.result?.changes], [0, []]);
  assert.deepEqual(none.result?.difference_usd, { mean: null, low: null, high: null });
  const all = await runReplay({
    a,
    b: { policy: { deny: [{ label: "*" }], fallback: "strict" } },
    filter: { preference_id: europe.id },
  });
  assert.equal(all.result?.changed, 7);
  assert.ok(all.result?.changes.every(({ b }) => b.label === null));
});
