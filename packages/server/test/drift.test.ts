// A model that does worse than predicted is reported: in the answer, in an open alert, and to the webhook.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";

import type { Drift, SelectResponse } from "@signalbox/contracts";

import { createDriftWatch } from "../src/learner/drift/watch-drift.ts";
import { startFullService, type FullService } from "./full-service.ts";

const DECISIONS = 150;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface Received {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

const received: Received[] = [];
const sessions: string[] = [];
const hook = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    received.push({ body: await text(request), headers: request.headers });
    response.end();
  };
  void answer();
});

let full: FullService;
before(async () => {
  hook.listen(0, "127.0.0.1");
  await once(hook, "listening");
  const { port } = hook.address() as AddressInfo;
  full = await startFullService({
    "alert-webhook-url": `http://127.0.0.1:${port}/alerts`,
    "alert-webhook-secret": SECRET,
    "learning-interval-ms": "3600000",
  });
  for (let index = 0; index < DECISIONS; index += 1) {
    const { json } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
      messages: `Solve the equation ${index + 2}x + ${index + 7} = ${3 * index + 50} for x.`,
      llm_providers: [{ model: "openai/gpt-4o" }],
    });
    await full.call("POST", "/api/v1/feedback", { session_id: json.session_id, value: 0 });
    sessions.push(json.session_id);
  }
});
after(async () => {
  await full.close();
  hook.close();
});

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
  assert.equal(received.length, 1);
  assert.match(received[0]?.body ?? "", /worse/);
  assert.ok((json.alerts[0]?.value ?? 0) < -0.2);

  for (const session_id of sessions)
    await full.call("POST", "/api/v1/feedback", { session_id, withdraw: true });
  await watch();
  const later = await full.call<Drift>("GET", "/api/v1/health/drift");
  assert.ok(later.json.alerts.every((alert) => alert.resolved_at !== null));
});

test("the webhook hears of the opening and of the end, each signed over its id, time and body", () => {
  const events = received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  assert.deepEqual(events, ["opened", "closed"]);
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  for (const { body, headers } of received) {
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const digest = createHmac("sha256", key).update(signed).digest("base64");
    assert.equal(headers["webhook-signature"], `v1,${digest}`);
  }
});
