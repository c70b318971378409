// The product's part of the published page: means, both intervals, what was learned from, and its place on the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import type { FigureResult, MethodResult, SectionResult } from "../../protocols/index.ts";
import {
  endsOf,
  meanOverSources,
  SHOWN_ENDS,
  renderCustom,
  renderSection,
  replaceSection,
} from "./render-sections.ts";
import { valueAt } from "../../arrays/value-at.ts";

const figure = (value: number, half = 0.01): FigureResult => ({
  value,
  low: value - half,
  high: value + half,
});

function method(name: string, score: number, lead?: number): MethodResult {
  const scores = {
    scoreAll: figure(score),
    scoreFive: figure(score - 0.05),
  };
  return {
    name,
    title: `By ${name}`,
    isOurs: name === "signalbox",
    figures: scores,
    lead: lead === undefined ? {} : { scoreAll: figure(lead), scoreFive: figure(lead) },
  };
}

const section = (name: string, isLearned: boolean, ours: number): SectionResult => ({
  name,
  promptCount: 90,
  modelCount: 7,
  trainCount: 0,
  isLearned,
  facts: [],
  methods: [
    method("signalbox", ours),
    method("arena-elo", 0.8, ours - 0.8),
    method("random", 0.6, ours - 0.6),
  ],
});

const resultOf = (...sections: readonly SectionResult[]): EvaluationResult => ({
  formatVersion: 1,
  protocol: "served",
  title: "Picks",
  description: "What is done.",
  headline: "scoreAll",
  seeds: [1],
  resamples: 10,
  dataFingerprint: "0123456789abcdef0123",
  promptCount: 1,
  outcomeCount: 1,
  artefact: "made-1 (release split)",
  machine: "2 x chip",
  sections,
});

const NOW = resultOf(section("known", true, 0.9), section("new", false, 0.7), section("newer", false, 0.74));

test("the interval over sources follows how much they differ, the one over prompts how noisy each is", () => {
  const leadOf = ({ methods }: SectionResult): FigureResult | undefined => methods[1]?.lead["scoreAll"];
  const over = meanOverSources(NOW.sections, leadOf);
  assert.ok(over !== undefined);
  assert.ok(Math.abs(over.value - (0.1 - 0.1 - 0.06) / 3) < 1e-9);
  assert.ok(over.sources.low <= -0.08 && over.sources.high >= 0.04, JSON.stringify(over.sources));
  assert.ok(over.prompts.high - over.prompts.low < 0.015);
  const same = meanOverSources([valueAt(NOW.sections, 1), valueAt(NOW.sections, 1)], leadOf);
  assert.equal(same?.sources.low, same?.sources.high);
  assert.equal(
    meanOverSources(NOW.sections, () => undefined),
    undefined,
  );
});

test("a long list of sources is cut to those at both ends, a short one is kept", () => {
  const scoreOf = ({ methods }: SectionResult): number | undefined => methods[0]?.figures["scoreAll"]?.value;
  const many = Array.from({ length: 20 }, (_, at) => section(`s${at}`, false, at / 20));
  const shown = endsOf(many, scoreOf).map(({ name }) => name);
  assert.equal(shown.length, 2 * SHOWN_ENDS);
  assert.deepEqual(shown, ["s19", "s18", "s17", "s2", "s1", "s0"]);
  assert.equal(endsOf(many.slice(0, 6), scoreOf).length, 6);
});

test("the page shows all sources, those never learned from, and each source", () => {
  const part = renderSection(NOW, "2026-01-02").join("\n");
  assert.match(part, /Measured on 2026-01-02; 2 x chip; made-1 \(release split\)/);
  assert.match(part, /Mean over 3 sources:/);
  assert.match(part, /Mean over the 2 sources that the artefact never learned from:/);
  assert.match(part, /\| \*\*By signalbox\*\* \| 0\.780 \| 0\.730 \|/);
  assert.match(part, /\| known \| yes \| 90 \| 7 \| 0\.900 \| 0\.800 \| ahead, \+0\.100/);
});

test("one section is replaced and the others stay; a new one comes last in the part", () => {
  const page = "# Page\n\n### One\n\na\n\n### Two\n\nb\n\n<!-- /product -->\n\n## Rest\n";
  assert.throws(() => replaceSection("# Page\n", ["### One"]), { code: "bad_request" });
  const replaced = replaceSection(page, ["### One", "c"]);
  assert.ok(replaced.includes("### One\n\nc\n\n### Two\n\nb\n\n"));
  assert.ok(!replaced.includes("\na\n"));
  const last = replaceSection(replaced, ["### Two", "d"]);
  assert.match(last, /### Two\n\nd\n\n<!-- \/product -->\n\n## Rest/);
  assert.match(replaceSection(last, ["### Three", "e"]), /d\n\n### Three\n\ne\n\n<!-- \/product -->/);
});

test("the custom router is shown by number of rows, and by source after fifty", () => {
  const custom = (name: string, value: number): MethodResult => ({
    ...method(name, 0),
    isOurs: name === "custom-router",
    figures: {
      accuracy: figure(value),
      auc: figure(value),
      logLoss: figure(value),
      ...(name === "knn" ? {} : { aiq: figure(value + 0.1) }),
    },
    lead: name === "knn" ? { accuracy: figure(0.05) } : {},
  });
  const methods = [custom("custom-router", 0.7), custom("untrained", 0.6), custom("knn", 0.65)];
  const fifty = { ...section("talk", false, 0), name: "talk, 50 rows", trainCount: 50, methods };
  const more = { ...fifty, name: "talk, 200 rows", trainCount: 200 };
  const lines = renderCustom(resultOf(fifty, more));
  const text = lines.join("\n");
  assert.match(text, /\| 50 \| \*\*By custom-router\*\* \| 0\.700 \| 0\.800 \|/);
  assert.match(text, /Mean over 1 sources; AIQ over the 1 with recorded dollars:/);
  assert.match(text, /\| 200 \| By knn \| 0\.650 \| – \| 0\.650 \| 0\.650 \| \+0\.050 \|/);
  assert.match(text, /\| talk \| 7 \| 0\.600 \| – \| 0\.700 \|/);
});
