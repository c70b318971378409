import assert from "node:assert/strict";
import { test } from "node:test";

import type { ModelCatalog } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import fc from "fast-check";

import { readSelectRequest } from "./read-select-request.ts";

const catalog: ModelCatalog = { version: "test", resolve: () => undefined, list: () => [] };
const base = { messages: "hi", llm_providers: [{ model: "a/b" }] };

test("a minimal request takes the defaults", () => {
  const request = readSelectRequest(base, catalog);
  assert.equal(request.tradeoff, undefined);
  assert.equal(request.maxModelDepth, undefined);
  assert.equal(request.hashContent, false);
  assert.equal(request.includeExplanation, false);
  assert.equal(request.includeRanking, false);
  assert.equal(request.outputFormat, undefined);
});

test("every field is read", () => {
  const request = readSelectRequest(
    {
      ...base,
      tradeoff: "cost",
      cost_quality_tradeoff: 3.5,
      max_model_depth: 2,
      preference_id: "p",
      previous_session: "s",
      hash_content: true,
      include: ["explanation", "ranking"],
      response_format: { type: "json_schema", json_schema: {} },
    },
    catalog,
  );
  assert.equal(request.tradeoff, "cost");
  assert.equal(request.costQualityTradeoff, 3.5);
  assert.equal(request.maxModelDepth, 2);
  assert.equal(request.preferenceId, "p");
  assert.equal(request.previousSession, "s");
  assert.equal(request.hashContent, true);
  assert.equal(request.includeExplanation, true);
  assert.equal(request.includeRanking, true);
  assert.equal(request.outputFormat, "json_schema");
});

test("fields that existing clients send beside the contract are ignored", () => {
  const request = readSelectRequest(
    {
      ...base,
      metric: "accuracy",
      timeout: 5,
      default: 0,
      user_id: null,
      topk_models: 1,
      kwargs: {},
      tools: null,
    },
    catalog,
  );
  assert.equal(request.candidates.length, 1);
});

for (const [field, value] of [
  ["tradeoff", "speed"],
  ["tradeoff", 1],
  ["cost_quality_tradeoff", 11],
  ["cost_quality_tradeoff", Number.NaN],
  ["max_loss_points", -1],
  ["max_loss_points", 100.5],
  ["usd_per_point", 0],
  ["max_model_depth", 0],
  ["max_model_depth", 1.5],
  ["max_model_depth", 2 ** 31],
  ["preference_id", 5],
  ["previous_session", "x".repeat(129)],
  ["hash_content", "yes"],
] as const) {
  test(`${field} = ${String(value).slice(0, 12)} is refused by name`, () => {
    assert.throws(
      () => readSelectRequest({ ...base, [field]: value }, catalog),
      (error: unknown) => error instanceof SignalboxError && error.errors[0]?.location === field,
    );
  });
}

test("a bound of the loss and dollars for a point are read", () => {
  const request = readSelectRequest({ ...base, max_loss_points: 0, usd_per_point: 0.002 }, catalog);
  assert.deepEqual([request.maxLossPoints, request.usdPerPoint], [0, 0.002]);
});

test("faults of all fields are reported together", () => {
  assert.throws(
    () => readSelectRequest({ messages: [], llm_providers: [{}], tradeoff: "x" }, catalog),
    (error: unknown) =>
      error instanceof SignalboxError &&
      error.errors.map(({ location }) => location).join() === "messages,tradeoff,llm_providers[0]",
  );
});

test("a member is not blamed for the fault of another", () => {
  const tools = [{ type: 7 }];
  assert.throws(
    () => readSelectRequest({ messages: "hi", models: "gpt-4o", tools }, catalog),
    (error: unknown) =>
      error instanceof SignalboxError &&
      error.errors.map(({ location }) => location).join() === "tools[0].type,models",
  );
});

test("garbage gives a request or a validation error, nothing else", () => {
  const body = fc.oneof(
    fc.anything(),
    fc.record(
      {
        messages: fc.anything(),
        llm_providers: fc.anything(),
        tools: fc.anything(),
        tradeoff: fc.anything(),
      },
      { requiredKeys: [] },
    ),
    fc.record({
      messages: fc.array(
        fc.record({ role: fc.anything(), content: fc.anything(), tool_calls: fc.anything() }),
      ),
      llm_providers: fc.array(
        fc.dictionary(fc.constantFrom("name", "model", "price", "attributes"), fc.anything()),
      ),
    }),
  );
  fc.assert(
    fc.property(body, (wire) => {
      try {
        assert.ok(readSelectRequest(wire, catalog).candidates.length > 0);
      } catch (error) {
        assert.ok(error instanceof SignalboxError, String(error));
        assert.equal(error.code, "validation_failed");
      }
    }),
    { numRuns: 500 },
  );
});
