// Advice on what to drop holds as a whole: all of it can be followed together.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { needlessOf } from "./find-dominated.ts";
import type { Dominance } from "./find-dominated.ts";

const CONFIDENCE = 0.8;
const label = fc.integer({ min: 0, max: 6 });
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const findings = fc.array(
  fc
    .record({
      label,
      by: label,
      atLeastAsAble: chance,
      cheaper: chance,
      requests: fc.constant<Dominance["requests"]>([0]),
    })
    .filter(({ label: own, by }) => own !== by),
  { maxLength: 30 },
);

test("no reason names a label that is to go, however the findings run in circles", () => {
  fc.assert(
    fc.property(findings, (found) => {
      const needless = needlessOf(found, CONFIDENCE);
      for (const { by } of needless.values()) assert.ok(!needless.has(by));
    }),
    { numRuns: 2000 },
  );
});

test("every reason is one of the findings and sure enough", () => {
  fc.assert(
    fc.property(findings, (found) => {
      for (const [own, reason] of needlessOf(found, CONFIDENCE)) {
        assert.ok(found.includes(reason) && reason.label === own);
        assert.ok(reason.atLeastAsAble >= CONFIDENCE && reason.cheaper >= CONFIDENCE);
      }
    }),
  );
});

test("who is surely needless beside a label that stays goes", () => {
  const sure = (own: number, by: number): Dominance => ({
    label: own,
    by,
    atLeastAsAble: 0.9,
    cheaper: 1,
    requests: [0],
  });
  const needless = needlessOf([sure(1, 0), sure(2, 1), sure(2, 0)], CONFIDENCE);
  assert.deepEqual(
    [...needless].map(([own, { by }]) => [own, by]),
    [
      [1, 0],
      [2, 0],
    ],
  );
});
