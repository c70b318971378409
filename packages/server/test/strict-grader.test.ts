// The effect of a strict grader on the bill, over the real application, database, artefact and learner: four models, asked under
// `cost`, each answer judged right three times in four whichever model gave it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mulberry32 } from "@signalbox/engine/numerics";

import { createFitThread, type FitThread } from "../src/learner/online/fit-thread.ts";
import { createOnlineLearner, type OnlineLearner } from "../src/learner/online/online-learner.ts";
import { callRaw, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const MODELS = ["gpt-oss-20b", "gpt-5.6-luna", "claude-sonnet-5", "gpt-5.6-sol"];
const ASKED = {
  sql: [
    "Write a SQL query for the ten customers with the most open invoices.",
    "Give me a query that sums revenue by month and country in PostgreSQL.",
    "Write SQL that lists orders without a shipment. Tables: orders, shipments.",
    "Write a query for the median delivery time of each carrier.",
  ],
  mail: [
    "Write a short mail to a supplier: the pallets came a day late.",
    "Draft a reply to a customer who asks for a discount of ten percent.",
    "Write a mail to the team about the new rota from Monday.",
    "Write a note to a tenant that the lift is repaired on Friday.",
  ],
  translation: [
    "Translate into German: The parcel is at the front desk.",
    "Translate into French: We open again on the second of January.",
    "Translate into Spanish: Please bring the signed form with you.",
    "Translate into Italian: The room is ready from three o'clock.",
  ],
};
const TEXTS = Object.values(ASKED).flat();
const [REPORTS, LEARN_EVERY, WINDOW, RIGHT] = [150, 10, 50, 0.75];

let service: TestService;
let thread: FitThread;
let learner: OnlineLearner;
before(async () => {
  service = await startTestService();
  thread = createFitThread();
  const { storage, clock, engine } = service.context;
  const window = () => ({ rowsMax: 1000, perKeyDayMax: 1000, artefactVersion: engine.artefactVersion });
  learner = createOnlineLearner({ storage, clock, thread, window });
});
after(async () => {
  await thread.close();
  await service.close();
});

async function decide(text: string) {
  const answer = await selected(service, {
    messages: [{ role: "user", content: text }],
    llm_providers: MODELS.map((model) => ({ model })),
    tradeoff: "cost",
    find_session: false,
    include: ["explanation"],
  });
  const [pick] = answer.explanation?.ranking ?? [];
  assert.ok(pick !== undefined && pick.usd !== null);
  return { answer, pick, usd: pick.usd };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test("reports of a strict grader lower every model, and the account goes on paying what it paid", async () => {
  const start: number[] = [];
  for (const text of TEXTS) start.push((await decide(text)).usd);
  const random = mulberry32(5);
  const paid: number[] = [];
  for (let at = 1; at <= REPORTS; at += 1) {
    const { answer, usd } = await decide(TEXTS[Math.floor(random() * TEXTS.length)] ?? "");
    paid.push(usd);
    const payload = JSON.stringify({ session_id: answer.session_id, value: Number(random() < RIGHT) });
    const reported = await callRaw(service, { url: "/api/v1/feedback", payload });
    assert.ok(reported.status < 300, reported.text);
    service.clock.ms += 60_000;
    if (at % LEARN_EVERY === 0) await learner.round();
  }
  for (let from = 0; from < REPORTS; from += WINDOW) {
    const share = meanOf(paid.slice(from, from + WINDOW)) / meanOf(start);
    assert.ok(share <= 1.5, `decisions from ${from} on cost ${share.toFixed(2)} times the start`);
  }
  const { answer } = await decide(ASKED.mail[0] ?? "");
  const ranking = answer.explanation?.ranking ?? [];
  assert.equal(ranking.length, MODELS.length);
  for (const { label, success, shipped_success: shipped } of ranking)
    assert.ok(success < shipped - 0.03, `${label}: ${success} of ${shipped}`);
});
