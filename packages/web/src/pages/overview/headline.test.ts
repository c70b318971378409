// The sentence on what was saved never stands without what was given up, and its figures are those of the service.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Overview, OverviewSavings } from "@signalbox/sdk";
import fc from "fast-check";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import type { priceWords } from "./headline.tsx";

let wordsOf: typeof priceWords;
before(async () => {
  wordsOf = (await loadTsx<{ priceWords: typeof priceWords }>("pages/overview/headline.tsx")).priceWords;
});

const savings = { baseline: "best_each", label: null } as unknown as OverviewSavings;
const overviewWith = (success: number | null, routed: number | null): Overview =>
  ({
    baselines: [{ kind: "best_each", label: null, success, routed_success: routed }],
  }) as unknown as Overview;

const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);

test("what is said to be given up or gained is the difference of the two shares beside it", () => {
  fc.assert(
    fc.property(share, share, (success, routed) => {
      const said = wordsOf(overviewWith(success, routed), savings);
      const [, verb, figure] = /(gave up|gained) (no|[\d.]+)/.exec(said) ?? [];
      const [first = 0, second = 0] = [...said.matchAll(/([\d.]+) %/g)].map(([, text]) => Number(text));
      const change = figure === "no" ? 0 : Number(figure) * (verb === "gained" ? 1 : -1);
      assert.ok(Math.abs(change - (routed - success) * 100) < 0.06, said);
      assert.ok(Math.abs(first - second - change) < 0.11, said);
    }),
  );
});

test("where the success of the baseline is not known, that is said and nothing is claimed", () => {
  for (const overview of [
    overviewWith(null, 0.9),
    overviewWith(0.9, null),
    { baselines: [] } as unknown as Overview,
  ])
    assert.match(wordsOf(overview, savings), /not known/);
});
