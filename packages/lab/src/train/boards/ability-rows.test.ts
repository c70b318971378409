// The contents of an artefact about abilities: rows of known models and newcomers, lines of boards, abilities of the tiers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, packedSize, splitmix32 } from "@signalbox/engine/numerics";
import { abilityTensors, fitAbilitySection, tierAbilities } from "./fit-abilities.ts";
import { type Observation, SKILLS } from "./board-score.ts";
import { buildAbilityRows, listBoardLines, NEWCOMER, type AbilityRow } from "./build-ability-rows.ts";
import { COORDINATES, packedAt, fitBoardFactors } from "./fit-board-factors.ts";
import { findPredecessor } from "./list-observations.ts";
import { floatAt } from "../../arrays/value-at.ts";

const nameAt = (at: number): string => `v/m-${at}`;

function observe(items: readonly string[], models: number, lift = 0, nameOf = nameAt): Observation[] {
  const random = splitmix32(3);
  return items.flatMap((item) =>
    Array.from({ length: models }, (_, at): Observation => ({
      model: nameOf(at),
      mode: "default",
      item,
      benchmark: item.split("|")[0] ?? item,
      skill: item.startsWith("humaneval") ? "code" : "general",
      family: item,
      value: lift + at / 4 + 0.1 * drawNormal(random),
      variance: 0.01,
      trust: 1,
    })),
  );
}

const BOARDS = observe(["gpqa|x|", "humaneval|x|", "arena_elo|arena|"], 8);
const IDS = Array.from({ length: 8 }, (_, at) => `v/m-${at}`);

const listed = (ids: readonly string[]) => ids.map((id) => ({ id, vendor: id.split("/")[0] ?? "" }));

test("the mean and the variance of a skill are those of the sum of its coordinates", () => {
  const factors = fitBoardFactors(BOARDS);
  const rows = buildAbilityRows(factors, BOARDS, listed(IDS));
  const code = SKILLS.indexOf("code");
  const parts = [0, 1, 1 + 8 + code - 1];
  rows.forEach(({ mean, packed }, at) => {
    const own = factors.mean.subarray(at * COORDINATES, (at + 1) * COORDINATES);
    const sum = parts.reduce((total, part) => total + (own[part] ?? 0), 0);
    assert.ok(Math.abs((mean[code] ?? 0) - sum) < 1e-12);
    const from = at * packedSize(COORDINATES);
    const variance = parts
      .flatMap((i) => parts.map((j) => factors.covariance[from + packedAt(i, j)] ?? 0))
      .reduce((total, each) => total + each, 0);
    assert.ok(Math.abs((packed[packedAt(code, code)] ?? 0) - variance) < 1e-12);
    assert.ok(variance > 0);
  });
});

test("models that the catalogue does not list get no row; boards and sources are counted apart", () => {
  const observations = [...BOARDS, ...observe(["outcomes:s"], 8)];
  const rows = buildAbilityRows(fitBoardFactors(observations), observations, listed(IDS.slice(0, 2)));
  assert.deepEqual(
    rows.map(({ model, boards, outcomes }) => [model, boards, outcomes]),
    [
      ["v/m-0", 3, 1],
      ["v/m-1", 3, 1],
    ],
  );
});

test("a newcomer stands a little above its predecessor and is doubted by as much in every skill", () => {
  const named = BOARDS.map((each) => (each.model === "v/m-7" ? { ...each, model: "v/line-2" } : each));
  const rows = buildAbilityRows(fitBoardFactors(named), named, listed(["v/line-2", "v/line-3", "v/other-3"]));
  const [known, heir] = rows;
  assert.deepEqual(
    rows.map(({ model, predecessor }) => [model, predecessor]),
    [
      ["v/line-2", undefined],
      ["v/line-3", "v/line-2"],
    ],
  );
  known?.mean.forEach((mean, at) =>
    assert.ok(Math.abs((heir?.mean[at] ?? 0) - mean - NEWCOMER.gain) < 1e-12),
  );
  known?.packed.forEach((each, at) =>
    assert.ok(Math.abs((heir?.packed[at] ?? 0) - each - NEWCOMER.sd ** 2) < 1e-12),
  );
});

test("an edition that one board knows is drawn to its sibling, one that many boards know is not", () => {
  const items = Array.from({ length: 12 }, (_, at) => `board-${at}|x|`);
  const at = (boards: number) => {
    const pro = observe(items.slice(0, boards), 1, -2, () => "v/m-7-pro");
    const all = [...observe(items, 8), ...pro];
    const rows = buildAbilityRows(fitBoardFactors(all), all, listed(["v/m-7", "v/m-7-pro"]));
    const [sibling, own] = ["v/m-7", "v/m-7-pro"].map((id) => rows.find(({ model }) => model === id));
    return floatAt(sibling!.mean, 0) - floatAt(own!.mean, 0);
  };
  assert.ok(at(12) > at(1) + 0.5, `${at(12)} ${at(1)}`);
});

test("boards of outcomes and of Elo are no line that a stated score is read by", () => {
  const observations = [...BOARDS, ...observe(["outcomes:s"], 8)];
  const lines = listBoardLines(fitBoardFactors(observations), observations);
  assert.deepEqual(
    lines.map(({ benchmark, skill }) => [benchmark, skill]),
    [
      ["gpqa", "general"],
      ["humaneval", "code"],
    ],
  );
  assert.ok(lines.every(({ slope, sd }) => slope > 0 && sd > 0));
});

test("of two boards of one benchmark the one with more models gives the line", () => {
  const small = observe(["gpqa|small|"], 6, 5);
  for (const observations of [
    [...small, ...BOARDS],
    [...BOARDS, ...small],
  ]) {
    const line = listBoardLines(fitBoardFactors(observations), observations).find(
      ({ benchmark }) => benchmark === "gpqa",
    );
    assert.ok((line?.offset ?? 9) < 3, `${line?.offset}`);
  }
});

test("the tensors hold one row a model in order, in the width of a packed triangle", () => {
  const { rows, section } = fitAbilitySection(BOARDS);
  const [mean, covariance] = abilityTensors(rows);
  assert.deepEqual(mean?.shape, [rows.length, SKILLS.length]);
  assert.deepEqual(covariance?.shape, [rows.length, packedSize(SKILLS.length)]);
  assert.equal(mean?.data.length, rows.length * SKILLS.length);
  assert.deepEqual(section.skills, SKILLS);
  assert.equal(section.rows.length, rows.length);
});

const rowOf = (model: string, mode: AbilityRow["mode"], general: number): AbilityRow => ({
  model,
  mode,
  boards: 1,
  outcomes: 0,
  mean: Float64Array.of(general),
  packed: Float64Array.of(1),
});

test("a tier is the mean of its known exemplars, or the usual one, and never below an easier tier", () => {
  assert.deepEqual(tierAbilities([]), [-0.8, 0.15, 0.6, 1.6, 1.9]);
  const two = [rowOf("qwen/qwen3-8b", "none", -1), rowOf("qwen/qwen3-4b", "none", -2)];
  assert.equal(tierAbilities(two)[0], -1.5);
  assert.equal(tierAbilities([rowOf("qwen/qwen3-8b", "high", -5)])[0], -0.8, "another mode is no exemplar");
  const weak = tierAbilities([rowOf("openai/gpt-4o", "default", -3)]);
  assert.deepEqual(weak, [-0.8, 0.15, 0.15, 1.6, 1.9]);
});

test("of several earlier models the latest precedes, compared number by number and not as text", () => {
  const known = ["v/m-2", "v/m-9.1", "v/m-9.10", "v/m-9.11"].map((id) => ({ id }));
  assert.equal(findPredecessor({ id: "v/m-9.10.5" }, known), "v/m-9.10");
  assert.equal(findPredecessor({ id: "v/m-1" }, known), undefined);
  assert.equal(findPredecessor({ id: "v/m-9.10" }, known), "v/m-9.1", "a model does not precede itself");
});

test("a line of its own is hardly less able than what its vendor had before at its price, and more doubtful than an heir", () => {
  const factors = fitBoardFactors(BOARDS);
  const [cheap = "", able = ""] = [...buildAbilityRows(factors, BOARDS, listed(IDS))]
    .toSorted((a, b) => floatAt(a.mean, 0) - floatAt(b.mean, 0))
    .map(({ model }) => model)
    .filter((_, at, all) => at === 0 || at === all.length - 1);
  const priced = (id: string, releasedOn: string, usd: number) => ({
    id,
    vendor: "v",
    releasedOn,
    prices: { inputUsdPerMTok: usd, outputUsdPerMTok: usd, source: "test" },
  });
  const rowsWith = (usd: number, releasedOn: string) =>
    buildAbilityRows(factors, BOARDS, [
      priced(cheap, "2025-01-01", 1),
      priced(able, "2025-06-01", 9),
      priced("v/astra", releasedOn, usd),
    ]);
  const heirOf = (usd: number, releasedOn = "2026-01-01") =>
    rowsWith(usd, releasedOn).find(({ model }) => model === "v/astra");
  assert.equal(heirOf(10)?.predecessor, able);
  assert.equal(heirOf(2)?.predecessor, cheap);
  assert.equal(heirOf(0.5), undefined);
  assert.equal(heirOf(10, "2024-01-01"), undefined);
  const own = rowsWith(10, "2026-01-01").find(({ model }) => model === able);
  const gap = floatAt(own!.mean, 0) - floatAt(heirOf(10)!.mean, 0);
  assert.ok(gap > 0 && gap < 0.3, `${gap}`);
  assert.ok(floatAt(heirOf(10)!.packed, 0) > floatAt(own!.packed, 0) + NEWCOMER.sd ** 2);
});
