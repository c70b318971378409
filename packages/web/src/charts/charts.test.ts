import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement, type ComponentType } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { loadTsx } from "../../test/support/load-tsx.ts";
import { render as renderRouted } from "../../test/support/render.ts";
import { COUNT } from "../lib/units.ts";
import type { CalibrationChart } from "./calibration-chart.tsx";
import type { ChartTable } from "./chart-frame.tsx";
import type { CostQualityPlot } from "./cost-quality-plot.tsx";
import type { Legend } from "./legend.tsx";
import type { TimeChart } from "./time-chart.tsx";

const render = <P extends object>(component: (props: P) => unknown, props: P): string =>
  renderToStaticMarkup(createElement(component as ComponentType<P>, props));

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

const POINTS = [
  { label: "vendor/cheap", cost: 0.0001, success: 0.6, spread: 0.1 },
  { label: "vendor/middle", cost: 0.001, success: 0.8, spread: 0.05 },
  { label: "vendor/beaten", cost: 0.01, success: 0.7, spread: 0.05 },
  { label: "vendor/unpriced", cost: null, success: 0.9, spread: 0.2 },
];

test("the cost-quality plot draws every priced candidate, marks the frontier and the pick, and names the unpriced", async () => {
  const { CostQualityPlot: Plot } = await loadTsx<{ CostQualityPlot: typeof CostQualityPlot }>(
    "charts/cost-quality-plot.tsx",
  );
  const html = render(Plot, {
    title: "Plot",
    fileName: "plot",
    points: POINTS,
    pickedLabel: "vendor/middle",
    unit: "usd",
  });
  assert.equal(occurrences(html, "<circle"), 3);
  assert.equal(occurrences(html, 'data-frontier="true"'), 2);
  assert.equal(occurrences(html, 'data-picked="true"'), 1);
  assert.match(html, /1 candidate has no known price/);
  assert.match(html, /Picked: vendor\/middle, 80 %/);
});

test("a plot of one candidate, of equal candidates and of free ones draws no NaN", async () => {
  const { CostQualityPlot: Plot } = await loadTsx<{ CostQualityPlot: typeof CostQualityPlot }>(
    "charts/cost-quality-plot.tsx",
  );
  const one = { label: "a", cost: 0, success: 1, spread: 0 };
  for (const points of [[], [one], [one, { ...one, label: "b" }], [{ ...one, cost: null }]]) {
    const html = render(Plot, { title: "t", fileName: "f", points, pickedLabel: "a", unit: "seconds" });
    assert.doesNotMatch(html, /NaN|Infinity/);
  }
});

test("a line chart leaves a gap where nothing was measured and shows a lonely value as a dot", async () => {
  const { TimeChart: Chart } = await loadTsx<{ TimeChart: typeof TimeChart }>("charts/time-chart.tsx");
  const html = render(Chart, {
    title: "Success",
    fileName: "success",
    summary: "Mean success.",
    times: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"],
    series: [{ name: "success", values: [0.5, null, 0.7, 0.9] }],
    kind: "line",
    unit: COUNT,
  });
  assert.equal(occurrences(html, "<circle"), 1);
  assert.doesNotMatch(html, /NaN/);
});

test("labels of the outside world are text, not markup", async () => {
  const { Legend: Names } = await loadTsx<{ Legend: typeof Legend }>("charts/legend.tsx");
  const html = render(Names, { items: [{ name: "<script>alert(1)</script>" }] });
  assert.match(html, /&lt;script>/);
  assert.doesNotMatch(html, /<script>/);
});

test("the table behind a chart holds every number, and a dash for what is unknown", async () => {
  const { ChartTable: Table } = await loadTsx<{ ChartTable: typeof ChartTable }>("charts/chart-frame.tsx");
  const html = render(Table, {
    title: "T",
    columns: ["name", "value"],
    rows: [
      ["a", 0.25],
      ["b", null],
    ],
  });
  assert.match(html, /<td class="number">0\.25<\/td>/);
  assert.match(html, /<td>–<\/td>/);
});

test("calibration groups lie where prediction and report say", async () => {
  const { CalibrationChart: Chart } = await loadTsx<{ CalibrationChart: typeof CalibrationChart }>(
    "charts/calibration-chart.tsx",
  );
  const bins = [
    { predicted: 0.2, observed: 0.2, count: 10 },
    { predicted: 0.9, observed: 0.4, count: 40 },
  ];
  const html = renderRouted(Chart, { title: "C", fileName: "c", bins });
  const [low, high] = [...html.matchAll(/<circle[^>]*cx="([\d.]+)" cy="([\d.]+)"/g)];
  assert.ok(Number(low?.[1]) < Number(high?.[1]));
  assert.ok(Number(low?.[2]) > Number(high?.[2]));
});

test("small counts get whole ticks, each once, and every tick its own key", async () => {
  const { TimeChart: Chart } = await loadTsx<{ TimeChart: typeof TimeChart }>("charts/time-chart.tsx");
  const html = render(Chart, {
    title: "Degraded",
    fileName: "degraded",
    summary: "One degraded decision.",
    times: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
    series: [{ name: "degraded", values: [0, 1] }],
    kind: "line",
    isCount: true,
    unit: COUNT,
  });
  const labels = [...html.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label);
  assert.deepEqual(labels, ["0", "1"]);
});

const DAYS = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"];

test("a band is drawn and stands in the table; a loss lies below the line of zero", async () => {
  const { TimeChart: Chart } = await loadTsx<{ TimeChart: typeof TimeChart }>("charts/time-chart.tsx");
  const html = render(Chart, {
    title: "Saved",
    fileName: "saved",
    summary: "Saved.",
    lead: "Cost $2.00 more.",
    times: DAYS,
    series: [{ name: "saved", values: [0, -1, -2, -2], band: [null, null, [-3, -1], [-3, -1]] }],
    kind: "line",
    unit: COUNT,
  });
  assert.match(html, /class="series-band" d="M/);
  assert.match(html, />-2</);
  assert.match(html, /Cost \$2\.00 more/);
  assert.doesNotMatch(html, /NaN/);
});

test("what happened meanwhile is numbered in the picture and named below it; what lies close together is one mark", async () => {
  const { TimeChart: Chart } = await loadTsx<{ TimeChart: typeof TimeChart }>("charts/time-chart.tsx");
  const at = (time: string, name: string) => ({ at: time, name, href: `/preferences/${name}` });
  const html = renderRouted(Chart, {
    title: "Success",
    fileName: "success",
    summary: "Success.",
    times: DAYS,
    series: [{ name: "success", values: [1, 1, 1, 1] }],
    events: [
      at("2025-12-01T00:00:00Z", "before"),
      at("2026-01-02T00:00:00Z", "a"),
      at("2026-01-02T00:00:01Z", "b"),
      at("2026-01-04T00:00:00Z", "c"),
    ],
    kind: "line",
    unit: COUNT,
  });
  assert.equal(occurrences(html, "event-line"), 2);
  assert.match(html, />2–3</);
  assert.match(html, />4</);
  assert.equal(occurrences(html, "/preferences/"), 4);
});
