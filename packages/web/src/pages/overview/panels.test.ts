// The tables and the mix of the overview: what is compared with what, and that a loss is shown like a gain.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Overview, OverviewGroups } from "@signalbox/sdk";
import fc from "fast-check";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, render, textsOf } from "../../../test/support/render.ts";
import type { Figures } from "./figures.tsx";
import { groupSeries, OTHERS, tonesOf } from "../../charts/group-series.ts";
import type * as QualityChart from "./quality-chart.tsx";

const { qualityWords } = await loadTsx<typeof QualityChart>("pages/overview/quality-chart.tsx");

const RANGE = { span: "7", from: "", to: "" } as const;

let figures: { readonly Figures: typeof Figures };
before(async () => {
  figures = await loadTsx("pages/overview/figures.tsx");
});

const AT = "2026-01-01T00:00:00.000Z";
const NEXT = "2026-01-02T00:00:00.000Z";

type Group = OverviewGroups["groups"][number];

const group = (value: string, decisions: number, at = AT): Group =>
  ({ value, decisions, usd: 1, series: [{ at, decisions, usd: 1 }] }) as unknown as Group;

const byDecisions = (groups: readonly Group[], times: readonly string[]) =>
  groupSeries(
    { groups: [...groups], times: [...times] },
    (bucket) => bucket.decisions,
    (value) => value.toUpperCase(),
  );

test("groups over time always add up to all decisions of their time", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(counts, (list) => {
      const total = list.reduce((sum, one) => sum + one, 0);
      const series = byDecisions(
        list.map((decisions, index) => group(`m${index}`, decisions)),
        [AT],
      );
      assert.equal(
        series.reduce((sum, { values }) => sum + (values[0] ?? 0), 0),
        total,
      );
      assert.equal(series.length, Math.min(8, list.length));
      assert.equal(series.at(-1)?.name === OTHERS, list.length > 7);
      assert.equal(series.at(-1)?.value === undefined, list.length > 7);
    }),
  );
});

test("a group that few calls but much money goes to is drawn by itself, at the same place in every chart", () => {
  const many = Array.from({ length: 9 }, (_, index) => group(`m${index}`, 100));
  const costly = { ...group("costly", 1), usd: 500 };
  const decisions = byDecisions([...many, costly], [AT]);
  const dollars = groupSeries(
    { groups: [...many, costly], times: [AT] },
    (bucket) => bucket.usd,
    (value) => value.toUpperCase(),
  );
  assert.equal(decisions[0]?.name, "COSTLY");
  assert.deepEqual(
    dollars.map(({ name }) => name),
    decisions.map(({ name }) => name),
  );
});

test("a group without decisions in a bucket counts as zero there, not as a gap, and the largest comes first", () => {
  const series = byDecisions([group("a", 3), group("b", 5, NEXT), group("c", 0)], [AT, NEXT]);
  assert.deepEqual(
    series.map(({ value, name, values }) => ({ value, name, values })),
    [
      { value: "b", name: "B", values: [0, 5] },
      { value: "a", name: "A", values: [3, 0] },
    ],
  );
});

test("a group keeps its colour whatever its rank, and no two groups of a chart share one", () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(names, (all) => {
      const tones = tonesOf(all);
      assert.equal(new Set(tones).size, all.length);
      assert.deepEqual(tonesOf(all.toReversed()), tones.toReversed());
    }),
  );
});

const totals = {
  decisions: 1200,
  degraded: 3,
  explored: 10,
  usd: 4.2,
  priced: 1100,
  success: 0.8,
  refused: 12,
  billed: { decisions: 0, usd: 0, expected_usd: 0 },
};

const whole = (more: object = {}): Overview =>
  ({
    totals,
    feedback: { count: 0, reported: null, predicted: null },
    latency: { decide_us_p50: 420, decide_us_p99: null },
    ...more,
  }) as unknown as Overview;

test("the figures say what they count, and lead to the decisions behind them", () => {
  const html = render(figures.Figures, { overview: whole(), before: undefined, range: RANGE });
  assert.deepEqual(textsOf(html, "dt"), [
    "Decisions",
    "Expected spend",
    "Success",
    "Time to decide",
    "Refused",
  ]);
  const values = textsOf(html, "dd");
  assert.equal(values[0], "1,200 3 degraded, 10 explored");
  assert.equal(values[1], "$4.20 1,100 picks priced, none billed");
  assert.equal(values[2], "80 % estimated; no feedback yet");
  assert.equal(values[3], "0.4 ms p99 –");
  assert.equal(values[4], "12 by rules and limits, 1.0 %");
  assert.deepEqual(attributesOf(html, "href"), [
    "/decisions?span=7",
    "/decisions?span=7&sort=usd",
    "/decisions?span=7",
    "/decisions?span=7&sort=decide_us",
    "/decisions?refused=true&span=7",
  ]);
});

test("bills stand beside the expected dollars of the same decisions", () => {
  const billed = { decisions: 215, usd: 0.89, expected_usd: 1.465 };
  const overview = whole({ totals: { ...totals, billed } });
  const values = textsOf(render(figures.Figures, { overview, before: undefined, range: RANGE }), "dd");
  assert.equal(values[1], "$4.20 $0.890 billed for 215 expected to cost $1.47");
});

test("a period before is compared with in every figure that it has", () => {
  const earlier = whole({ totals: { ...totals, decisions: 600, usd: 0, success: 0.7 } });
  const values = textsOf(render(figures.Figures, { overview: whole(), before: earlier, range: RANGE }), "dd");
  assert.match(values[0] ?? "", /\+100 % on the period before$/);
  assert.match(values[1] ?? "", /none before$/);
  assert.match(values[2] ?? "", /\+10 points on the period before$/);
});

test("reports replace the estimate of success as soon as there are some", () => {
  const feedback = { count: 40, reported: 0.65, predicted: 0.7 };
  const values = textsOf(
    render(figures.Figures, { overview: whole({ feedback }), before: undefined, range: RANGE }),
    "dd",
  );
  assert.equal(values[2], "65 % 40 reports, 70 % predicted");
});

test("quality is said with the gap in points and how many reports there were", () => {
  assert.equal(qualityWords(whole()), "Estimated 80 %; no reports in this time.");
  const feedback = { count: 40, reported: 0.65, predicted: 0.7 };
  assert.equal(
    qualityWords(whole({ feedback })),
    "Reported 65 % where 70 % was predicted (-5 points), n = 40.",
  );
});
