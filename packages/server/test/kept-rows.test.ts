// A router that decisions pass over says so in each of them, and comes back from the rows that were kept with it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { CustomRouter, CustomRouterDetail, SelectResponse } from "@signalbox/contracts";

import { encodeRouterArtefact } from "../src/services/custom-routers/router-artefact.ts";
import { purgeOldData } from "../src/services/decisions/purge-old-data.ts";
import { exportAccount } from "../src/services/own-account/export-account.ts";
import { startFullService, type FullService } from "./full-service.ts";

/** The second is what the shipped estimates pick: the cheap one is enough for so easy a request. */
const MODELS = ["anthropic/claude-sonnet-5", "openai/gpt-5.6-luna"] as const;
const DAY_MS = 86_400_000;

let full: FullService;
let accountId: string;
before(async () => {
  full = await startFullService();
  const [account] = (await full.service.context.storage.accounts.list({})).items;
  accountId = account?.id ?? "";
});
after(() => full.close());

/** The large model is always right, the small one never; every third row leaves one out. */
const ROWS = Array.from({ length: 60 }, (_, index) => ({
  prompt: `Summarise ticket ${index}: the ${index % 7}th parcel, city ${index * 13}`,
  scores: { [MODELS[0]]: 1, [MODELS[1]]: index % 3 === 0 ? null : 0 },
}));

const isSettled = ({ status }: CustomRouter): boolean => status !== "queued" && status !== "training";

async function train(body: object = {}): Promise<CustomRouter> {
  const made = await full.call<CustomRouter>("POST", "/api/v1/custom-routers", {
    name: "Tickets",
    rows: ROWS,
    ...body,
  });
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return full.until<CustomRouter>(`/api/v1/custom-routers/${made.json.id}`, isSettled);
}

/** As it is after another artefact was installed. */
async function makeOld(id: string): Promise<void> {
  const { customRouters } = full.service.context.storage;
  const { upload } = (await customRouters.find({ accountId, id }))!;
  await customRouters.update({ accountId, id, nowMs: Date.now(), upload: { ...upload, basis: "older" } });
  const blob = encodeRouterArtefact({ artefactVersion: "older", correction: "{}" });
  await customRouters.putArtefact({ accountId, id, blob });
}

const keptOf = async (id: string) =>
  (await full.service.context.storage.customRouters.find({ accountId, id }))?.upload["kept"];
const artefactOf = (id: string) => full.service.context.storage.customRouters.findArtefact({ accountId, id });

async function decide(preferenceId: string | null) {
  return full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages: "Summarise ticket 901: the 5th parcel, city 17",
    llm_providers: MODELS.map((model) => ({ model })),
    preference_id: preferenceId,
    include: ["warnings"],
  });
}

/** Without what the catalogue says of its age. */
const ofRouter = ({ warnings = [] }: SelectResponse) =>
  warnings.filter(({ location }) => location !== "catalogue");

test("a router of an earlier form is passed over in words, and trained again it is what it was", async () => {
  const router = await train();
  assert.equal(router.kept_rows, 60);
  const path = `/api/v1/custom-routers/${router.id}`;
  const report = await full.call<CustomRouterDetail>("GET", path);
  const learned = await artefactOf(router.id);
  const kept = await keptOf(router.id);
  const { json: active } = await full.call<CustomRouter>("PATCH", path, { state: "on" });
  const within = await decide(active.preference_id);
  assert.deepEqual([ofRouter(within.json), within.json.llm_label], [[], MODELS[0]]);

  await makeOld(router.id);
  const without = await decide(active.preference_id);
  assert.match(String(without.headers["x-signalbox-warnings"]), /preference\.custom_router_id/);
  const [notice] = ofRouter(without.json);
  assert.match(notice?.message ?? "", /"Tickets" is ignored, and the shipped estimates apply/);
  assert.match(notice?.fix ?? "", new RegExp(`custom-router train --again ${router.id}`));
  assert.notEqual(without.json.llm_label, MODELS[0]);

  const again = await full.call<CustomRouter>("PATCH", path, { state: "training" });
  assert.deepEqual([again.status, again.json.status], [200, "queued"]);
  const ready = await full.until<CustomRouter>(path, isSettled);
  const { status, needs_training, is_active, rows, kept_rows } = ready;
  assert.deepEqual(
    { status, needs_training, is_active, rows, kept_rows },
    { status: "ready", needs_training: false, is_active: true, rows: 60, kept_rows: 60 },
  );
  assert.deepEqual(await artefactOf(router.id), learned);
  assert.deepEqual(await keptOf(router.id), kept, "training again does not prolong the days of the rows");
  const retrained = await full.call<CustomRouterDetail>("GET", path);
  assert.deepEqual(retrained.json.report, report.json.report);
  const back = await decide(active.preference_id);
  assert.deepEqual([ofRouter(back.json), back.json.llm_label], [[], MODELS[0]]);
});

test("without kept rows training again is a 409 that says what to do, and so says the notice", async () => {
  const router = await train({ keep_rows: false });
  assert.equal(router.kept_rows, 0);
  const path = `/api/v1/custom-routers/${router.id}`;
  const { json: active } = await full.call<CustomRouter>("PATCH", path, { state: "on" });
  await makeOld(router.id);
  const refused = await full.call<{ detail: string }>("PATCH", path, { state: "training" });
  assert.equal(refused.status, 409);
  assert.match(refused.json.detail, /Upload its evaluations again/);
  const { json } = await decide(active.preference_id);
  assert.match(ofRouter(json)[0]?.fix ?? "", /Upload the evaluations again/);
});

test("kept rows are exported, and go when their days are over and where no text may be kept", async () => {
  const { context } = full.service;
  const [mine, old, forbidden] = [await train(), await train(), await train()];
  const caller = { principal: { kind: "local", accountId } as const, address: undefined };
  const rowsOf = async (id: string) => {
    const found = [];
    for await (const record of await exportAccount(context, caller))
      if (record.type === "custom_router_row" && record["custom_router_id"] === id) found.push(record);
    return found;
  };
  const exported = await rowsOf(mine.id);
  assert.deepEqual(
    exported.map(({ prompt, scores }) => ({ prompt, scores })),
    ROWS,
  );
  const kept = async ({ id }: CustomRouter) => {
    const { json } = await full.call<CustomRouter>("GET", `/api/v1/custom-routers/${id}`);
    const parts = [];
    for await (const part of context.storage.customRouters.streamEvidence({ accountId, id, kind: "rows" }))
      parts.push(part);
    return [json.kept_rows, parts.length];
  };
  const nothing = async () => undefined;
  const inDays = (days: number) => ({
    ...context,
    clock: { ...context.clock, nowMs: () => Date.now() + days * DAY_MS },
  });
  await purgeOldData(inDays(364), nothing);
  assert.deepEqual(await kept(old), [60, 1]);
  await purgeOldData(inDays(366), nothing);
  assert.deepEqual(await kept(old), [0, 0]);

  const later = await train();
  assert.deepEqual(await kept(later), [60, 1]);
  const { config } = context;
  const strict = { ...config, retention: { ...config.retention, allowText: false } };
  await purgeOldData({ ...context, config: strict }, nothing);
  assert.deepEqual(
    [await kept(later), await kept(forbidden)],
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test("a router is deleted with its rows and what they taught, once no preference names it", async () => {
  const router = await train();
  const path = `/api/v1/custom-routers/${router.id}`;
  const evidence = `/api/v1/feedback/${router.id}`;
  await full.call("PATCH", path, { state: "on", override: true });
  const refused = await full.call<{ detail: string }>("DELETE", evidence);
  assert.equal(refused.status, 409);
  assert.match(refused.json.detail, /The preference "Tickets" routes by it/);
  await full.call("PATCH", path, { state: "off" });
  assert.equal((await full.call("DELETE", evidence)).status, 200);
  assert.deepEqual(
    [(await full.call("GET", path)).status, (await full.call("DELETE", evidence)).status],
    [404, 404],
  );
  assert.equal(await artefactOf(router.id), undefined);
  const { customRouters } = full.service.context.storage;
  const left = [];
  for await (const part of customRouters.streamEvidence({ accountId, id: router.id, kind: "rows" }))
    left.push(part);
  assert.deepEqual(left, []);
});

test("where scores are all 1 the cheapest model is picked under cost, whatever the shipped estimates say", async () => {
  const models = ["meta-llama/llama-3.1-8b-instruct", "openai/gpt-5.4-mini", "anthropic/claude-opus-4-8"];
  const scores = Object.fromEntries(models.map((model) => [model, 1]));
  const asked = ["Debug this lock-free queue with # producers in Rust.", "Translate 'parcel # is late'."];
  const rows = Array.from({ length: 60 }, (_, index) => ({
    prompt: asked[index % 2]!.replace("#", String(index)),
    scores,
  }));
  const router = await train({ rows });
  const { json } = await full.call<CustomRouter>("PATCH", `/api/v1/custom-routers/${router.id}`, {
    state: "on",
    override: true,
  });
  const picked = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages: "Debug this lock-free queue with 1234 producers in Rust.",
    llm_providers: models.map((model) => ({ model })),
    preference_id: json.preference_id,
    tradeoff: "cost",
  });
  assert.equal(picked.json.llm_label, models[0]);
});
