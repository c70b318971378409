import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import { readSelectRequest } from "../src/index.ts";

const catalog = createCatalog({ asOf: new Date("2026-11-28T12:00:00Z") });
const warningsOf = (model: string, more: object): string =>
  readSelectRequest({ messages: "hi", llm_providers: [{ model }], ...more }, catalog)
    .warnings.map(({ message }) => message)
    .join(" ");

for (const [says, model, more, expected] of [
  ["a bound above the model's limit", "openai/gpt-5.6-sol", { max_tokens: 500_000 }, /128,000 tokens/],
  ["a bound within the limit", "openai/gpt-5.6-sol", { max_tokens: 1_000 }, /^$/],
  ["thinking that stays on", "anthropic/claude-opus-5.5", { thinking: { type: "disabled" } }, /switched off/],
  ["thinking that can be off", "anthropic/claude-haiku-5.5", { thinking: { type: "disabled" } }, /^$/],
  ["a service tier without a price", "openai/gpt-5.6-sol", { service_tier: "flex" }, /service_tier/],
  ["a service tier with a price", "google/gemini-4-neon", { service_tier: "flex" }, /^$/],
  ["a service tier on one's own machine", "ollama/qwen3:30b-a3b", { service_tier: "flex" }, /^$/],
  ["the standard tier", "openai/gpt-5.6-sol", { service_tier: "auto" }, /^$/],
] as const)
  test(`${says}: ${expected.source === "^$" ? "no warning" : "a warning"}`, () => {
    assert.match(warningsOf(model, more), expected);
  });
