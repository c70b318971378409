// Two policies over the account's own past decisions, judged by the reports it gave.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Replay, SelectResponse } from "@signalbox/contracts";

import { startFullService, type FullService } from "./full-service.ts";

const MODELS = ["openai/gpt-4o-mini", "openai/o3"] as const;
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

async function replay(a: object, b: object): Promise<NonNullable<Replay["result"]>> {
  const { status, json } = await full.call<Replay>("POST", "/api/v1/replay", { a, b });
  assert.equal(status, 202, JSON.stringify(json));
  const done = await full.until<Replay>(
    `/api/v1/replay/${json.id}`,
    (job) => job.status === "done" || job.status === "failed",
  );
  assert.equal(done.status, "done", done.error ?? "");
  assert.ok(done.result !== null);
  return done.result;
}

test("the same policy on both sides changes nothing, and its estimate is what was reported", async () => {
  const result = await replay({}, {});
  assert.equal(result.decisions, DECISIONS);
  assert.equal(result.changed, 0);
  assert.equal(result.a.usd, result.b.usd);
  assert.deepEqual(result.difference, { mean: 0, low: 0, high: 0 });
  assert.ok(Math.abs((result.a.success_estimated.mean ?? 0) - 0.75) < 1e-9);
});

test("allowing only the small model costs less, and the notes say how little the reports can tell of it", async () => {
  const result = await replay({}, { policy: { allow: [{ label: "openai/gpt-4o-mini" }] } });
  assert.ok(result.changed > 0);
  assert.ok(result.b.usd < 0.5 * result.a.usd, `${result.b.usd} against ${result.a.usd}`);
  assert.ok(result.notes.some((note) => note.includes("judged")));
});

test("a preference of nobody is a 404, a bad date a 422", async () => {
  const foreign = await full.call("POST", "/api/v1/replay", { a: {}, b: { preference_id: "nobody" } });
  assert.equal(foreign.status, 404);
  const dated = await full.call("POST", "/api/v1/replay", { a: {}, b: {}, from: "yesterday" });
  assert.equal(dated.status, 422);
  assert.equal((await full.call("GET", "/api/v1/replay/nothing")).status, 404);
});
