// Statements about the expected bill: when an interval holds, and when a promise is met.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  isBillCovered,
  type BillFigures,
  type PricedCall,
  billOf,
  inputOf,
  recoverPrices,
  type BillCall,
} from "./measure-bill.ts";
import { renderBill } from "./render-bill.ts";

const PRICES = { input: 1e-6, output: 4e-6 };

const call = (more: Partial<BillCall> = {}): BillCall => ({
  model: 0,
  task: 0,
  cost: 0.0014,
  inputTokens: 1000,
  outputTokens: 100,
  estimatedInput: 1000,
  output: { visibleMean: 100, low: 50, high: 200, hiddenMean: 0 },
  isDemanded: false,
  ...more,
});

const priced = (more: Partial<BillCall> = {}, frame = 0): PricedCall => ({
  call: call(more),
  prices: PRICES,
  frame,
});

test("a bill is what its tokens cost, input and output each at its price", () => {
  assert.equal(billOf(PRICES, 1000, 100), 0.001 + 0.0004);
  assert.equal(billOf(PRICES, 0, 0), 0);
});

test("input that is not recorded is estimated, and recorded input is believed", () => {
  assert.equal(inputOf(call({ inputTokens: Number.NaN, estimatedInput: 42 })), 42);
  assert.equal(inputOf(call({ inputTokens: 7, estimatedInput: 42 })), 7);
});

test("the interval holds a real bill whose output lies within its own ends", () => {
  for (const outputTokens of [50, 100, 200]) assert.ok(isBillCovered(priced({ outputTokens }), 0.035));
  assert.equal(isBillCovered(priced({ outputTokens: 2000 }), 0.035), false);
  assert.equal(isBillCovered(priced({ outputTokens: 1, inputTokens: 800 }), 0.035), false);
});

test("the hidden prompt of a task is part of the input that is billed", () => {
  const hidden = { inputTokens: 3000 };
  assert.equal(isBillCovered(priced(hidden), 0.035), false);
  assert.ok(isBillCovered(priced(hidden, 2000), 0.035));
});

test("without recorded input the recorded cost is the real bill", () => {
  const silent = { inputTokens: Number.NaN };
  assert.ok(isBillCovered(priced({ ...silent, cost: 0.0014 }), 0.035));
  assert.equal(isBillCovered(priced({ ...silent, cost: 0.1 }), 0.035), false);
});

test("a wider spread of the input never loses a bill that a narrower one held", () => {
  const tokens = fc.integer({ min: 1, max: 4000 });
  const spread = fc.double({ min: 0, max: 0.5, noNaN: true });
  fc.assert(
    fc.property(tokens, tokens, spread, spread, (inputTokens, outputTokens, a, b) => {
      const one = priced({ inputTokens, outputTokens });
      const [narrow, wide] = [Math.min(a, b), Math.max(a, b)];
      if (isBillCovered(one, narrow)) assert.ok(isBillCovered(one, wide));
    }),
  );
});

test("prices are recovered from calls that were billed by them", () => {
  const calls = Array.from({ length: 60 }, (_, index) => {
    const [inputTokens, outputTokens] = [200 + 37 * index, 20 + ((index * 61) % 400)];
    return call({ inputTokens, outputTokens, cost: billOf(PRICES, inputTokens, outputTokens) });
  });
  const found = recoverPrices(calls);
  assert.ok(Math.abs(found.input / PRICES.input - 1) < 1e-6);
  assert.ok(Math.abs(found.output / PRICES.output - 1) < 1e-6);
});

test("calls that hold a second call beside the answer do not raise the price of a token", () => {
  const calls = Array.from({ length: 100 }, (_, index) => {
    const [inputTokens, outputTokens] = [200 + 37 * index, 20 + ((index * 61) % 400)];
    const own = billOf(PRICES, inputTokens, outputTokens);
    return call({ inputTokens, outputTokens, cost: index % 2 === 0 ? own : 3 * own });
  });
  const found = recoverPrices(calls);
  assert.ok(Math.abs(found.input / PRICES.input - 1) < 0.01);
  assert.ok(Math.abs(found.output / PRICES.output - 1) < 0.01);
});

const figures = (source: string, more: Partial<BillFigures> = {}): BillFigures => ({
  source,
  calls: 100,
  recordedError: 0.2,
  billError: 0.2,
  billErrorFramed: 0.1,
  recordedErrorFramed: 0.12,
  inputError: 0.05,
  inputErrorFramed: 0.02,
  explained: 0.9,
  billCoverage: 0.8,
  coverage: 0.81,
  coverageDemanded: 0.7,
  coverageFree: 0.82,
  demanded: 0.1,
  ...more,
});

const linesOf = (list: readonly BillFigures[]): string[] => renderBill(list).split("\n");

test("a promise that is kept is called met, and one that is broken is shouted", () => {
  const verdicts = linesOf([
    figures("zelling_cascades"),
    figures("routerbench_sub", { billErrorFramed: 0.2, billCoverage: 0.9 }),
  ]).at(-2);
  assert.equal(
    verdicts,
    "zelling_cascades: bill within 15 % met (10.0 %), interval 80 % +- 5 met (80.0 %); " +
      "routerbench_sub: bill within 15 % MISSED (20.0 %), interval 80 % +- 5 MISSED (90.0 %)",
  );
});

test("only sources that record costs stand in the table of bills; all stand in that of lengths", () => {
  const lines = linesOf([figures("zelling_cascades"), figures("mmlu_pro", { billCoverage: Number.NaN })]);
  const rows = lines.filter((line) => /^\| (?:zelling_cascades|mmlu_pro) /.test(line));
  assert.deepEqual(
    rows.map((row) => row.split(" ")[1]),
    ["zelling_cascades", "zelling_cascades", "mmlu_pro"],
  );
});

test("what is not known is a dash, and every row has as many cells as its head", () => {
  const lines = linesOf([figures("zelling_cascades", { explained: Number.NaN })]).filter((line) =>
    line.startsWith("|"),
  );
  assert.match(lines[2] ?? "", /\| - \|/);
  const cells = (line: string): number => line.split("|").length;
  assert.equal(new Set(lines.slice(0, 3).map(cells)).size, 1);
  assert.equal(new Set(lines.slice(3).map(cells)).size, 1);
});
