// The tables and the mix of the overview: what is compared with what, and that a loss is shown like a gain.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Overview, OverviewGroups } from "@signalbox/sdk";
import fc from "fast-check";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, cellsOf, render, textOf, textsOf } from "../../../test/support/render.ts";
import type { BaselinesPanel } from "./baselines-panel.tsx";
import type { FeedbackMatch } from "./feedback-match.tsx";
import type { ReportedPanel } from "./reported-panel.tsx";
import type { Figures } from "./figures.tsx";
import { groupSeries, OTHERS } from "../../charts/group-series.ts";
import type * as QualityChart from "./quality-chart.tsx";

const { qualityWords } = await loadTsx<typeof QualityChart>("pages/overview/quality-chart.tsx");

const RANGE = { span: "7", from: "", to: "" } as const;

let baselines: { readonly BaselinesPanel: typeof BaselinesPanel };
let reported: { readonly ReportedPanel: typeof ReportedPanel };
let match: { readonly FeedbackMatch: typeof FeedbackMatch };
let figures: { readonly Figures: typeof Figures };
before(async () => {
  baselines = await loadTsx("pages/overview/baselines-panel.tsx");
  reported = await loadTsx("pages/overview/reported-panel.tsx");
  match = await loadTsx("pages/overview/feedback-match.tsx");
  figures = await loadTsx("pages/overview/figures.tsx");
});

type Baseline = Overview["baselines"][number];

const baseline = (more: Partial<Baseline>): Baseline => ({
  kind: "best_single",
  label: "vendor/big",
  decisions: 100,
  usd: 10,
  routed_usd: 8,
  success: 0.8,
  routed_success: 0.82,
  ...more,
});

const WEEK = { span: "7", from: "", to: "" } as const;

const rowsOf = (list: readonly Baseline[]): string[][] =>
  cellsOf(render(baselines.BaselinesPanel, { baselines: list, range: WEEK }));

test("routing is compared over the same decisions, dollars in percent and success in points", () => {
  assert.deepEqual(rowsOf([baseline({})]), [
    ["Best single model vendor/big", "100", "$10.00", "$8.00", "-20.0 %", "80.0 %", "82.0 %", "+2 points"],
  ]);
});

test("a comparison opens the decisions that it was made over, and those that picked its model", () => {
  const html = render(baselines.BaselinesPanel, { baselines: [baseline({})], range: WEEK });
  assert.deepEqual(attributesOf(html, "href"), [
    "/decisions?label=vendor%2Fbig&span=7",
    "/decisions?cost=0-&span=7",
  ]);
});

test("what costs less or succeeds more is green, what is worse is red, and a tie is neither", () => {
  const tones = (more: Partial<Baseline>): string[] =>
    attributesOf(
      render(baselines.BaselinesPanel, { baselines: [baseline(more)], range: WEEK }),
      "class",
    ).filter((name) => name.startsWith("tone-"));
  assert.deepEqual(tones({}), ["tone-clear", "tone-clear"]);
  assert.deepEqual(tones({ routed_usd: 12, routed_success: 0.7 }), ["tone-stop", "tone-stop"]);
  assert.deepEqual(tones({ routed_usd: 10, routed_success: 0.8 }), []);
});

test("without a price or a success to compare with, nothing is claimed", () => {
  const [row] = rowsOf([baseline({ kind: "cheapest", label: null, usd: 0, success: null })]);
  assert.deepEqual([row?.[0], row?.[4], row?.[7]], ["Cheapest of each call", "–", "–"]);
});

type Reported = Overview["reported"];
type Bill = Reported["models"][number];

const bill = (model: string | null, more: Partial<Bill>): Bill => ({
  model,
  reports: 0,
  priced: 0,
  usd: 0,
  compared: 0,
  routed_usd: 0,
  baseline_usd: 0,
  ...more,
});

const billed = (models: readonly Bill[], decisions: number) => {
  const sum = (member: Exclude<keyof Bill, "model">): number =>
    models.reduce((total, one) => total + one[member], 0);
  const total = bill(null, { reports: sum("reports"), priced: sum("priced"), compared: sum("compared") });
  const dollars = { usd: sum("usd"), routed_usd: sum("routed_usd"), baseline_usd: sum("baseline_usd") };
  return { totals: { decisions }, reported: { ...total, ...dollars, models } } as unknown as Overview;
};

test("reported savings say how many decisions they cover, and what is not known of the others", () => {
  const known = bill("vendor/big", {
    reports: 6,
    priced: 5,
    usd: 3,
    compared: 4,
    routed_usd: 2,
    baseline_usd: 10,
  });
  const html = render(reported.ReportedPanel, {
    overview: billed([known, bill(null, { reports: 1, priced: 1, usd: 1 })], 10),
  });
  assert.deepEqual(cellsOf(html), [
    ["vendor/big", "6", "4", "$10.00", "$2.00", "-80.0 %"],
    ["None named", "1", "0", "–", "–", "–"],
  ]);
  assert.match(textOf(html), /Saved \$8\.00 \(80 %\) over 4 of 10 decisions/);
  assert.match(textOf(html), /3 without a report/);
  assert.match(textOf(html), /1 reported without dollars/);
  assert.match(textOf(html), /2 whose named model is unknown or has no price/);
});

test("a reported loss is called one, and without any report the panel says what to send", () => {
  const worse = bill("vendor/small", {
    reports: 2,
    priced: 2,
    usd: 5,
    compared: 2,
    routed_usd: 5,
    baseline_usd: 4,
  });
  const lost = render(reported.ReportedPanel, { overview: billed([worse], 2) });
  assert.match(textOf(lost), /Cost \$1\.00 more \(25 %\) over 2 of 2 decisions/);
  const none = render(reported.ReportedPanel, { overview: billed([], 5) });
  assert.match(textOf(none), /baseline_usd/);
  assert.doesNotMatch(none, /<table/);
});

type Model = Overview["models"][number];

const model = (label: string, decisions: number, more: Partial<Model> = {}): Model =>
  ({
    label,
    decisions,
    by_bucket: [{ at: "2026-01-01T00:00:00.000Z", decisions }],
    feedback: { count: 0, predicted: null, reported: null },
    ...more,
  }) as unknown as Model;

const overviewOf = (models: readonly Model[], decisions: number): Overview =>
  ({
    series: [{ at: "2026-01-01T00:00:00.000Z", decisions }],
    models,
    feedback: { brier: 0.1234, count: 12, reported: 0.5, predicted: 0.6 },
  }) as unknown as Overview;

test("estimates are compared with reports only where there are reports, each leading to its decisions", () => {
  const judged = { count: 12, predicted: 0.8, reported: 0.7 };
  const overview = overviewOf([model("a/one", 5), model("b/two", 4, { feedback: judged })], 9);
  const html = render(match.FeedbackMatch, { overview, range: RANGE });
  assert.deepEqual(cellsOf(html), [["b/two", "12", "80.0 %", "70.0 %", "-10 points"]]);
  const { searchParams } = new URL(attributesOf(html, "href")[0] ?? "", "https://host");
  assert.deepEqual([searchParams.get("label"), searchParams.get("span")], ["b/two", "7"]);
  assert.match(textOf(html), /0\.123 \(0 is perfect/);
});

test("without any report the panel says what to do, and draws no table", () => {
  const html = render(match.FeedbackMatch, { overview: overviewOf([model("a", 1)], 1), range: RANGE });
  assert.match(textOf(html), /No feedback in this time/);
  assert.doesNotMatch(html, /<table/);
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
  assert.deepEqual(series, [
    { value: "b", name: "B", values: [0, 5] },
    { value: "a", name: "A", values: [3, 0] },
  ]);
});

const totals = {
  decisions: 1200,
  degraded: 3,
  explored: 10,
  usd: 4.2,
  priced: 1100,
  success: 0.8,
  rejected_candidates: 600,
};

const whole = (more: object = {}): Overview =>
  ({
    totals,
    baselines: [],
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
    "Rejected",
  ]);
  const values = textsOf(html, "dd");
  assert.equal(values[0], "1,200 3 degraded, 10 explored");
  assert.equal(values[1], "$4.20 1,100 picks priced");
  assert.equal(values[2], "80 % estimated; no feedback yet");
  assert.equal(values[3], "0.4 ms p99 –");
  assert.equal(values[4], "600 candidates, 0.5 a decision");
  assert.deepEqual(attributesOf(html, "href"), [
    "/decisions?span=7",
    "/decisions?span=7&sort=usd",
    "/decisions?span=7",
    "/decisions?span=7&sort=decide_us",
    "/decisions?rejected=true&span=7",
  ]);
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
  assert.equal(values[2], "65 % reported 40 times, 70 % predicted");
});

test("quality is said with the gap in points and how many reports there were", () => {
  assert.equal(qualityWords(whole()), "Estimated 80 %; no reports in this time.");
  const feedback = { count: 40, reported: 0.65, predicted: 0.7 };
  assert.equal(
    qualityWords(whole({ feedback })),
    "Reported 65 % where 70 % was predicted (-5 points), n = 40.",
  );
});
