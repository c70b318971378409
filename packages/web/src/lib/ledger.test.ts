// Sentences on dollars say what the figures say: which way it went, over how much, how sure, and what is not known.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Ledger } from "@signalbox/sdk";
import fc from "fast-check";

import { usd } from "./format.ts";
import {
  bestWords,
  billedWords,
  comparedWords,
  headlineWords,
  NAMED,
  rangeWords,
  successWords,
  type Comparison,
} from "./ledger.ts";

const UNJUDGED = { count: 0, predicted: null, reported: null, reported_low: null, reported_high: null };
const judged = (count: number, reported: number) => ({ ...UNJUDGED, count, reported, predicted: 0.9 });

const single = (baseline: string, savedUsd: number, more: Partial<Comparison> = {}): Comparison => ({
  baseline,
  decisions: 100,
  usd: 10 + savedUsd,
  routed_usd: 10,
  saved_usd: savedUsd,
  low: null,
  high: null,
  success: null,
  routed_success: null,
  reported: UNJUDGED,
  ...more,
});

const ledger = (more: Partial<Ledger> = {}): Ledger => ({
  from: "",
  to: "",
  bucket_s: 3600,
  decisions: 200,
  refused: 0,
  priced: 200,
  expected_usd: 10,
  billed: { decisions: 0, usd: 0, expected_usd: 0 },
  factor: null,
  reported: UNJUDGED,
  baseline: null,
  compared: null,
  singles: [],
  closed: [],
  best_by_reports: null,
  rows: [],
  ...more,
});

test("a comparison says saved or cost more, never the other, with the dollars of its figures", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), (saved) => {
      const said = comparedWords(single("a/b", saved), ledger());
      assert.equal(/ cost .* more than always a\/b/.test(said), saved < 0, said);
      assert.equal(/ saved .* against always a\/b/.test(said), saved > 0, said);
      if (saved === 0) return assert.match(said, / cost as much as always a\/b/);
      assert.ok(said.includes(usd(Math.abs(saved))), said);
    }),
  );
});

test("without a baseline the range names both ends, and says so when routing cost more than one or all", () => {
  const opus = single("a/opus", 22.95);
  const mini = single("o/mini", -13.29);
  assert.equal(
    rangeWords(ledger({ singles: [opus, mini] })),
    "It depends on what you called before: routing saved $22.95 against always a/opus and cost $13.29 more than always o/mini.",
  );
  assert.match(
    rangeWords(ledger({ singles: [mini, single("o/nano", -20)] })),
    /^Routing cost more than every single model/,
  );
  assert.match(rangeWords(ledger()), /No model was offered in half of the decisions/);
});

test("the best model by reports is named with its reports and with what routing saved or cost beside it", () => {
  const mini = single("o/mini", -13.29, { reported: judged(597, 0.85) });
  const said = bestWords(
    ledger({ singles: [mini], best_by_reports: "o/mini", reported: judged(854, 0.841) }),
  );
  assert.equal(
    said,
    "By reports the best single model is o/mini: 85.0 % of 597 reports, all picks 84.1 % of 854. Routing cost $13.29 more than always calling it.",
  );
  assert.equal(bestWords(ledger()), "");
});

test("expected dollars stand beside billed ones with their ratio, and without bills nothing is claimed of them", () => {
  const billed = { decisions: 215, usd: 0.89, expected_usd: 1.465 };
  const factor = { value: 0.6075, low: 0.55, high: 0.66 };
  assert.equal(
    billedWords({ billed, factor, decisions: 2204 }),
    "Billed $0.890 for 215 of 2,204 decisions that were expected to cost $1.47: 61 % of the expected dollars (95 % interval 55 % to 66 %).",
  );
  assert.match(billedWords(ledger()), /all dollars are expected ones/);
  const sure = single("a/b", 10, { low: 4, high: 8 });
  assert.match(
    comparedWords(sure, ledger({ factor })),
    /^At billed prices routing saved \$6.08 against always a\/b \(61 % of the expected \$10.00\), .*saved \$4.00 to \$8.00\.$/,
  );
  assert.match(comparedWords(sure, ledger()), /no bill was reported/);
});

test("an interval around zero says both ways", () => {
  assert.match(
    comparedWords(single("a/b", 1, { low: -2, high: 4 }), ledger()),
    /from \$2.00 more to \$4.00 less/,
  );
});

test("success given up or gained is said with both figures, and unknown success as unknown", () => {
  assert.equal(
    successWords(single("a", 1, { success: 0.97, routed_success: 0.912 })),
    "It gave up 5.8 points of expected success (91.2 % instead of 97.0 %).",
  );
  assert.match(successWords(single("a", 1, { success: 0.9, routed_success: 0.95 })), /^It gained 5 points/);
  assert.match(successWords(single("a", 1)), /not known/);
});

test("a baseline that was never offered, or never billed, has no saving", () => {
  const none = { decisions: 0, usd: 0, routed_usd: 0 };
  assert.match(headlineWords(ledger({ compared: single("a/b", 0, none) })), /saving is not known/);
  assert.match(headlineWords(ledger({ compared: single(NAMED, 0, none) })), /No report of this time/);
});
