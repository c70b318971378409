import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Overview } from "@signalbox/sdk";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import type { changeWords } from "../../components/figure-list.tsx";
import type { savingOf } from "./figures.tsx";

interface Module {
  readonly savingOf: typeof savingOf;
}

let figures: Module;
let words: { readonly changeWords: typeof changeWords };
before(async () => {
  figures = await loadTsx<Module>("pages/overview/figures.tsx");
  words = await loadTsx("components/figure-list.tsx");
});

const WEEK = { span: "7", from: "", to: "" } as const;
const PRICED = "/decisions?cost=0-&span=7";

const overview = (usd: number, routedUsd: number): Overview =>
  ({
    totals: { decisions: 601 },
    baselines: [{ kind: "best_single", label: "big", decisions: 256, usd, routed_usd: routedUsd }],
  }) as unknown as Overview;

test("a saving is called a saving, a loss a loss, and both say over how many decisions", () => {
  assert.deepEqual(figures.savingOf(overview(10, 8), WEEK), {
    name: "Saves",
    value: "20 %",
    hint: "against big, over 256 of 601 decisions",
    href: PRICED,
  });
  assert.deepEqual(figures.savingOf(overview(10, 12), WEEK), {
    name: "Costs more",
    value: "20 %",
    hint: "against big, over 256 of 601 decisions",
    href: PRICED,
  });
  const far = figures.savingOf(overview(1, 14), WEEK);
  assert.deepEqual([far.name, far.value], ["Costs", "14×"]);
  assert.match(far.hint ?? "", /^the price of big, /);
});

test("without a common candidate nothing is claimed", () => {
  const none = { totals: { decisions: 1 }, baselines: [] } as unknown as Overview;
  assert.equal(figures.savingOf(none, WEEK).value, "–");
  assert.equal(figures.savingOf(overview(0, 0), WEEK).value, "–");
});

test("changes of counts are percent, changes of shares are points, and nothing is divided by nothing", () => {
  const figure = { name: "n", value: "v", hint: "h" };
  assert.equal(words.changeWords(figure), "");
  assert.equal(words.changeWords({ ...figure, now: 12, before: 10 }), "+20 % on the period before");
  assert.equal(
    words.changeWords({ ...figure, now: 0.8, before: 0.83, isShare: true }),
    "-3 points on the period before",
  );
  assert.equal(words.changeWords({ ...figure, now: 3, before: 0 }), "none before");
  assert.equal(words.changeWords({ ...figure, now: 0, before: 0 }), "none before either");
  assert.equal(words.changeWords({ ...figure, now: null, before: 0.5 }), "unknown before");
});
