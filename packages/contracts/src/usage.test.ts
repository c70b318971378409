import assert from "node:assert/strict";
import { test } from "node:test";

import { readUsage } from "./usage.ts";

for (const [says, usage, read] of [
  [
    "OpenAI, Chat Completions",
    {
      prompt_tokens: 9000,
      completion_tokens: 120,
      total_tokens: 9120,
      prompt_tokens_details: { cached_tokens: 8000 },
    },
    { inputTokens: 9000, cachedTokens: 8000, outputTokens: 120 },
  ],
  [
    "OpenAI, Responses",
    { input_tokens: 9000, input_tokens_details: { cached_tokens: 8000 }, output_tokens: 120 },
    { inputTokens: 9000, cachedTokens: 8000, outputTokens: 120 },
  ],
  [
    "Anthropic, which counts cached tokens apart",
    {
      input_tokens: 5,
      cache_read_input_tokens: 12_000,
      cache_creation_input_tokens: 900,
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 800 },
      output_tokens: 220,
    },
    {
      inputTokens: 12_905,
      cachedTokens: 12_000,
      cacheWriteTokens: 900,
      cacheWriteHourTokens: 800,
      outputTokens: 220,
    },
  ],
  [
    "Bedrock's Converse, which does so as well",
    { inputTokens: 5, outputTokens: 220, cacheReadInputTokens: 100 },
    { inputTokens: 105, cachedTokens: 100, outputTokens: 220 },
  ],
  [
    "Google, which counts thoughts apart",
    { promptTokenCount: 50, candidatesTokenCount: 20, thoughtsTokenCount: 300, cachedContentTokenCount: 40 },
    { inputTokens: 50, cachedTokens: 40, outputTokens: 320, hiddenTokens: 300 },
  ],
  [
    "OpenAI, which counts thought within the answer",
    { prompt_tokens: 50, completion_tokens: 400, completion_tokens_details: { reasoning_tokens: 320 } },
    { inputTokens: 50, outputTokens: 400, hiddenTokens: 320 },
  ],
  [
    "the AI SDK",
    { inputTokens: 50, outputTokens: 20, cachedInputTokens: 40 },
    { inputTokens: 50, cachedTokens: 40, outputTokens: 20 },
  ],
  [
    "LiteLLM, whose prompt tokens hold the cached ones",
    { prompt_tokens: 50, cache_read_input_tokens: 40 },
    { inputTokens: 50, cachedTokens: 40 },
  ],
  ["something else", { input_tokens: "many", output_tokens: -1 }, {}],
  ["no usage", null, {}],
] as const)
  test(`reads the tokens of ${says}`, () => {
    assert.deepEqual(readUsage(usage), read);
  });
