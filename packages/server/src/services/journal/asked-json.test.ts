// A request comes back from the journal as it was asked, without a word of the conversation.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { ModelCatalog, ModelFacts } from "@signalbox/contracts";
import { readSelectRequest } from "@signalbox/engine";

import { readAsked, writeAsked } from "./asked-json.ts";

const catalog: ModelCatalog = { version: "test", resolve: () => undefined, list: () => [] };
const SECRET = "The password is zyzzyva.";
const asked = readSelectRequest(
  {
    messages: [{ role: "user", content: SECRET }],
    tools: [{ name: "zyzzyva" }],
    llm_providers: [
      { name: "own", provider: "openai", model: "gpt-4o", price: 3, output_price: 9, latency: 2 },
      { model: "a/b", attributes: { region: "eu", context_length: 8192 } },
    ],
    tradeoff: "cost",
    cost_quality_tradeoff: 3.5,
    max_model_depth: 2,
    response_format: { type: "json_schema" },
  },
  catalog,
);

test("every member that a decision rests on survives the journal", () => {
  const {
    messages: _messages,
    tools: _tools,
    ...kept
  } = readAsked(JSON.parse(JSON.stringify(writeAsked(asked))) as ReturnType<typeof writeAsked>, catalog);
  for (const [member, value] of Object.entries(kept))
    assert.deepEqual(value, asked[member as keyof typeof asked], member);
  assert.deepEqual(
    [kept.tradeoff, kept.costQualityTradeoff, kept.maxModelDepth, kept.outputFormat],
    ["cost", 3.5, 2, "json_schema"],
  );
});

test("a mode that the request stated survives the journal, with today's facts about it", () => {
  const facts: ModelFacts = {
    id: "v/thinker",
    name: "Thinker",
    vendor: "v",
    tokenizer: "unknown",
    scores: [],
    sources: [],
    confidence: "low",
    modes: {
      default: "none",
      modes: [{ mode: "none" }, { mode: "high", tokensPerSecond: 50 }],
      source: "test",
    },
  };
  const knowing: ModelCatalog = { version: "test", resolve: () => facts, list: () => [facts] };
  const thought = { type: "enabled", budget_tokens: 20_000 };
  const stated = readSelectRequest(
    { messages: "hi", llm_providers: [{ model: "v/thinker", thinking: thought }] },
    knowing,
  );
  const json = JSON.parse(JSON.stringify(writeAsked(stated))) as ReturnType<typeof writeAsked>;
  const [back] = readAsked(json, knowing).candidates;
  assert.equal(stated.candidates[0]?.mode?.mode, "high");
  assert.deepEqual(back?.mode, stated.candidates[0]?.mode);
  assert.doesNotMatch(JSON.stringify(json), /tokensPerSecond/);
});

test("no word of the conversation is kept", () => {
  assert.doesNotMatch(JSON.stringify(writeAsked(asked)), /zyzzyva|password/);
});
