import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { candidate, createTinyEngine, input } from "../../test/inputs.ts";
import { normalShareBelow } from "../numerics/index.ts";
import type { CandidateRecord, DecisionRecord } from "../record/decision-record.ts";
import { pickChances } from "./pick-chances.ts";

const engine = createTinyEngine();
const decided = engine.decide(
  input({ candidates: [candidate("small", 0.4, 0.5), candidate("big", 0.7, 15)] }),
).record;

/** The decision among candidates of these estimates, the pick first, by an objective. */
function record(
  ranking: readonly Partial<CandidateRecord>[],
  objective: Partial<DecisionRecord["objective"]> = {},
): DecisionRecord {
  const [plain] = decided.ranking;
  assert.ok(plain);
  return {
    ...decided,
    label: ranking[0]?.label ?? "",
    objective: { ...decided.objective, usdWorth: 0, caution: 0, riskWeight: 0, ...objective },
    ranking: ranking.map((each) => ({ ...plain, modelId: each.label ?? "", sessionUsd: null, ...each })),
  };
}

const chancesOf = (given: DecisionRecord): Record<string, number> =>
  Object.fromEntries(pickChances(given).map(({ label, chance }) => [label, chance]));

test("the share of a normal distribution is that of the printed tables", () => {
  for (const [z, share] of [
    [0, 0.5],
    [1, 0.841_344_75],
    [-1.96, 0.024_997_9],
    [3, 0.998_650_1],
    [-8, 0],
  ] as const)
    assert.ok(Math.abs(normalShareBelow(z) - share) < 1e-7, `${z}`);
});

test("of two candidates each has the chance that the outcome would put it first", () => {
  const two = record([
    { label: "ahead", success: 0.8, spread: 0.03 },
    { label: "behind", success: 0.75, spread: 0.04 },
  ]);
  const { ahead = 0, behind = 0 } = chancesOf(two);
  // The difference is .05 with a standard deviation of the root of .03² + .04² + .1².
  assert.ok(Math.abs(behind - 0.327_36) < 1e-5);
  assert.ok(Math.abs(ahead + behind - 1) < 1e-12);
});

test("under cost the best is second as long as the cheap one is near it, by what the saving is worth", () => {
  const objective = { kind: "cost", usdWorth: 0.1125 } as const;
  const near = (success: number) =>
    chancesOf(
      record(
        [
          { label: "cheap", success, spread: 0.05, usd: 1 },
          { label: "best", success: 0.9, spread: 0.05, usd: 9 },
        ],
        objective,
      ),
    )["best"] ?? NaN;
  assert.ok(Math.abs(near(0.8) - 0.5) < 1e-6, "saving eight ninths is worth the lead");
  assert.ok(near(0.82) < 0.5 && near(0.82) > near(0.89));
});

test("more doubt about the others is less certainty of the pick", () => {
  const sure = (spread: number) =>
    chancesOf(
      record([
        { label: "a", success: 0.8, spread },
        { label: "b", success: 0.7, spread },
        { label: "c", success: 0.6, spread },
      ]),
    )["a"] ?? NaN;
  assert.ok(sure(0) > sure(0.05) && sure(0.05) > sure(0.1) && sure(0.1) > sure(0.3));
});

test("one model at two hosts leaves no doubt: the price decides", () => {
  const hosts = record([
    { label: "here", modelId: "m", success: 0.8, spread: 0.2, usd: 1 },
    { label: "there", modelId: "m", success: 0.8, spread: 0.2, usd: 2 },
  ]);
  assert.deepEqual(chancesOf(hosts), { here: 1, there: 0 });
});

test("what was rejected has no chance, and nobody is left out", () => {
  const { record: filtered } = engine.decide(
    input({
      candidates: [
        candidate("small", 0.4, 0.5),
        { ...candidate("tiny", 0.9, 0.1), attributes: { context_length: 1 } },
      ],
    }),
  );
  const chances = chancesOf(filtered);
  assert.deepEqual(Object.keys(chances).sort(), ["small", "tiny"]);
  assert.deepEqual([chances["small"], chances["tiny"]], [1, 0]);
});

test("whatever the objective, chances sum to one and none exceeds that of the recommendation", () => {
  const price = fc.option(fc.double({ min: 0.01, max: 50, noNaN: true }), { nil: undefined });
  const quality = fc.option(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(quality, price), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        {},
        { tradeoff: "cost" as const },
        { tradeoff: "latency" as const },
        { costQualityTradeoff: 10 },
      ),
      (drawn, asked) => {
        const candidates = drawn.map(([success, usd], at) => candidate(`m${at}`, success, usd));
        const { record: made } = engine.decide(input({ candidates, ...asked }));
        const chances = pickChances(made);
        const own = chances.find(({ label }) => label === made.label)?.chance ?? -1;
        const sum = chances.reduce((total, { chance }) => total + chance, 0);
        assert.ok(Math.abs(sum - 1) < 1e-9, String(sum));
        for (const { chance } of chances) assert.ok(chance >= 0 && chance <= own);
      },
    ),
  );
});
