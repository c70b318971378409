import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { candidate, facts } from "../../test/inputs.ts";
import { pricesOf } from "../candidates/candidate-prices.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import { billEnds, expectedBill, INPUT_SPREAD, presumedUsd } from "./expected-bill.ts";

const closeTo = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-12, `${actual} is not ${expected}`);
const OUTPUT = { visibleMean: 400, hiddenMean: 600, low: 500, high: 2_000 };
const listed = facts({
  id: "a/b",
  prices: {
    inputUsdPerMTok: 2,
    cachedInputUsdPerMTok: 0.5,
    outputUsdPerMTok: 10,
    tiers: [{ aboveInputTokens: 200_000, inputUsdPerMTok: 4, outputUsdPerMTok: 15 }],
    source: "test",
  },
});

test("fresh and cached input, visible and hidden output are all billed", () => {
  const prices = pricesOf(candidate("a", undefined, undefined, { facts: listed }));
  const bill = expectedBill(prices, { inputTokens: 10_000, cachedInputTokens: 8_000, output: OUTPUT });
  closeTo(bill.usd, (2_000 * 2 + 8_000 * 0.5 + 1_000 * 10) / 1e6);
  const inputError = INPUT_SPREAD * (2_000 * 2 + 8_000 * 0.5);
  closeTo(bill.usdLow, (bill.usd ?? NaN) - Math.hypot(inputError, (1_000 - 500) * 10) / 1e6);
  closeTo(bill.usdHigh, (bill.usd ?? NaN) + Math.hypot(inputError, (2_000 - 1_000) * 10) / 1e6);
});

test("speech is billed at its own price, and as other input where none is known", () => {
  const usage = { inputTokens: 1_000, cachedInputTokens: 0, audioTokens: 600, output: OUTPUT };
  for (const [audioInputUsdPerMTok, input] of [
    [7, 400 * 2 + 600 * 7],
    [undefined, 1_000 * 2],
  ] as const) {
    const prices = { ...listed.prices!, ...(audioInputUsdPerMTok && { audioInputUsdPerMTok }) };
    const own = pricesOf(candidate("a", undefined, undefined, { facts: facts({ id: "a/b", prices }) }));
    closeTo(expectedBill(own, usage).usd, (input + 1_000 * 10) / 1e6);
  }
});

test("speech that the cache holds and each call have prices of their own", () => {
  const priced = {
    ...listed.prices!,
    audioInputUsdPerMTok: 7,
    cachedAudioUsdPerMTok: 0.7,
    requestsUsdPer1k: 12,
  };
  const own = pricesOf(candidate("a", undefined, undefined, { facts: facts({ id: "a/b", prices: priced }) }));
  const bill = expectedBill(own, {
    inputTokens: 1_000,
    cachedInputTokens: 500,
    audioTokens: 600,
    output: OUTPUT,
  });
  const tokens = 200 * 2 + 300 * 7 + 200 * 0.5 + 300 * 0.7 + 1_000 * 10;
  closeTo(bill.usd, 0.012 + tokens / 1e6);
  assert.ok((bill.usdLow ?? 0) > 0.012);
});

test("a tier bills the whole request once the input has passed its mark", () => {
  const prices = pricesOf(candidate("a", undefined, undefined, { facts: listed }));
  const at = (inputTokens: number) =>
    expectedBill(prices, { inputTokens, cachedInputTokens: 0, output: OUTPUT }).usd;
  closeTo(at(200_000), (200_000 * 2 + 1_000 * 10) / 1e6);
  closeTo(at(200_001), (200_001 * 4 + 1_000 * 15) / 1e6);
});

test("a price in the request beats the catalogue, without its tiers, and keeps the cache discount", () => {
  const prices = pricesOf(candidate("a", undefined, 4, { facts: listed }));
  assert.equal(prices.source, "request");
  const bill = expectedBill(prices, { inputTokens: 400_000, cachedInputTokens: 400_000, output: OUTPUT });
  closeTo(bill.usd, (400_000 * 1 + 1_000 * 4) / 1e6);
});

test("half a price in the request is completed by the catalogue", () => {
  const prices = pricesOf(candidate("a", undefined, undefined, { facts: listed, inputUsdPerMTok: 1 }));
  assert.deepEqual([prices.inputUsdPerMTok, prices.outputUsdPerMTok, prices.source], [1, 10, "request"]);
});

test("an unknown price is unknown, never 0, and presumed expensive where it must be ordered", () => {
  for (const over of [{}, { inputUsdPerMTok: 1 }, { outputUsdPerMTok: 1 }]) {
    const prices = pricesOf(candidate("a", undefined, undefined, over));
    const bill = expectedBill(prices, { inputTokens: 10, cachedInputTokens: 0, output: OUTPUT });
    assert.equal(bill.usd, undefined);
    assert.equal(prices.source, "unknown");
  }
  const costly = expectedBill(pricesOf(candidate("a", undefined, undefined, { facts: listed })), {
    inputTokens: 10,
    cachedInputTokens: 0,
    output: OUTPUT,
  });
  assert.ok(presumedUsd(10, OUTPUT.visibleMean + OUTPUT.hiddenMean) > (costly.usd ?? Infinity));
});

test("a free model costs nothing, and that is known", () => {
  const bill = expectedBill(pricesOf(candidate("a", undefined, 0)), {
    inputTokens: 10,
    cachedInputTokens: 0,
    output: OUTPUT,
  });
  assert.equal(bill.usd, 0);
});

test("input that fills the cache bears the provider's surcharge, in its tier too, and only what is fresh", () => {
  const claude = facts({
    id: "a/claude",
    prices: {
      inputUsdPerMTok: 4,
      cachedInputUsdPerMTok: 0.4,
      cacheWriteUsdPerMTok: 5,
      outputUsdPerMTok: 20,
      tiers: [{ aboveInputTokens: 200_000, inputUsdPerMTok: 8, cacheWriteUsdPerMTok: 10 }],
      source: "test",
    },
  });
  const none = { visibleMean: 0, hiddenMean: 0, low: 0, high: 0 };
  const at = (over: Partial<CandidateInput>, inputTokens: number) =>
    expectedBill(pricesOf(candidate("a", undefined, undefined, { facts: claude, ...over })), {
      inputTokens,
      cachedInputTokens: 6_000,
      writtenInputTokens: inputTokens,
      output: none,
    }).usd;
  closeTo(at({}, 10_000), (4_000 * 5 + 6_000 * 0.4) / 1e6);
  closeTo(at({}, 206_000), (200_000 * 10 + 6_000 * 8) / 1e6);
  closeTo(at({ inputUsdPerMTok: 8, outputUsdPerMTok: 1 }, 10_000), (4_000 * 10 + 6_000 * 0.8) / 1e6);
  closeTo(at({ facts: listed }, 10_000), (4_000 * 2 + 6_000 * 0.5) / 1e6);
});

test("the interval holds the bill, and narrows to the error of the input where the output is sure", () => {
  const usd = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(usd, usd, usd, usd, (input, output, outputLow, outputHigh) => {
      const { low, high } = billEnds({ input, output, outputLow, outputHigh }, INPUT_SPREAD);
      assert.ok(low >= 0 && low <= input + output && high >= input + output);
    }),
  );
  const sure = billEnds({ input: 1, output: 0.5, outputLow: 0.5, outputHigh: 0.5 }, 0.04);
  closeTo(sure.low, 1.46);
  closeTo(sure.high, 1.54);
});
