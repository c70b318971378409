// The two sections of the product's part that are not about scores: everyday tasks, and predicted against observed success.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import type { MethodResult, SectionResult } from "../../protocols/index.ts";
import { markdownTable, renderJudged, renderCalibration, renderTasks } from "./render-sections.ts";

type Values = Readonly<Record<string, number>>;

const method = (name: string, values: Values): MethodResult => ({
  name,
  title: `By ${name}`,
  isOurs: name.startsWith("signalbox"),
  figures: Object.fromEntries(
    Object.entries(values).map(([figure, value]) => [figure, { value, low: value - 0.1, high: value + 0.1 }]),
  ),
  lead: {},
});

function section(name: string, methods: readonly MethodResult[], isLearned?: boolean): SectionResult {
  return {
    name,
    promptCount: 40,
    modelCount: 5,
    trainCount: 0,
    ...(isLearned !== undefined && { isLearned }),
    facts: [],
    methods: [...methods],
  };
}

const resultOf = (sections: readonly SectionResult[]): EvaluationResult => ({
  formatVersion: 1,
  protocol: "tasks",
  title: "Made",
  description: "How it was done.",
  headline: "withinTier",
  seeds: [1],
  resamples: 10,
  dataFingerprint: "0123456789abcdef0123",
  promptCount: 40,
  outcomeCount: 40,
  artefact: "made-1",
  machine: "2 x chip",
  sections: [...sections],
});

const linesOf = (parts: readonly string[]): readonly string[] => parts.join("\n").split("\n");
/** The row of a table that begins with this cell. */
const rowOf = (lines: readonly string[], first: string): readonly string[] =>
  (lines.find((line) => line.startsWith(`| ${first} |`)) ?? "").split("|").map((cell) => cell.trim());

const PICKS = { withinTier: 0.8, tooWeak: 0.15, tooStrong: 0.05 };
const tasks = (name: string, read: Values = {}): SectionResult =>
  section(name, [
    method("signalbox-cost", { ...PICKS, ...read }),
    method("signalbox-quality", { ...PICKS, withinTier: 0.5, samePick: 0.7 }),
    method("cheapest", { ...PICKS, withinTier: 0.3 }),
  ]);

test("a table has as many cells in its rule as in its head, and keeps the order of its rows", () => {
  assert.equal(
    markdownTable(
      ["a", "b"],
      [
        ["1", "2"],
        ["3", ""],
      ],
    ),
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |",
  );
  assert.equal(markdownTable(["only"], []), "| only |\n| --- |");
});

test("picks are shares with their interval, ours in bold", () => {
  const now = resultOf([tasks("all requests")]);
  const alone = linesOf(renderTasks(now));
  assert.deepEqual(rowOf(alone, "**By signalbox-cost**").slice(2, 5), [
    "80.0 % (70.0 % … 90.0 %)",
    "15.0 %",
    "5.0 %",
  ]);
  assert.equal(rowOf(alone, "By cheapest").length, 8);
});

test("what was read is beside the picks, and parts follow the whole", () => {
  const read = {
    operationRight: 0.6,
    fieldRight: 0.5,
    tierRight: 0.4,
  };
  const lines = linesOf(
    renderTasks(resultOf([tasks("all", read), tasks("class 3", read), tasks("language ko", read)])),
  );
  assert.equal(rowOf(lines, "language ko").length, 1, "languages are in the JSON alone");
  assert.deepEqual(rowOf(lines, "class 3").slice(6, 9), ["60.0 %", "50.0 %", "40.0 %"]);
  assert.ok(
    lines.findIndex((line) => line.startsWith("| all |")) <
      lines.findIndex((line) => line.startsWith("| class 3 |")),
  );
});

test("rewordings have a table of their own, under cost and under quality, and are no part of the others", () => {
  const terse = section("rewordings, terse", []);
  const reworded = section("rewordings", [
    method("signalbox-cost", { samePick: 0.9, sameOperation: 0.8, leavesFavourite: 0.2 }),
    method("signalbox-quality", { samePick: 0.7, sameOperation: 0.8, leavesFavourite: 0.1 }),
  ]);
  const lines = linesOf(renderTasks(resultOf([tasks("all"), reworded, terse])));
  assert.deepEqual(rowOf(lines, "rewordings").slice(2, 9), [
    "40",
    "90.0 %",
    "80.0 %",
    "20.0 %",
    "70.0 %",
    "80.0 %",
    "10.0 %",
  ]);
  assert.equal(lines.filter((line) => line.startsWith("| rewordings")).length, 1);
  assert.deepEqual(renderTasks(resultOf([])), []);
});

const calibrated = (name: string, ece: number, isLearned?: boolean): SectionResult =>
  section(
    name,
    [
      method("signalbox", { ece, predictedMean: 0.8, observedMean: 0.6, aucWithin: 0.55 }),
      method("base-rate", { ece: 0.2 }),
    ],
    isLearned,
  );

test("the mean error is over sources alone: origins repeat their answers", () => {
  const result = resultOf([
    calibrated("one", 0.1, true),
    calibrated("two", 0.3, false),
    calibrated("ability from prior", 0.9),
    calibrated("language ja", 0.9),
  ]);
  const lines = linesOf(renderCalibration(result));
  assert.ok(
    lines.includes(
      "2 sources: mean ECE 0.200, base rate of the others 0.200. Never learned from: 1 sources: mean ECE 0.300, base rate of the others 0.200. The 3 sources with the highest ECE and those with the lowest:",
    ),
    lines.join("\n"),
  );
  assert.deepEqual(rowOf(lines, "one").slice(2, 9), [
    "yes",
    "40",
    "0.800",
    "0.600",
    "0.550",
    "0.100 (0.000 … 0.200)",
    "0.200",
  ]);
  assert.equal(rowOf(lines, "ability from prior")[2], "");
  assert.equal(rowOf(lines, "language ja").length, 1, "languages are in the JSON alone");
});

test("without a source that was kept back the page says none", () => {
  const result = resultOf([calibrated("one", 0.1, true)]);
  assert.match(renderCalibration(result).join("\n"), /Never learned from: none\./);
});

test("a hand-made set shows its picks under every objective, and what was read once; a set without picks only the latter", () => {
  const chances = section("ends", [method("signalbox-cost", { chanceRight: 0.25 })]);
  const result = resultOf([tasks("wrapped", { fieldRight: 0.6 }), chances]);
  const lines = linesOf(renderJudged(result));
  assert.equal(rowOf(lines, "wrapped")[3], "80.0 % / 15.0 % / 5.0 %");
  const rows = lines.filter((line) => line.startsWith("| ends |"));
  assert.equal(rows.length, 1);
  assert.match(rows[0] ?? "", /25\.0 %/);
  assert.ok(lines.some((line) => line.startsWith("| set | Field")));
});
