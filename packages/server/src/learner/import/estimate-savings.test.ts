import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { loadConfig } from "../../config/load-config.ts";
import { createEngineHolder } from "../../composition/create-engine-holder.ts";
import { loadConfiguredCatalog } from "../../composition/open-configured.ts";
import type { SavingsReport } from "../../services/savings/compare-ways.ts";
import { estimateSavings, type SavingsOptions } from "./estimate-savings.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-savings-"));
after(() => {
  rmSync(directory, { recursive: true, force: true });
});
const config = loadConfig({ file: undefined, env: {}, flags: {} });
const catalog = await loadConfiguredCatalog(config);
const { current: engine } = await createEngineHolder(config, catalog);

function estimate(name: string, content: string, more: Partial<SavingsOptions> = {}): Promise<SavingsReport> {
  const path = join(directory, name);
  writeFileSync(path, content);
  return estimateSavings({ path, models: [], now: undefined, engine, catalog, ...more });
}

/** Reference traffic: a day of a small company, from trifles to research. */
const TRAFFIC = [
  "Say just the word ready.",
  "Translate 'see you tomorrow' to Italian.",
  "What is 17 * 23?",
  "Is this review positive or negative? 'The pump broke after two days.'",
  "Summarise in one line: the supplier meeting moved from Tuesday to Friday because of the audit.",
  "Make this friendlier: send the invoice again, it was wrong.",
  "Extract the order number from: 'Hello, my parcel 88-1203 did not come.'",
  "Write a haiku about rain on a tin roof.",
  "Explain to a ten-year-old why the sky is blue.",
  "Write a SQL query that lists customers without an order in the last 90 days.",
  "Draft a one-page proposal for moving our newsletter to a weekly rhythm.",
  "Write a Python function that merges overlapping intervals, with tests.",
  "Why does this loop never end? for (let i = 10; i >= 0; i++) console.log(i)",
  "Compare leasing and buying three delivery vans over five years, with a table of the assumptions.",
  "Design a schema for multi-tenant billing with proration, and explain the trade-offs.",
  "Our Postgres query got slow after adding a tenant column; here is the plan: Seq Scan on orders. What should we check?",
  "Prove that there are infinitely many primes of the form 4k + 3.",
  "Find the race condition in a lock-free queue with hazard pointers, and suggest a fix with memory orders.",
  "Derive the gradient of the loss of a variational autoencoder with a full-covariance posterior.",
  "Review this contract clause for risks to the buyer: 'Liability is limited to the fees of the last month.'",
];
const MODELS = [
  "claude-opus-4.8",
  "gpt-5.5",
  "claude-sonnet-4.6",
  "gemini-3.5-flash",
  "claude-haiku-4.5",
  "gpt-5.4-mini",
  "gpt-5.4-nano",
];

const rowOf = ({ rows }: SavingsReport, name: string): SavingsReport["rows"][number] => {
  const found = rows.find((row) => row.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

test("prompts one a line are compared at every step of the dial, and each step has a bill of its own", async () => {
  const report = await estimate("prompts.txt", `${TRAFFIC.join("\n")}\n\n`, { models: MODELS });
  assert.deepEqual([report.requests, report.leftOut, report.now], [TRAFFIC.length, 0, "claude-opus-4.8"]);
  const dial = Array.from({ length: 11 }, (_, step) => rowOf(report, `dial ${step}`));
  assert.ok(new Set(dial.slice(1, 10).map(({ usd }) => usd)).size >= 6, dial.map(({ usd }) => usd).join(" "));
  for (const [step, { usd }] of dial.entries())
    assert.ok(step === 0 || usd <= (dial[step - 1]?.usd ?? 0) * 1.000001, `step ${step} costs more`);
  assert.equal(rowOf(report, "cost").usd, dial[5]?.usd);
  assert.ok(rowOf(report, "quality").usd > rowOf(report, "cost").usd);
  const now = report.rows[0];
  assert.deepEqual([now?.saved.mean, now?.points.mean], [0, 0]);
  for (const { saved, points } of report.rows)
    for (const { mean, low, high } of [saved, points]) assert.ok(low <= mean && mean <= high);
});

test("a log is compared by its own models, and calls without a text are counted as left out", async () => {
  const call = (model: string, messages?: unknown): string =>
    JSON.stringify({
      call_type: "acompletion",
      status: "success",
      model,
      custom_llm_provider: "openai",
      spend: 0.01,
      prompt_tokens: 20,
      completion_tokens: 40,
      startTime: "2026-01-01T00:00:00Z",
      endTime: "2026-01-01T00:00:02Z",
      ...(messages !== undefined && { messages }),
    });
  const asked = [{ role: "user", content: "What is the capital of France?" }];
  const log = [call("gpt-4o", asked), call("gpt-4o", asked), call("gpt-4o-mini", asked), call("gpt-4o")];
  const report = await estimate("log.jsonl", log.join("\n"));
  assert.deepEqual([report.requests, report.leftOut], [3, 1]);
  assert.match(report.now, /gpt-4o$/);
  assert.equal(report.candidates.length, 2);
  assert.ok(rowOf(report, "cost").saved.mean > 0.5);
});

test("what cannot be compared is said: no file, no prompt, no models, no price", async () => {
  const fails = (work: Promise<unknown>, code: string) => assert.rejects(work, { code });
  await fails(
    estimateSavings({ path: join(directory, "none"), models: MODELS, now: undefined, engine, catalog }),
    "bad_request",
  );
  await fails(estimate("empty.txt", "\n\n", { models: MODELS }), "invalid_data");
  await fails(estimate("models.txt", "Hello"), "bad_request");
  await fails(estimate("price.txt", "Hello", { models: ["acme/never-heard-of"] }), "invalid_data");
});
