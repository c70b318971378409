import assert from "node:assert/strict";
import { test } from "node:test";
import { type BillCall, billOf, recoverPrices } from "./measure-bill.ts";

const PRICES = { input: 2.5e-6, output: 1e-5 };

function callOf(inputTokens: number, outputTokens: number, over: Partial<BillCall> = {}): BillCall {
  return {
    model: 0,
    task: 0,
    cost: billOf(PRICES, inputTokens, outputTokens),
    inputTokens,
    outputTokens,
    estimatedInput: inputTokens,
    output: { visibleMean: 1, hiddenMean: 0, low: 1, high: 1 },
    isDemanded: false,
    ...over,
  };
}

const CALLS = Array.from({ length: 60 }, (_, i) => callOf(100 + 7 * (i % 11), 1 + ((i * i) % 13)));

function assertRecovered(calls: readonly BillCall[]): void {
  const { input, output } = recoverPrices(calls);
  assert.ok(Math.abs(input / PRICES.input - 1) < 1e-6, `input ${input}`);
  assert.ok(Math.abs(output / PRICES.output - 1) < 1e-6, `output ${output}`);
}

test("both prices come back from costs that are exact", () => assertRecovered(CALLS));

test("calls that were charged for a second request do not move the prices", () =>
  assertRecovered([
    ...CALLS,
    ...CALLS.slice(0, 30).map(({ inputTokens, cost }) => callOf(inputTokens, 5, { cost: 3 * cost })),
  ]));

test("without recorded input tokens the estimated ones are priced", () =>
  assertRecovered(
    CALLS.map(({ estimatedInput, outputTokens }) =>
      callOf(estimatedInput, outputTokens, { inputTokens: Number.NaN }),
    ),
  ));
