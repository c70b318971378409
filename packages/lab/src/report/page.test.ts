// A report as a reader gets it: every figure in the tables, every mark in the charts, nothing of the data as markup.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { EvaluationResult } from "../protocols/evaluate.ts";
import type { FigureResult, MethodResult, SectionResult } from "../protocols/index.ts";
import { renderCurveChart, renderLeadChart, renderReliabilityChart, chooseSeries } from "./charts.ts";
import { escapeHtml, formatCount, formatFigure, formatSigned, formatUsd } from "./format.ts";
import { listLosses } from "./list-losses.ts";
import {
  listFigureNames,
  meanLead,
  summariseOverall,
  renderOverallTable,
  renderSectionTable,
  describeLead,
  judgeLead,
} from "./tables.ts";
import { renderBenchmarks } from "./render-benchmarks.ts";
import { renderReport } from "./render-report.ts";

const figure = (value: number, half = 0.02): FigureResult => ({
  value,
  low: value - half,
  high: value + half,
});

interface Made {
  readonly auc: number;
  readonly lead?: FigureResult;
  readonly accuracy?: number;
  readonly ece?: number;
}

function method(name: string, { auc, lead, accuracy = 0.7, ece = 0.01 }: Made): MethodResult {
  return {
    name,
    title: `Method ${name}`,
    isOurs: name === "signalbox",
    parameters: name === "knn" ? { neighbours: 40 } : {},
    figures: { auc: figure(auc), accuracy: figure(accuracy), ece: figure(ece, 0.005) },
    lead: lead === undefined ? {} : { auc: lead },
    curve: [
      { costUsd: 0.001, quality: 0.5 },
      { costUsd: 0.01, quality: auc },
    ],
    reliability: [
      { predicted: 0.2, observed: 0.25, weight: 10 },
      { predicted: 0.8, observed: 0.7, weight: 30 },
    ],
  };
}

function section(name: string, methods: readonly MethodResult[]): SectionResult {
  return {
    name,
    promptCount: 1_234,
    modelCount: 2,
    trainCount: 5_678,
    facts: ["best single model: big"],
    points: [
      { name: "vendor/big", costUsd: 0.02, quality: 0.8 },
      { name: "vendor/small", costUsd: 0.0005, quality: 0.55 },
    ],
    methods,
  };
}

function result(sections: readonly SectionResult[]): EvaluationResult {
  return {
    formatVersion: 1,
    protocol: "prediction",
    title: "Prediction of success",
    description: "What is judged.",
    headline: "auc",
    seeds: [42, 999],
    resamples: 200,
    dataFingerprint: `${"a".repeat(64)}+${"b".repeat(64)}`,
    promptCount: 12_345,
    outcomeCount: 67_890,
    overlapCount: 3,
    features: "words",
    artefacts: ["static-irt-4 (benchmark split)"],
    machine: "two cores",
    sections,
  };
}

const METHODS = [
  method("random", { auc: 0.5, lead: figure(0.3) }),
  method("best-single", { auc: 0.6, lead: figure(0.2), accuracy: 0.75 }),
  method("knn", { auc: 0.79, lead: figure(0.01) }),
  method("mirt", { auc: 0.82, lead: figure(-0.03, 0.01) }),
  method("signalbox", { auc: 0.8, ece: 0.05 }),
];
const RESULT = result([section("one", METHODS), section("two", METHODS)]);
const occurrences = (text: string, part: string): number => text.split(part).length - 1;

test("the page says what was run, on how much data, and what was left out of training", () => {
  const page = renderReport(RESULT);
  assert.match(page, /12,345 prompts, 67,890 outcomes/);
  assert.match(page, /a{16} \+ b{16}/);
  assert.match(page, /42, 999/);
  assert.match(page, /200 paired resamples/);
  assert.match(page, /3 prompts that equal or nearly equal a judged one/);
  assert.match(page, /5,678 prompts to learn from · 1,234 judged · 2 models · best single model: big/);
  assert.match(page, /Method knn: neighbours 40/);
  assert.equal(occurrences(page, "<section>"), 2);
  assert.doesNotMatch(page, /NaN|undefined|Infinity|<script|https?:/);
});

test("a run of one section has no table over all, and one without losses says so", () => {
  const ahead = [method("knn", { auc: 0.6, lead: figure(0.2) }), method("signalbox", { auc: 0.8 })];
  const page = renderReport(result([section("one", ahead)]));
  assert.doesNotMatch(page, /Over all sections/);
  assert.match(page, /Nowhere in this run/);
  assert.match(renderReport(RESULT), /Over all sections/);
});

test("losses are reported section by section: better rivals, ties, plain policies, order and calibration", () => {
  const weak = [
    method("best-single", { auc: 0.6, lead: figure(0.1), accuracy: 0.9 }),
    method("mirt", { auc: 0.7, lead: figure(-0.1) }),
    method("knn", { auc: 0.6, lead: figure(0) }),
    method("signalbox", { auc: 0.6, ece: 0.08 }),
  ];
  const lines = listLosses(result([section("weak", weak)]));
  const text = lines.join("\n");
  assert.match(text, /weak: Method mirt is better on AUC \(difference −0\.100\)/);
  assert.match(text, /no difference can be shown from Method knn: the 1234 judged prompts/);
  assert.match(
    text,
    /always calling the best single model is as accurate \(90\.0 %\) as routing \(70\.0 %\)/,
  );
  assert.match(text, /AUC 0\.600 .* can hardly be predicted/);
  assert.match(text, /off by 8\.0 % on average|off by 0\.080 on average/);
});

test("a section's table marks the best figure of each column and our row, and gives leads with intervals", () => {
  const table = renderSectionTable(section("one", METHODS));
  assert.equal(occurrences(table, '<tr class="ours">'), 1);
  assert.match(table, /<td class="best">0\.820/);
  assert.match(table, /<b class="behind">behind<\/b> −0\.030/);
  assert.match(table, /<b class="tie">tie<\/b>/);
  assert.equal(occurrences(table, "<tr"), METHODS.length + 1);
});

test("the table over all sections shows plain means", () => {
  const other = METHODS.map((one) => ({ ...one, figures: { ...one.figures, auc: figure(0.4) } }));
  const table = renderOverallTable(result([section("one", METHODS), section("two", other)]));
  assert.match(table, /0\.600/);
  assert.deepEqual(listFigureNames(RESULT), ["auc", "accuracy", "ece"]);
});

test("one lead keeps its interval, several are averaged with the root of their summed variances, unknown ones left out", () => {
  assert.deepEqual(meanLead([figure(0.1, 0.05)]), figure(0.1, 0.05));
  const unknown = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  assert.deepEqual(meanLead([figure(0.1, 0.05), unknown]), figure(0.1, 0.05));
  const mean = meanLead([figure(0.1, 0.06), figure(0.3, 0.08)]);
  assert.ok(Math.abs(mean.value - 0.2) < 1e-12);
  assert.ok(Math.abs(mean.high - mean.value - 0.05) < 1e-12);
  assert.equal(summariseOverall(RESULT).length, METHODS.length);
});

test("verdicts follow the interval and the direction of the figure", () => {
  assert.equal(judgeLead(figure(0.05), "auc"), "ahead");
  assert.equal(judgeLead(figure(0.05), "brier"), "behind");
  assert.equal(judgeLead({ value: 0, low: 0, high: 0 }, "auc"), "tie");
  assert.equal(judgeLead({ value: 1, low: Number.NaN, high: 2 }, "auc"), "unknown");
  assert.equal(describeLead(figure(0.05), "auc"), "ahead, +0.050 (+0.030 … +0.070)");
  assert.equal(describeLead(undefined, "auc"), "");
});

test("charts draw ours and at most four rivals, nearest first, and never the coin", () => {
  const many = [...METHODS, ...[1, 2, 3].map((i) => method(`more-${i}`, { auc: 0.7 + i / 100 }))];
  const series = chooseSeries(section("one", many), "auc", () => true);
  assert.deepEqual(
    series.map((one) => one.method.name),
    ["signalbox", "mirt", "knn", "more-3", "more-2"],
  );
  assert.equal(series[0]?.colour, "ours");
  assert.deepEqual(
    chooseSeries(section("one", many), "auc", () => false),
    [],
  );
});

test("the curve chart draws a line a series, a dot a model, and keeps its marks inside the frame", () => {
  const html = renderCurveChart(section("one", METHODS), "auc");
  assert.equal(occurrences(html, 'class="curve'), 4);
  assert.equal(
    occurrences(html, '<circle class="model"'),
    1,
    "a model far below the curves is left to the table",
  );
  assert.match(html, />big</);
  const places = [...html.matchAll(/cx="([-\d.]+)" cy="([-\d.]+)"/g)];
  assert.ok(
    places.every(([, x, y]) => Number(x) >= 58 && Number(x) <= 622 && Number(y) >= 16 && Number(y) <= 334),
  );
  assert.doesNotMatch(html, /NaN/);
  assert.equal(renderCurveChart(section("none", []), "auc"), "");
});

test("without costs the curve runs over the share of strong calls", () => {
  const html = renderCurveChart({ ...section("one", METHODS), points: [] }, "auc");
  assert.match(html, /share of calls to the strong model/);
  assert.match(html, />0 %</);
  assert.match(html, />100 %</);
});

test("the reliability chart has the diagonal and a dot a group, the larger the more outcomes", () => {
  const html = renderReliabilityChart(section("one", METHODS));
  assert.equal(occurrences(html, 'class="diagonal"'), 1);
  const radii = [...html.matchAll(/class="bin ours"[^>]* r="([\d.]+)"/g)].map(([, r]) => Number(r));
  assert.equal(radii.length, 2);
  assert.ok(Number(radii[0]) < Number(radii[1]));
});

test("the lead chart has a row a rival with its verdict, and none when nothing is compared", () => {
  const html = renderLeadChart(RESULT);
  assert.equal(occurrences(html, '<circle class="dot'), METHODS.length - 1);
  assert.match(html, /dot behind/);
  assert.equal(renderLeadChart(result([section("one", [method("signalbox", { auc: 0.8 })])])), "");
});

test("the published page is Markdown with our row in bold and the command that made it", () => {
  const page = renderBenchmarks({ results: [RESULT], command: "make the page", more: ["## More\n\nOf it."] });
  assert.match(page, /Command: `make the page`/);
  assert.match(page, /\| \*\*Method signalbox\*\* \|/);
  assert.match(page, /\| Method knn \|/);
  assert.match(page, /## More/);
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  assert.ok(rows.every((line) => line.endsWith(" |")));
});

test("text of the data is never markup", () => {
  const evil = '<img src=x onerror="alert(1)">&';
  const page = renderReport(result([{ ...section(evil, METHODS), facts: [evil] }]));
  assert.doesNotMatch(page, /<img/);
  fc.assert(fc.property(fc.string(), (text) => assert.doesNotMatch(escapeHtml(text), /[<>"']/)));
});

test("figures are written for a reader: signs, shares, dollars, thousands", () => {
  assert.equal(formatSigned(0.1234, "share"), "+12.3 %");
  assert.equal(formatSigned(0, "number"), "0.000");
  assert.equal(formatFigure(null, "number"), "–");
  assert.equal(formatUsd(0), "$0");
  assert.equal(formatUsd(1.5), "$1.500");
  assert.equal(formatCount(1_234_567), "1,234,567");
});
