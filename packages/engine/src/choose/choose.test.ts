import assert from "node:assert/strict";
import { test } from "node:test";

import type { PreferencePolicy } from "@signalbox/contracts";

import { candidate, createTinyEngine, input } from "../../test/inputs.ts";

const engine = createTinyEngine();
const DRAWS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999];

const preferring = (policy: PreferencePolicy) => ({ preference: { id: "p", version: 1, policy } });

test("a degraded decision never explores, whatever is drawn", () => {
  const candidates = [candidate("one", 0.5, 1), candidate("two", 0.5, 1)];
  const decide = (explorationDraw: number, policy: PreferencePolicy) =>
    engine.decide(input({ candidates, explorationDraw, ...preferring({ exploration_rate: 1, ...policy }) }))
      .record;
  const open = DRAWS.map((draw) => decide(draw, {}));
  assert.ok(
    open.some(({ explored }) => explored),
    "the same candidates are explored where one is eligible",
  );
  for (const draw of DRAWS) {
    const record = decide(draw, { price_ceiling_usd: 1e-9, fallback: "least_bad" });
    assert.ok(record.degradedReasons.length > 0);
    assert.equal(record.explored, false, `draw ${draw}`);
  }
});

const LEAST_BAD: readonly {
  readonly name: string;
  readonly policy: PreferencePolicy;
  readonly candidates: ReturnType<typeof candidate>[];
  readonly chosen: string;
}[] = [
  {
    name: "the price nearest to the ceiling, though another is much better",
    policy: { price_ceiling_usd: 1e-6, fallback: "least_bad" },
    candidates: [candidate("near", 0.2, 1), candidate("far", 0.95, 1.2)],
    chosen: "near",
  },
  {
    name: "the success nearest to the minimum, though another is much cheaper",
    policy: { minimum_success: 0.99, fallback: "least_bad", objective: { kind: "cost", tolerance: 1 } },
    candidates: [candidate("near", 0.8, 20), candidate("far", 0.6, 0.01)],
    chosen: "near",
  },
  {
    name: "a known price over one that nobody knows",
    policy: { price_ceiling_usd: 1e-6, fallback: "least_bad" },
    candidates: [candidate("unknown", 0.95, undefined), candidate("known", 0.2, 5)],
    chosen: "known",
  },
];

for (const { name, policy, candidates, chosen } of LEAST_BAD)
  test(`where no candidate is eligible the least bad is ${name}`, () => {
    for (const list of [candidates, candidates.toReversed()]) {
      const { record } = engine.decide(input({ candidates: list, ...preferring(policy) }));
      assert.ok(record.degradedReasons.length > 0);
      assert.equal(record.ranking[0]?.label, chosen);
    }
  });
