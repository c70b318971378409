// The product on made sources: who would be picked by whom, on which candidates, and at whose dollars.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { splitmix32 } from "@signalbox/engine/numerics";
import { SHIPPED_ARTEFACT_DIR, createCatalog } from "@signalbox/catalog";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import { openArtefactView } from "../../artefact-view.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { callModel, modeInName } from "../../data/csv-rows.ts";
import { drawSets, sampleSource, type ServedSource } from "./served-source.ts";
import {
  readLeaderboards,
  SERVED,
  judgePicks,
  ORACLE_WAY,
  RANDOM_WAY,
  standingWay,
  listPriceOf,
  standInHindsight,
} from "./served-protocol.ts";
import { floatAt } from "../../arrays/value-at.ts";

const catalog = createCatalog({ asOf: new Date("2026-09-01T00:00:00Z") });
const MODELS = [
  "gpt-4o-2024-08-06",
  "gpt-4o-mini",
  "llama-3.1-8b-instruct",
  "Llama-2-7b-hf",
  "house-model-x",
];
const named = (name: string) => ({
  source: "made",
  name,
  canonical: name.toLowerCase(),
  vendor: "",
  kind: "",
});
const calledOf = (name: string) => {
  const called = callModel(named(name), catalog);
  assert.ok(called !== undefined, name);
  return called;
};

test("models are called by the spelling that the catalogue reads, base models not at all", () => {
  assert.equal(callModel(named("Llama-2-7b-hf"), catalog), undefined);
  assert.equal(calledOf("gpt-4o-2024-08-06").facts?.id, "openai/gpt-4o");
  assert.equal(calledOf("llama33_70b").facts?.id, "meta/llama-3.3-70b-instruct");
  const stranger = calledOf("house-model-x");
  assert.deepEqual([stranger.spelling, stranger.facts], ["house-model-x", undefined]);
  assert.deepEqual(
    ["gpt-5-high", "qwen3-235b (Thinking)", "claude-4:thinking", "o3", "highland"].map(modeInName),
    ["high", "thinking", "thinking", undefined, undefined],
  );
});

/** The better model scores 1 on the even prompts and always costs ten times as much. */
function madeSource(count: number) {
  return makeDataset({
    sources: [
      {
        name: "made",
        models: MODELS,
        prompts: Array.from({ length: count }, (_, i) => ({
          text: `Question ${i} about the river`,
          split: i % 4 === 0 ? "train" : i % 4 === 1 ? "dropped" : "test",
          label: i === 2 ? "test_contaminated" : "",
          scores: [1, i % 2, 0, 1, i < count / 2 ? null : 0.5],
          costs: [0.01, 0.001, 0.001, 0.5, 0.002],
        })),
      },
    ],
    hasSplits: true,
  });
}

const sample = (learnedSplit?: "release", promptsMax = 100): ServedSource => {
  const request = { dataset: madeSource(40), catalog, source: "made", learnedSplit, promptsMax, seed: 1 };
  const source = sampleSource(request);
  assert.ok(source !== undefined);
  return source;
};

test("dropped and leaked prompts are never judged, learned ones not where the artefact learned from them", () => {
  assert.equal(sample().texts.length, 29);
  assert.equal(sample("release").texts.length, 19);
  assert.equal(sample(undefined, 7).texts.length, 7);
  const texts = new Set(sample("release").texts);
  for (const i of [0, 1, 2, 4, 5]) assert.ok(!texts.has(`Question ${i} about the river`), `prompt ${i}`);
});

test("columns hold the scores of the models that can be called, and models with few scores are left out", () => {
  const source = sample();
  assert.deepEqual(
    source.models.map(({ name }) => name),
    ["gpt-4o-2024-08-06", "gpt-4o-mini", "llama-3.1-8b-instruct", "house-model-x"],
  );
  const few = makeDataset({
    sources: [
      {
        name: "made",
        models: ["gpt-4o", "gpt-4o-mini", "o1"],
        prompts: Array.from({ length: 10 }, (_, i) => ({ text: `${i}`, scores: [1, 0, i < 4 ? 1 : null] })),
      },
    ],
  });
  const request = { dataset: few, catalog, source: "made", learnedSplit: undefined, promptsMax: 10, seed: 1 };
  assert.deepEqual(
    sampleSource(request)?.models.map(({ name }) => name),
    ["gpt-4o", "gpt-4o-mini"],
  );
});

test("hindsight is not fooled by a model that answered only the easy prompts", () => {
  const scores = Float32Array.of(0.9, 0.8, 0.95, 0.9, 0.2, Number.NaN, 0.1, Number.NaN);
  const models = ["gpt-4o-mini", "gpt-4o"].map(calledOf);
  const easyOnly = standInHindsight({
    name: "made",
    texts: ["e1", "e2", "h1", "h2"],
    models,
    scores,
    usd: new Float64Array(8).fill(Number.NaN),
  });
  assert.ok(floatAt(easyOnly, 0) > floatAt(easyOnly, 1), "b's plain mean is .85 against .54");
});

test("sets have the size asked for, hold only known models, and no model twice", () => {
  const known = Int32Array.of(0, 2, 3, 5, 6, 9);
  const sets = drawSets(known, 50, splitmix32(3));
  assert.deepEqual(sets.scoreAll, [known]);
  assert.equal(sets.scoreFive.length, 50);
  for (const set of sets.scoreFive) {
    assert.equal(new Set(set).size, 5);
    assert.ok(set.every((column) => known.includes(column)));
  }
  assert.deepEqual(drawSets(Int32Array.of(4, 1), 50, splitmix32(3)).scoreFive, [Int32Array.of(4, 1)]);
});

test("a fixed ranking picks its highest, shares a tie, and puts models without a standing last", () => {
  const source = sample();
  const at = source.texts.findIndex((text) => Number(/\d+/.exec(text)?.[0]) === 3);
  const view = { row: at, source, outlook: undefined as never };
  const all = Int32Array.of(0, 1, 2);
  const get = (...standing: number[]) => standingWay("w", "w", Float64Array.from(standing)).get(view, all);
  assert.deepEqual(get(1, 2, 3), { score: 0, usd: 0.001 });
  assert.deepEqual(get(Number.NaN, 2, 1), { score: 1, usd: 0.001 });
  assert.equal(get(5, 1, 5).score, 0.5);
  assert.equal(get(Number.NaN, Number.NaN, Number.NaN).score, RANDOM_WAY.get(view, all).score);
  assert.deepEqual(ORACLE_WAY.get(view, all), { score: 1, usd: 0.001 }, "the cheaper of two right answers");
});

test("a source without dollars is judged by scores alone", () => {
  const source = sample();
  const silent = { ...source, usd: source.usd.map(() => Number.NaN) };
  const row = { way: RANDOM_WAY, scores: { scoreAll: source.usd, scoreFive: source.usd }, usd: source.usd };
  assert.deepEqual(Object.keys(judgePicks(silent, row).figures), ["scoreAll", "scoreFive"]);
  assert.deepEqual(Object.keys(judgePicks(source, row).figures), ["scoreAll", "scoreFive", "usdAll"]);
});

async function folder(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-served-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(dir, name), name.endsWith(".gz") ? gzipSync(text) : text);
  return dir;
}

const SCORES = [
  "model,benchmark,score,elo,setting,date",
  "openai/gpt-4o,aa_intelligence_index,0.3,,,2026-07-10",
  "openai/gpt-5,aa_intelligence_index,0.6,,high,2026-07-10",
  "openai/gpt-5,aa_intelligence_index,0.4,,minimal,2026-07-10",
  "openai/gpt-5,aa_intelligence_index,55,,,2026-08-09",
  "openai/gpt-4o,arena_elo_style_control,,1300,,2025-12",
  "openai/gpt-5,arena_elo_style_control,,1400,,2025-12",
  "openai/gpt-4o,arena_elo_style_control,,1350,votes=9,2026-04-19",
  "openai/gpt-4o-mini,arena_elo_style_control,,1250,votes=9,2026-04-19",
].join("\n");

test("boards: the stated mode's line, else the best; lists of other dates are moved to the first one's scale", async (t) => {
  const dir = await folder(t, { "public_scores.csv.gz": SCORES });
  const read = await readLeaderboards(dir, catalog);
  assert.ok(read !== undefined);
  assert.equal(read("intelligence-index", calledOf("gpt-5")), 0.6);
  assert.equal(read("intelligence-index", { ...calledOf("gpt-5"), mode: "minimal" }), 0.4);
  assert.equal(read("arena-elo", calledOf("gpt-4o")), 1300);
  assert.equal(read("arena-elo", calledOf("gpt-4o-mini")), 1200);
  assert.ok(Number.isNaN(read("arena-elo", calledOf("house-model-x"))));
  assert.equal(await readLeaderboards(await folder(t, {}), catalog), undefined);
});

test("the protocol judges the shipped product beside prices and boards, each way on the same candidates", async (t) => {
  const dataDir = await folder(t, { "public_scores.csv.gz": SCORES });
  const context: ProtocolContext = {
    dataset: madeSource(40),
    dataDir,
    view: await openArtefactView(SHIPPED_ARTEFACT_DIR),
    seeds: [1],
    resamples: 20,
    promptsPerSource: 20,
    onProgress: () => undefined,
  };
  const [section, ...others] = await SERVED.run(context);
  assert.ok(section !== undefined && others.length === 0);
  assert.deepEqual([section.promptCount, section.modelCount, section.isLearned], [20, 4, false]);
  const value = (name: string, figure: string): number =>
    section.methods.find((method) => method.name === name)?.figures[figure]?.value ?? Number.NaN;
  assert.equal(value("best-single", "scoreAll"), 1);
  assert.equal(value("oracle", "scoreAll"), 1);
  assert.ok(Math.abs(value("arena-elo", "scoreAll") - 1) < 1e-9, "gpt-4o leads the board of those at hand");
  assert.ok(value("cheapest", "scoreAll") < 0.6);
  for (const { name, figures } of section.methods)
    for (const set of ["scoreAll", "scoreFive"])
      assert.ok((figures[set]?.value ?? 9) <= value("oracle", set) + 1e-9, `${name} ${set}`);
  assert.deepEqual((await SERVED.run(context))[0], section, "the same run gives the same figures");
  assert.equal(listPriceOf(calledOf("house-model-x")), Number.NaN);
});
