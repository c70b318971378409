// A model that does worse than predicted is reported: in the answer and in an open alert.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Drift, SelectResponse } from "@signalbox/contracts";

import { createDriftWatch } from "../src/learner/drift/watch-drift.ts";
import { startFullService, type FullService } from "./full-service.ts";

const DECISIONS = 150;

const sessions: string[] = [];

let full: FullService;
before(async () => {
  full = await startFullService({ "learning-interval-ms": "3600000" });
  for (let index = 0; index < DECISIONS; index += 1) {
    const { json } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
      messages: `Solve the equation ${index + 2}x + ${index + 7} = ${3 * index + 50} for x.`,
      llm_providers: [{ model: "openai/gpt-4o" }],
    });
    await full.call("POST", "/api/v1/feedback", { session_id: json.session_id, value: 0 });
    sessions.push(json.session_id);
  }
});
after(() => full.close());

test("a gap beyond chance opens one alert, however often it is looked at, and it is resolved when the reports are taken back", async () => {
  const watch = createDriftWatch(full.service.context);
  await watch();
  await watch();
  const { json } = await full.call<Drift>("GET", "/api/v1/health/drift");
  const broken = json.rows.filter((row) => row.is_alert);
  assert.equal(broken.length, 1, JSON.stringify(json.rows));
  assert.ok((broken[0]?.gap ?? 0) < -0.2);
  assert.deepEqual(
    json.alerts.map((alert) => alert.resolved_at),
    [null],
  );
  assert.match(json.alerts[0]?.message ?? "", /worse/);
  assert.ok((json.alerts[0]?.value ?? 0) < -0.2);

  for (const session_id of sessions)
    await full.call("POST", "/api/v1/feedback", { session_id, withdraw: true });
  await watch();
  const later = await full.call<Drift>("GET", "/api/v1/health/drift");
  assert.ok(later.json.alerts.every((alert) => alert.resolved_at !== null));
});
