import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "../create-catalog.ts";

const catalog = createCatalog({ asOf: new Date("2026-11-28T12:00:00Z") });

test("a model is found whatever hosts and tools write around its name", () => {
  for (const [model, id] of [
    [
      "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "anthropic/claude-sonnet-4.5",
    ],
    [
      "bedrock/arn:aws:bedrock:eu-west-1::foundation-model/anthropic.claude-opus-4-8",
      "anthropic/claude-opus-4.8",
    ],
    [
      "projects/acme/locations/us-central1/publishers/anthropic/models/claude-opus-4-8",
      "anthropic/claude-opus-4.8",
    ],
    ["openai:gpt-4.1-2025-04-14", "openai/gpt-4.1"],
    ["google_genai:gemini-2.5-flash", "google/gemini-2.5-flash"],
    ["azure_openai:gpt-4.1", "openai/gpt-4.1"],
    ["mistral:7b", undefined],
    ["claude-opus-4-8[1m]", "anthropic/claude-opus-4.8"],
    ["sonnet[1m]", "anthropic/claude-sonnet-5.5"],
    ["gpt-5.6-sol (medium)", "openai/gpt-5.6-sol"],
    ["ft:gpt-4o-mini-2024-07-18:acme:support:Ab12", "openai/gpt-4o-mini"],
    ["openai/ft:gpt-4.1-mini-2025-04-14:acme::Bx9", "openai/gpt-4.1-mini"],
    ["https://huggingface.co/Qwen/Qwen3-32B-AWQ", "qwen/qwen3-32b"],
  ] as const)
    assert.equal(catalog.identify({ model }), id, model);
});

test("a tag of the known size names the model, a tag of another size does not", () => {
  for (const [model, id] of [
    ["phi4:14b", "microsoft/phi-4"],
    ["mistral-small3.2:24b", "mistral/mistral-small-2506"],
    ["phi4:70b", undefined],
    ["mistral-small3.2:7b", undefined],
  ] as const)
    assert.equal(catalog.identify({ provider: "ollama", model }), id, model);
});

test("a window, a precision and the word for general availability behind a name only say how it is served", () => {
  for (const [model, id] of [
    ["gpt-5.6-luna-272k", "openai/gpt-5.6-luna"],
    ["gpt-3.5-turbo-16k", "openai/gpt-3.5-turbo-16k"],
    ["spacexai/grok-4.3", "xai/grok-4.3"],
    ["@cf/meta/llama-3.3-70b-instruct-fp8-fast", "meta/llama-3.3-70b-instruct"],
    ["deepseek-v4-pro-ga", "deepseek/deepseek-v4-pro"],
  ] as const)
    assert.equal(catalog.identify({ model }), id, model);
  const budget = catalog.resolve({ model: "claude-sonnet-4.5-thinking-16k" });
  assert.equal(budget?.namedBudgetTokens, 16_384, "16k behind thinking bounds the thought");
});

test("a name of 10,000 characters is a stranger, whatever decorations it repeats", () => {
  for (const part of ["a", "a-", "[", "(a", "ft:", "arn:aws:", "1.", "projects/"])
    assert.equal(catalog.resolve({ model: part.repeat(10_000 / part.length) }), undefined, part);
});
