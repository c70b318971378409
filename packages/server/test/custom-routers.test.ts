// From a file of own evaluations to a switched-on router and back, over the whole service with its real artefact.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { CustomRouter, CustomRouterDetail, Replay, SelectResponse } from "@signalbox/contracts";

import { startFullService, type FullService } from "./full-service.ts";

const MODELS = ["openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5"] as const;

let full: FullService;
before(async () => {
  full = await startFullService();
});
after(() => full.close());

/** In these evaluations the small model is always right, the large one never. */
function evaluations(rows: number): string {
  const header = `prompt,${MODELS.map((model) => `${model}/score,${model}/cost`).join(",")}`;
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `"Summarise ticket ${index}: the ""${index % 7}th"" parcel\nis late, city ${index * 13}",1,0.0001,0,0.004`,
  );
  return [header, ...lines].join("\r\n");
}

function form(
  fields: Record<string, string>,
  file: Buffer,
): { body: Buffer; headers: Record<string, string> } {
  const boundary = "signalbox-test-boundary";
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="dataset_file"; filename="own.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

async function upload(file: string | Buffer, fields: Record<string, string> = {}): Promise<CustomRouter> {
  const { body, headers } = form(fields, Buffer.from(file));
  const answer = await full.call<CustomRouter>("POST", "/api/v1/custom-routers", body, headers);
  assert.equal(answer.status, 201, JSON.stringify(answer.json));
  return answer.json;
}

const settled = (id: string): Promise<CustomRouter> =>
  full.until<CustomRouter>(
    `/api/v1/custom-routers/${id}`,
    ({ status }) => status !== "queued" && status !== "training",
  );

async function pick(preferenceId?: string): Promise<string> {
  const llm_providers = MODELS.map((model) => ({ model }));
  const messages = "Summarise ticket 901: the parcel is late, city 17";
  const { json, status } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages,
    llm_providers,
    preference_id: preferenceId,
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json.llm_label;
}

/** Whether another policy than the default says otherwise of the decisions so far. */
async function doesReplayDiffer(b: string): Promise<boolean> {
  const { json, status } = await full.call<Replay>("POST", "/api/v1/replay", {
    a: {},
    b: { preference_id: b },
  });
  assert.equal(status, 202, JSON.stringify(json));
  const done = await full.until<Replay>(`/api/v1/replay/${json.id}`, (job) => job.status === "done");
  const { result } = done;
  assert.ok(result !== null && result.decisions > 0);
  return result.a.success_predicted !== result.b.success_predicted;
}

async function isActive(id: string): Promise<boolean> {
  const { json } = await full.call<CustomRouter>("GET", `/api/v1/custom-routers/${id}`);
  return json.is_active;
}

test("a file becomes a router that routes by it once it is switched on, and no longer when it is switched off", async () => {
  const before = await pick();
  const created = await upload(evaluations(80), { name: "Tickets" });
  const ready = await settled(created.id);
  assert.equal(ready.status, "ready", ready.error ?? "");
  assert.deepEqual(ready.labels, MODELS);
  assert.equal(ready.rows, 80);
  const { json } = await full.call<CustomRouterDetail>("GET", `/api/v1/custom-routers/${created.id}`);
  const report = json.report ?? assert.fail();
  assert.ok(report.router.score_mean > 0.95);
  assert.ok(report.baselines.some((baseline) => baseline.name.startsWith("best single")));

  const active = await full.call<CustomRouter>("PATCH", `/api/v1/custom-routers/${created.id}`, {
    state: "on",
  });
  assert.equal(active.status, 200, JSON.stringify(active.json));
  const preferenceId = active.json.preference_id ?? "";
  assert.equal(await pick(preferenceId), "openai/gpt-4o-mini");
  for (const b of [created.id, "Tickets", preferenceId]) assert.ok(await doesReplayDiffer(b), b);
  await full.call("PATCH", `/api/v1/custom-routers/${created.id}`, { state: "off" });
  assert.equal(await pick(preferenceId), before);
  assert.equal(await isActive(created.id), false);
  await full.call("PUT", `/api/v1/preferences/${preferenceId}`, { restore: 1 });
  assert.equal(await isActive(created.id), true);
});

test("two routers are judged on the rows that both know, each by what it picked before it had seen them", async () => {
  const other = evaluations(80).replaceAll(",1,0.0001,0,0.004", ",0,0.0001,1,0.004");
  const more = Array.from(
    { length: 20 },
    (_, index) => `"Name the capital of country ${index}",0,0.0001,1,0.004`,
  );
  const ids: string[] = [];
  for (const file of [evaluations(80), [other, ...more].join("\r\n")]) {
    const { id, status } = await settled((await upload(file)).id);
    assert.equal(status, "ready");
    ids.push(id);
  }
  const forgetful = await settled((await upload(evaluations(40), { keep_rows: "false" })).id);
  const [a = "", b = ""] = ids;
  const beside = async (other: string) => {
    const { json } = await full.call<CustomRouterDetail>("GET", `/api/v1/custom-routers/${a}?with=${other}`);
    return json.common ?? assert.fail();
  };
  const json = await beside(b);
  assert.deepEqual([json.common, json.alike, json.a.rows, json.b.rows], [80, 0, 80, 100]);
  // Each file calls right what the other calls wrong, so each pick is worth half; the dollars tell them apart.
  assert.deepEqual([json.a.score, json.b.score, json.difference?.mean], [0.5, 0.5, 0]);
  assert.ok(Math.abs((json.difference_usd?.mean ?? 0) - 0.0039) < 1e-12);
  const none = await beside(forgetful.id);
  assert.deepEqual([none.common, none.b.rows, none.difference], [0, 0, null]);
  assert.equal((await full.call("GET", `/api/v1/custom-routers/${a}?with=nobody`)).status, 404);
});

test("a router of another artefact says that decisions pass it over, and is not switched on", async () => {
  const { id, needs_training: before } = await settled((await upload(evaluations(60))).id);
  assert.equal(before, false);
  const { storage } = full.service.context;
  const [account] = (await storage.accounts.list({})).items;
  const accountId = account?.id ?? "";
  const stored = await storage.customRouters.find({ accountId, id });
  const older = { ...stored?.upload, basis: "an earlier artefact, an earlier form" };
  await storage.customRouters.update({ accountId, id, nowMs: Date.now(), upload: older });
  const { json } = await full.call<CustomRouter>("GET", `/api/v1/custom-routers/${id}`);
  assert.equal(json.needs_training, true);
  const path = `/api/v1/custom-routers/${id}`;
  const refused = await full.call<{ detail: string }>("PATCH", path, { state: "on", override: true });
  assert.equal(refused.status, 409);
  assert.match(refused.json.detail, /Train it again from its kept rows/);
});

test("faults of the file are reported with their lines, and nothing is trained", async () => {
  const broken = `${evaluations(30)}\r\n"a prompt",7,0.1,0,0.1\r\n`;
  const failed = await settled((await upload(broken)).id);
  assert.equal(failed.status, "failed");
  assert.ok(
    failed.checks.some(
      (check) =>
        check.level === "error" && check.column === "openai/gpt-4o-mini/score" && check.line !== null,
    ),
  );
  assert.equal(
    (await full.call("PATCH", `/api/v1/custom-routers/${failed.id}`, { state: "on" })).status,
    409,
  );
});

test("a policy with a router is replayed once the router is trained, and never with the shipped estimates instead", async () => {
  await pick();
  const ready = await settled((await upload(evaluations(40))).id);
  const failed = await settled((await upload("words,a/b/score\nx,1\n")).id);
  const replay = (id: string) =>
    full.call<Replay>("POST", "/api/v1/replay", { a: {}, b: { policy: { custom_router_id: id } } });
  assert.deepEqual([(await replay(failed.id)).status, (await replay("nobody")).status], [409, 404]);
  const { json } = await replay(ready.id);
  const { result } = await full.until<Replay>(`/api/v1/replay/${json.id}`, (job) => job.status === "done");
  assert.notEqual(result?.a.success_predicted, result?.b.success_predicted);
});

test("a missing column, too few rows, an unknown model and UTF-16 each get their designed answer", async () => {
  const missing = await settled((await upload("words,a/b/score\nx,1\n")).id);
  assert.match(missing.error ?? "", /no column "prompt"/);
  const few = await settled((await upload(evaluations(10))).id);
  assert.ok(few.checks.some((check) => check.message.includes("at least 25")));
  const unknown = evaluations(30).replaceAll("openai/gpt-4o-mini", "nobody/nothing-9");
  const { status, checks } = await settled((await upload(unknown)).id);
  assert.equal(status, "ready");
  assert.ok(checks.some(({ level, message }) => level === "warning" && message.includes("does not know")));
  const wide = await settled((await upload(Buffer.from(`\ufeff${evaluations(30)}`, "utf16le"))).id);
  assert.equal(wide.status, "ready", wide.error ?? "");
});

test("the training call of existing clients answers a preference that routes by the file when it is ready", async () => {
  const fields = {
    language: "english",
    llm_providers: "[]",
    prompt_column: "prompt",
    maximize: "True",
    override: "True",
  };
  const { body, headers } = form(fields, Buffer.from(evaluations(60)));
  const answer = await full.call<{ preference_id: string }>(
    "POST",
    "/v2/pzn/trainCustomRouter",
    body,
    headers,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  const { json } = await full.call<{ data: CustomRouter[] }>("GET", "/api/v1/custom-routers");
  const [newest] = json.data;
  assert.equal(newest?.preference_id, answer.json.preference_id);
  await settled(newest?.id ?? "");
  await full.until<CustomRouter>(`/api/v1/custom-routers/${newest?.id}`, (router) => router.is_active);
  assert.equal(await pick(answer.json.preference_id), "openai/gpt-4o-mini");
});

test("a cancelled training ends as cancelled and cannot be cancelled twice", async () => {
  const created = await upload(evaluations(4000));
  const cancelled = await full.call<CustomRouter>("PATCH", `/api/v1/custom-routers/${created.id}`, {
    state: "cancelled",
  });
  assert.equal(cancelled.status, 200);
  assert.equal((await settled(created.id)).status, "cancelled");
  assert.equal(
    (await full.call("PATCH", `/api/v1/custom-routers/${created.id}`, { state: "cancelled" })).status,
    409,
  );
});

test("a form without the file, with another file name, or broken off gets a 4xx that says what to send", async () => {
  const { headers } = form({}, Buffer.alloc(0));
  const broken = await full.call<{ detail: string }>(
    "POST",
    "/api/v1/custom-routers",
    Buffer.from("--signalbox-test-boundary\r\nnonsense"),
    headers,
  );
  assert.ok(broken.status >= 400 && broken.status < 500, JSON.stringify(broken.json));
  const { body } = form({}, Buffer.alloc(0));
  const empty = await full.call<{ detail: string }>("POST", "/api/v1/custom-routers", body, headers);
  assert.equal(empty.status, 422);
  assert.match(empty.json.detail, /empty/);
});

test("uploads that are refused after they were read leave the service running", async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { body, headers } = form({ preference_id: "nobody" }, Buffer.from(evaluations(30)));
    const refused = await full.call("POST", "/api/v1/custom-routers", body, headers);
    assert.equal(refused.status, 404);
  }
  assert.equal(await pick(), await pick());
});
