import assert from "node:assert/strict";
import { test } from "node:test";

import { intervalOf, judgedToWire } from "./get-ledger.ts";

test("the interval is Wilson's, and stays between nothing and all", () => {
  // scipy.stats.binomtest(8, 10).proportion_ci(method="wilson") = (0.49016..., 0.94331...)
  const { low, high } = intervalOf(0.8, 10);
  assert.ok(Math.abs(low - 0.490162) < 1e-5 && Math.abs(high - 0.943318) < 1e-5);
  const sure = intervalOf(1, 3);
  assert.ok(sure.low > 0.4 && sure.high === 1);
});

test("without a report nothing is claimed", () => {
  assert.deepEqual(judgedToWire(0, null, null), {
    count: 0,
    predicted: null,
    reported: null,
    reported_low: null,
    reported_high: null,
  });
});
