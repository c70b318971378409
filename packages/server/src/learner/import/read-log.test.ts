// Logs in the forms that tools write, each by the public description of its format: what is read of the first call, and how many
// calls there are. No sentence of anyone's log stands here.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import type { PastCall } from "./past-call.ts";
import { readLog, type LogEntry } from "./read-log.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-logs-"));
after(() => {
  rmSync(directory, { recursive: true, force: true });
});

let files = 0;
async function readAll(content: string | Buffer): Promise<LogEntry[]> {
  const path = join(directory, `${(files += 1)}.log`);
  writeFileSync(path, content);
  const entries: LogEntry[] = [];
  for await (const entry of readLog(path, undefined)) entries.push(entry);
  return entries;
}

const ASKED = [{ role: "user", content: "Which gate does the night train leave from?" }];
const lines = (...records: readonly unknown[]): string =>
  records.map((record) => JSON.stringify(record)).join("\n");
const csv = (header: string, ...rows: readonly (readonly unknown[])[]): string => {
  const cell = (value: unknown): string =>
    `"${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
  return [header, ...rows.map((row) => row.map(cell).join(","))].join("\r\n");
};

const LITELLM = {
  request_id: "chatcmpl-1",
  call_type: "acompletion",
  spend: 0.0021,
  prompt_tokens: 120,
  completion_tokens: 40,
  startTime: "2026-11-03T09:00:00.000Z",
  endTime: "2026-11-03T09:00:02.000Z",
  model: "gpt-4o",
  custom_llm_provider: "openai",
  metadata: {
    status: "success",
    usage_object: { prompt_tokens: 120, prompt_tokens_details: { cached_tokens: 100 } },
  },
  messages: ASKED,
  response: {},
  session_id: "s1",
};
const LANGFUSE = {
  id: "o1",
  traceId: "t1",
  type: "GENERATION",
  startTime: "2026-11-03T09:00:00.000Z",
  endTime: "2026-11-03T09:00:02.000Z",
  model: "gpt-4o",
  input: ASKED,
  usageDetails: { input: 20, input_cached_tokens: 100, output: 40, total: 160 },
  costDetails: { total: 0.0021 },
};
const LANGFUSE_BLOB = {
  id: "o1",
  trace_id: "t1",
  type: "GENERATION",
  start_time: "2026-11-03 09:00:00.000000",
  end_time: "2026-11-03 09:00:02.000000",
  provided_model_name: "gpt-4o",
  input: JSON.stringify({ messages: ASKED }),
  usage_details: { input: 120, output: 40, total: 160 },
  cost_details: {},
  total_cost: 0,
};
const HELICONE = {
  request_id: "h1",
  request_created_at: "2026-11-03T09:00:00.000Z",
  request_body: { model: "gpt-4o", messages: ASKED },
  response_status: 200,
  response_body: {
    model: "gpt-4o",
    usage: { prompt_tokens: 120, completion_tokens: 40, prompt_tokens_details: { cached_tokens: 100 } },
  },
  provider: "OPENAI",
  delay_ms: 2000,
  costUSD: 0.0021,
};
const attribute = (key: string, value: string | number): object => ({
  key,
  value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
});
const SPAN_TIMES = { startTimeUnixNano: "1793696400000000000", endTimeUnixNano: "1793696402000000000" };
const OTEL = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              ...SPAN_TIMES,
              traceId: "t1",
              attributes: [
                attribute("gen_ai.operation.name", "chat"),
                attribute("gen_ai.provider.name", "openai"),
                attribute("gen_ai.request.model", "gpt-4o"),
                attribute("gen_ai.usage.input_tokens", 120),
                attribute("gen_ai.usage.cache_read.input_tokens", 100),
                attribute("gen_ai.usage.output_tokens", 40),
                attribute(
                  "gen_ai.input.messages",
                  JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Which gate?" }] }]),
                ),
              ],
            },
          ],
        },
      ],
    },
  ],
};
const aiSdk = (operation: string, ids: object): object => ({
  ...SPAN_TIMES,
  ...ids,
  traceId: "t1",
  name: operation,
  attributes: {
    "ai.operationId": operation,
    "ai.model.id": "gpt-4o",
    "ai.model.provider": "openai.chat",
    "ai.prompt.messages": JSON.stringify([
      { role: "user", content: [{ type: "text", text: "Which gate?" }] },
    ]),
    "ai.usage.inputTokens": 120,
    "ai.usage.cachedInputTokens": 100,
    "ai.usage.outputTokens": 40,
  },
});
const INFERENCE = {
  start_time: "2026-11-03T09:00:00Z",
  end_time: "2026-11-03T09:00:02Z",
  attributes: {
    "openinference.span.kind": "LLM",
    "llm.model_name": "gpt-4o",
    "llm.provider": "openai",
    "llm.token_count.prompt": 120,
    "llm.token_count.completion": 40,
    "llm.token_count.prompt_details.cache_read": 100,
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.0.message.content": "Which gate?",
  },
};
const said = { sessionId: "s1", isSidechain: false, parentUuid: null };
const answer = (text: string, output: number): object => ({
  ...said,
  type: "assistant",
  timestamp: "2026-11-03T09:00:02.000Z",
  requestId: "r1",
  message: {
    id: "m1",
    role: "assistant",
    model: "claude-opus-4-8",
    content: [{ type: "text", text }],
    usage: {
      input_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 15,
      cache_creation: { ephemeral_1h_input_tokens: 15 },
      output_tokens: output,
    },
  },
});
const CLAUDE_CODE = [
  { type: "queue-operation", operation: "dequeue", timestamp: "2026-11-03T09:00:00.000Z", sessionId: "s1" },
  { type: "summary", summary: "Trains", leafUuid: "u9" },
  {
    ...said,
    type: "user",
    timestamp: "2026-11-03T09:00:00.000Z",
    message: { role: "user", content: "Which gate?" },
  },
  answer("I look", 3),
  answer("It is gate 7.", 40),
];
const OPENROUTER = csv(
  "generation_id,created_at,cost_total,tokens_prompt,tokens_completion,tokens_reasoning,tokens_cached,model_permaslug,provider_name,generation_time_ms",
  ["gen-1", "2026-11-03T09:00:00.000Z", "0.0021", 120, 40, 0, 100, "openai/gpt-4o", "OpenAI", 2000],
);

const TOKENS = { inputTokens: 120, cachedTokens: 100, outputTokens: 40 };
const WHOLE: Partial<PastCall> = { ...TOKENS, model: "gpt-4o", provider: "openai", seconds: 2, usd: 0.0021 };
const { messages: _, ...bare } = LITELLM;

const LOGS: readonly (readonly [
  says: string,
  content: string | Buffer,
  format: string,
  first: Partial<PastCall>,
  calls?: number,
])[] = [
  ["LiteLLM, lines", lines(LITELLM, LITELLM), "litellm", { ...WHOLE, messages: ASKED, session: "s1" }, 2],
  [
    "LiteLLM, without prompts",
    lines({ ...LITELLM, messages: {} }),
    "litellm",
    { ...WHOLE, messages: undefined },
  ],
  ["LiteLLM, a list as its API sends it", JSON.stringify([LITELLM, LITELLM, LITELLM]), "litellm", WHOLE, 3],
  [
    "LiteLLM, a page",
    JSON.stringify({ data: [LITELLM, LITELLM], total: 2, page: 1 }, null, 2),
    "litellm",
    WHOLE,
    2,
  ],
  ["LiteLLM, a page without line breaks", JSON.stringify({ data: [LITELLM] }), "litellm", WHOLE],
  [
    "LiteLLM, a table of its database",
    csv(Object.keys(LITELLM).join(), Object.values(LITELLM)),
    "litellm",
    { ...WHOLE, messages: ASKED },
  ],
  [
    "LiteLLM, such a table without prompts",
    csv(Object.keys(bare).join(), Object.values(bare)),
    "litellm",
    { ...WHOLE, messages: undefined },
  ],
  ["LiteLLM, packed", gzipSync(lines(LITELLM)), "litellm", WHOLE],
  [
    "Langfuse, a page of its API",
    JSON.stringify({ data: [LANGFUSE], meta: { page: 1 } }, null, 1),
    "langfuse",
    { ...TOKENS, usd: 0.0021, messages: ASKED },
  ],
  ["Langfuse, lines", lines(LANGFUSE, { ...LANGFUSE, type: "SPAN" }), "langfuse", { ...TOKENS, seconds: 2 }],
  [
    "Langfuse, a table",
    csv(Object.keys(LANGFUSE).join(), Object.values(LANGFUSE)),
    "langfuse",
    { ...TOKENS, usd: 0.0021, messages: ASKED },
  ],
  [
    "Langfuse, exported to a bucket",
    gzipSync(lines(LANGFUSE_BLOB)),
    "langfuse",
    { inputTokens: 120, outputTokens: 40, usd: undefined, seconds: 2, messages: ASKED },
  ],
  [
    "Langfuse, cached tokens among the input",
    lines({ ...LANGFUSE, usageDetails: { input: 120, input_cached_tokens: 100, output: 40, total: 160 } }),
    "langfuse",
    TOKENS,
  ],
  ["Helicone, lines", lines(HELICONE), "helicone", { ...WHOLE, messages: ASKED }],
  ["Helicone, a page", JSON.stringify({ data: [HELICONE], error: null }), "helicone", WHOLE],
  [
    "OpenRouter, its activity",
    OPENROUTER,
    "openrouter",
    { ...TOKENS, model: "openai/gpt-4o", provider: "openrouter", usd: 0.0021, messages: undefined },
  ],
  [
    "OpenRouter, one generation of its API",
    JSON.stringify({
      data: {
        model: "openai/gpt-4o",
        tokens_prompt: 118,
        native_tokens_prompt: 120,
        native_tokens_cached: 100,
        native_tokens_completion: 40,
        total_cost: 0.0021,
      },
    }),
    "openrouter",
    { ...TOKENS, usd: 0.0021 },
  ],
  ["OpenTelemetry, a batch", JSON.stringify(OTEL), "otel", { ...WHOLE, usd: undefined, session: "t1" }],
  ["OpenTelemetry, a pretty batch", JSON.stringify(OTEL, null, 2), "otel", TOKENS],
  [
    "AI SDK, spans",
    lines(
      aiSdk("ai.generateText.doGenerate", { parentSpanId: "a" }),
      aiSdk("ai.generateText", { spanId: "a" }),
    ),
    "otel",
    { ...TOKENS, provider: "openai" },
  ],
  [
    "AI SDK, spans by their start",
    lines(
      aiSdk("ai.generateText", { spanId: "a" }),
      aiSdk("ai.generateText.doGenerate", { parentSpanId: "a" }),
    ),
    "otel",
    TOKENS,
  ],
  ["AI SDK, outer spans alone", lines(aiSdk("ai.streamText", { spanId: "a" })), "otel", TOKENS],
  [
    "OpenTelemetry, with cached tokens beside the input and a text of its own name",
    lines({
      attributes: {
        "gen_ai.request.model": "claude-opus-4-8",
        "gen_ai.usage.input_tokens": 5,
        "gen_ai.usage.cache_read.input_tokens": 100,
        "gen_ai.usage.cache_creation.input_tokens": 15,
        "gen_ai.request.body": "Which gate?",
      },
    }),
    "otel",
    { inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 15, messages: "Which gate?" },
  ],
  ["OpenInference, spans", JSON.stringify([INFERENCE]), "otel", TOKENS],
  [
    "Claude Code, a session whose answer comes in parts",
    lines(...CLAUDE_CODE),
    "claude-code",
    { ...TOKENS, cacheWriteTokens: 15, cacheWriteHourTokens: 15, model: "claude-opus-4-8", seconds: 2 },
  ],
  [
    "a table of one's own",
    csv("timestamp,model,prompt,input_tokens,output_tokens,cost", [
      "2026-11-03",
      "openai/gpt-4o",
      "Which gate?",
      120,
      40,
      0.0021,
    ]),
    "plain",
    { inputTokens: 120, outputTokens: 40, usd: 0.0021, messages: "Which gate?" },
  ],
  [
    "lines of one's own",
    lines({ model: "gpt-4o", messages: ASKED, usage: { prompt_tokens: 120, completion_tokens: 40 } }),
    "plain",
    { inputTokens: 120, messages: ASKED },
  ],
];

for (const [says, content, format, first, calls = 1] of LOGS)
  test(`reads ${says}`, async () => {
    const entries = await readAll(content);
    const read = entries.flatMap(({ reading }) => (reading.kind === "call" ? [reading.call] : []));
    assert.equal(read.length, calls);
    assert.equal(entries.at(-1)?.format, format);
    const [call] = read;
    const seen = Object.fromEntries(Object.keys(first).map((name) => [name, call?.[name as keyof PastCall]]));
    assert.deepEqual(seen, first);
    assert.equal(entries.filter(({ reading }) => reading.kind === "fault").length, 0);
  });

test("a file of another kind is refused with its columns and what to rename", async () => {
  await assert.rejects(readAll("colour,shade\nred,3\n"), {
    code: "invalid_data",
    message: /known tool \(litellm.*colour, shade.*Rename columns/,
  });
  await assert.rejects(readAll(lines({ some: "thing" })), {
    code: "invalid_data",
    message: /some.*Rename columns/,
  });
  await assert.rejects(readAll(""), { code: "invalid_data", message: /empty/ });
});

test("a list that breaks off gives the records before, and a fault that says so", async () => {
  const entries = await readAll(JSON.stringify([LITELLM, LITELLM], null, 1).slice(0, -200));
  assert.deepEqual(
    entries.map(({ reading }) => reading.kind),
    ["call", "fault"],
  );
  assert.match(
    entries[1]?.reading.kind === "fault" ? entries[1].reading.message : "",
    /breaks off.*Fetch it again/,
  );
});

test("an export of the account's own decisions is read with the texts that were kept", async () => {
  const decision = {
    type: "decision",
    requestDigest: "d",
    artefactVersion: "1",
    model: "gpt-5.5",
    modelId: "openai/gpt-5.5",
    inputTokens: 12,
    text: { messages: [{ role: "user", text: "Translate 'cat' to French." }] },
  };
  const entries = await readAll(lines(decision, { ...decision, text: null }, { type: "feedback", value: 1 }));
  assert.deepEqual(
    entries.map(({ reading }) => (reading.kind === "call" ? reading.call.messages : reading.kind)),
    [[{ role: "user", content: "Translate 'cat' to French." }], undefined, "skipped"],
  );
});
