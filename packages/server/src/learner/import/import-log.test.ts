import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import { loadConfig } from "../../config/load-config.ts";
import { createEngineHolder } from "../../composition/create-engine-holder.ts";
import { loadConfiguredCatalog } from "../../composition/open-configured.ts";
import { importLog, type ImportOptions } from "./import-log.ts";
import type { ImportReport } from "./import-report.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-import-"));
after(() => {
  rmSync(directory, { recursive: true, force: true });
});
const config = loadConfig({ file: undefined, env: {}, flags: {} });
const catalog = await loadConfiguredCatalog(config);
const { current: engine } = await createEngineHolder(config, catalog);

let files = 0;
function runOn(content: string | Buffer, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  const path = join(directory, `${(files += 1)}.jsonl`);
  writeFileSync(path, content);
  return importLog({ path, format: undefined, models: [], tradeoff: undefined, engine, catalog, ...options });
}

const lines = (records: readonly unknown[]): string =>
  records.map((record) => (typeof record === "string" ? record : JSON.stringify(record))).join("\n");

const QUESTIONS = [
  "What is the capital of France?",
  "Say hello in Dutch.",
  "Prove that 2 + 2 = 4 in Peano arithmetic.",
];

/** Half of the questions went to an expensive model, half to a cheap one. */
function spendLog(): Record<string, unknown>[] {
  return QUESTIONS.flatMap((question) =>
    [["gpt-4o", 0.01] as const, ["gpt-4o-mini", 0.0005] as const].map(([model, spend]) => ({
      call_type: "acompletion",
      status: "success",
      model,
      custom_llm_provider: "openai",
      spend,
      prompt_tokens: 20,
      completion_tokens: 40,
      startTime: "2026-01-01T00:00:00Z",
      endTime: "2026-01-01T00:00:02Z",
      messages: [{ role: "user", content: question }],
    })),
  );
}

const policy = (report: ImportReport, name: string): ImportReport["policies"][number] => {
  const found = report.policies.find((candidate) => candidate.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

test("names that a request could not use, such as modes that models do not have, are labels of the log", async () => {
  const odd = spendLog();
  for (const record of odd) record["model"] = `${String(record["model"])}-high`;
  const report = await runOn(lines([...odd, { ...odd[0], model: "gpt-5-xhigh" }]));
  assert.equal(report.compared, 7);
  assert.equal(report.candidates.length, 3);
});

test("a LiteLLM log is reported as paid, as picked, as the cheapest and as the best single model", async () => {
  const report = await runOn(lines(spendLog()), { tradeoff: "cost" });
  assert.equal(report.format, "litellm");
  assert.equal(report.compared, 6);
  assert.equal(report.priced, 6);
  assert.deepEqual(report.candidates.toSorted(), ["openai/gpt-4o", "openai/gpt-4o-mini"]);
  const [was, picked] = [policy(report, "as it was"), policy(report, "signalbox")];
  assert.ok(Math.abs((was.usd ?? 0) - 3 * 0.0105) < 1e-9);
  assert.equal(was.saved_share, 0);
  const cheapest = policy(report, "always the cheapest");
  assert.equal(cheapest.model, "openai/gpt-4o-mini");
  assert.ok((cheapest.usd ?? 1) <= (picked.usd ?? 0) + 1e-12 && (picked.usd ?? 1) <= (was.usd ?? 0) + 1e-12);
  assert.ok((picked.saved_share ?? -1) > 0);
  assert.equal(
    Object.values(report.picks).reduce((sum, count) => sum + count, 0),
    6,
  );
});

test("where every call already went to the only candidate, nothing is saved and nothing changes", async () => {
  const records = spendLog().filter(({ model }) => model === "gpt-4o");
  const report = await runOn(lines(records));
  assert.equal(report.changed, 0);
  for (const { saved_usd: saved } of report.policies) assert.ok(Math.abs(saved ?? 1) < 1e-12);
});

test("a session of Claude Code pays cache entries of an hour at their own price", async () => {
  const session = (kept: object): string =>
    lines([
      { parentUuid: null, sessionId: "s", message: { role: "user", content: QUESTIONS[0] } },
      {
        parentUuid: "u",
        sessionId: "s",
        message: {
          id: "m",
          role: "assistant",
          model: "claude-opus-4-8",
          content: [],
          usage: { input_tokens: 5, cache_creation_input_tokens: 100_000, output_tokens: 10, ...kept },
        },
      },
    ]);
  const paid = async (kept: object): Promise<number> =>
    policy(await runOn(session(kept)), "as it was").usd ?? 0;
  const hour = await paid({ cache_creation: { ephemeral_1h_input_tokens: 100_000 } });
  // 1.25 times the input price of $5 for five minutes, 2 times for an hour.
  assert.ok(Math.abs(hour - (await paid({})) - 0.1 * 5 * 0.75) < 1e-9);
});

test("Langfuse observations are read in both spellings, with input as JSON text, and priced from tokens", async () => {
  const messages = [{ role: "user", content: QUESTIONS[0] }];
  const report = await runOn(
    lines([
      { id: "1", traceId: "t", type: "SPAN", name: "retrieval" },
      {
        id: "2",
        traceId: "t",
        type: "GENERATION",
        model: "gpt-4o",
        input: messages,
        usage: { input: 10, output: 30, totalCost: 0.002 },
      },
      {
        id: "3",
        trace_id: "t",
        type: "GENERATION",
        provided_model_name: "gpt-4o-mini",
        input: JSON.stringify({ messages }),
        usage_details: { input: 10, output: 30 },
        cost_details: {},
      },
      { id: "4", traceId: "t", type: "GENERATION", level: "ERROR", model: "gpt-4o", input: messages },
      { id: "5", traceId: "t", type: "GENERATION", model: "gpt-4o", input: null },
    ]),
  );
  assert.equal(report.format, "langfuse");
  assert.equal(report.compared, 2);
  assert.deepEqual(report.paid_from, { log: 1, tokens: 1, unknown: 0 });
  assert.deepEqual(report.skipped, { "not a model call": 1, "the call failed": 1, "no text was kept": 1 });
});

const attribute = (key: string, value: string | number): unknown => ({
  key,
  value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
});

function span(attributes: readonly unknown[], events: readonly unknown[] = []): unknown {
  return {
    startTimeUnixNano: "1767225600000000000",
    endTimeUnixNano: "1767225602500000000",
    attributes,
    events,
  };
}

test("OpenTelemetry batches are read with messages in attributes, in numbered attributes and in events", async () => {
  const common = [
    attribute("gen_ai.operation.name", "chat"),
    attribute("gen_ai.provider.name", "openai"),
    attribute("gen_ai.request.model", "gpt-4o-mini"),
    attribute("gen_ai.usage.input_tokens", 12),
    attribute("gen_ai.usage.output_tokens", 30),
  ];
  const parts = JSON.stringify([{ role: "user", parts: [{ type: "text", content: QUESTIONS[1] }] }]);
  const spans = [
    span([...common, attribute("gen_ai.input.messages", parts)]),
    span([
      ...common,
      attribute("gen_ai.prompt.0.role", "user"),
      attribute("gen_ai.prompt.0.content", "Hello"),
    ]),
    span(common, [{ name: "gen_ai.user.message", attributes: [attribute("content", "Hello there")] }]),
    span([attribute("http.method", "GET")]),
    span(common),
  ];
  const report = await runOn(lines([{ resourceSpans: [{ scopeSpans: [{ spans }] }] }]));
  assert.equal(report.format, "otel");
  assert.equal(report.compared, 3);
  assert.equal(report.priced, 3);
  assert.deepEqual(report.skipped, { "not a model call": 1, "no text was kept": 1 });
});

test("faults are reported with their line and the rest is still compared; gzip reads the same", async () => {
  const [first, second] = spendLog();
  const text = lines([first, "{ broken", "[1]", "", { ...second, model: undefined }, second]);
  const plain = await runOn(text);
  assert.deepEqual(
    plain.faults.first.map(({ line }) => line),
    [2, 3, 5],
  );
  assert.equal(plain.compared, 2);
  assert.deepEqual(await runOn(gzipSync(text)), plain);
});

test("a damaged archive, an unknown format and a missing file end with what to do", async () => {
  const zipped = gzipSync(lines(spendLog()));
  await assert.rejects(runOn(zipped.subarray(0, zipped.length - 12)), {
    code: "invalid_data",
    message: /breaks off/,
  });
  await assert.rejects(runOn(lines([{ some: "thing" }])), {
    code: "invalid_data",
    message: /Rename columns/,
  });
  const path = join(directory, "missing.jsonl");
  await assert.rejects(
    importLog({ path, format: undefined, models: [], tradeoff: undefined, engine, catalog }),
    { code: "bad_request" },
  );
});

test("named candidates that the log never used are compared at the length of the real calls", async () => {
  const report = await runOn(lines(spendLog()), { models: ["openai/gpt-4.1-nano", "gpt-4.1-nano"] });
  assert.deepEqual(report.candidates, ["openai/gpt-4.1-nano"]);
  assert.equal(report.changed, 6);
  const picked = policy(report, "signalbox");
  assert.ok((picked.usd ?? 1) > 0 && (picked.saved_share ?? 0) > 0.5);
});

test("a log without texts is compared by the tokens of its calls, and says how to keep texts", async () => {
  const bare = spendLog();
  for (const record of bare) record["messages"] = {};
  const report = await runOn(lines(bare));
  assert.deepEqual([report.compared, report.skipped], [0, { "no text was kept": 6 }]);
  assert.deepEqual(
    report.policies.map(({ name, success_predicted: success }) => [name, success]),
    [
      ["as it was", null],
      ["always the cheapest", null],
    ],
  );
  const cheapest = policy(report, "always the cheapest");
  assert.equal(cheapest.model, "openai/gpt-4o-mini");
  assert.ok((cheapest.saved_share ?? 0) > 0.5);
  assert.ok(report.notes.some((note) => note.includes("store_prompts_in_spend_logs")));
});
