// The fit finds abilities that were planted, and what it says of those that nothing or little is known of.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, splitmix32, packedSize } from "@signalbox/engine/numerics";
import { type Mode, type Observation, type Skill, MODES, SKILLS } from "./board-score.ts";
import { buildAbilityRows, type AbilityRow } from "./build-ability-rows.ts";
import { findPredecessor, withoutSource } from "./list-observations.ts";
import {
  fitBoardFactors,
  buildTable,
  COORDINATES,
  coordinatesOf,
  packedAt,
  SKILL_START,
  type FactorTable,
  canPlaceModels,
  regressItems,
} from "./fit-board-factors.ts";
import { modeOfSetting } from "./outcome-observations.ts";
import { floatAt, valueAt } from "../../arrays/value-at.ts";
import fc from "fast-check";

const SKILL_BOARDS: readonly Skill[] = ["general", "knowledge", "code", "chat", "stem"];

interface Planted {
  readonly ability: number;
  readonly code?: number;
  readonly modes?: Partial<Record<Mode, number>>;
}

const listed = (ids: readonly string[]) => ids.map((id) => ({ id, vendor: id.split("/")[0] ?? "" }));

function observe(models: Readonly<Record<string, Planted>>, boardCount = 20): Observation[] {
  const random = splitmix32(7);
  const normal = () => drawNormal(random);
  return Array.from({ length: boardCount }, (_, board) => {
    const skill = valueAt(SKILL_BOARDS, board % SKILL_BOARDS.length);
    const [offset, slope] = [normal(), 0.7 + 0.4 * random()];
    return Object.entries(models).flatMap(([model, { ability, code = 0, modes = { default: 0 } }]) =>
      Object.entries(modes).map(([mode, shift]): Observation => ({
        model,
        mode: mode as Mode,
        item: `board-${board}`,
        benchmark: `board-${board}`,
        skill,
        family: `board-${board}`,
        value: offset + slope * (ability + shift + (skill === "code" ? code : 0)) + 0.15 * normal(),
        variance: 0,
        trust: 1,
      })),
    );
  }).flat();
}

const CROWD = Object.fromEntries(
  Array.from({ length: 40 }, (_, index): [string, Planted] => [`v/m-${index}`, { ability: -2 + index / 10 }]),
);

function fitRows(observations: readonly Observation[], ids: readonly string[]): readonly AbilityRow[] {
  return buildAbilityRows(fitBoardFactors(observations), observations, listed(ids));
}

function find(rows: readonly AbilityRow[], model: string, mode: Mode = "default"): AbilityRow {
  const row = rows.find((each) => each.model === model && each.mode === mode);
  assert.ok(row !== undefined, `${model} in mode ${mode} has no row`);
  return row;
}

test("planted abilities come back in their order, on one scale", () => {
  const rows = fitRows(observe(CROWD), Object.keys(CROWD));
  const means = Object.keys(CROWD).map((model) => find(rows, model).mean[0]!);
  const inversions = means.filter((mean, index) => index > 2 && mean < valueAt(means, index - 3)).length;
  assert.ok(inversions <= 1, `${inversions} models lie behind one that was planted .3 below them`);
});

test("a model that is better at code alone departs in code, and less than it was seen to", () => {
  const models = { ...CROWD, "v/coder": { ability: 0, code: 1 } };
  const { mean } = find(fitRows(observe(models, 30), Object.keys(models)), "v/coder");
  const departure = floatAt(mean, 3) - floatAt(mean, 0);
  assert.ok(departure > 0.1 && departure < 1, `code departs by ${departure.toFixed(2)}`);
});

test("an effort that helps everywhere is learned, and its row lies above the other", () => {
  const hybrids = Object.fromEntries(
    Array.from({ length: 10 }, (_, index): [string, Planted] => [
      `v/h-${index}`,
      { ability: index / 10, modes: { none: -0.5, high: 0.4 } },
    ]),
  );
  const rows = fitRows(observe({ ...CROWD, ...hybrids }), Object.keys(hybrids));
  for (const model of Object.keys(hybrids))
    assert.ok(find(rows, model, "high").mean[0]! > find(rows, model, "none").mean[0]! + 0.3, model);
});

test("boards on which more thought does worse lower no mode below one of less thought, and nobody is surer for it", () => {
  const models = { ...CROWD, "v/odd": { ability: 0.5, modes: { none: 0, low: 0.6, high: 0.2 } } };
  const factors = fitBoardFactors(observe(models));
  const rows = buildAbilityRows(factors, observe(models), listed(["v/odd"]));
  const level = (mode: Mode): number => floatAt(find(rows, "v/odd", mode).mean, 0);
  assert.ok(level("none") < level("low") && Math.abs(level("low") - level("high")) < 1e-9);
  const [low, high] = [find(rows, "v/odd", "low"), find(rows, "v/odd", "high")];
  const untouched = fitRows(observe({ ...CROWD, "v/odd": { ability: 0.5, modes: { none: 0, low: 0.6 } } }), [
    "v/odd",
  ]);
  assert.ok(floatAt(low.packed, 0) > 0.9 * floatAt(find(untouched, "v/odd", "low").packed, 0));
  assert.ok(floatAt(high.packed, 0) > 0);
});

test("a board's outlier bends no ability", () => {
  const observations = observe(CROWD);
  const at = observations.findIndex(({ model, item }) => model === "v/m-5" && item === "board-3");
  const outlier = valueAt(observations, at);
  observations[at] = { ...outlier, value: outlier.value + 8 };
  const plain = find(fitRows(observe(CROWD), ["v/m-5"]), "v/m-5").mean[0]!;
  const bent = find(fitRows(observations, ["v/m-5"]), "v/m-5").mean[0]!;
  assert.ok(Math.abs(bent - plain) < 0.15, `${plain.toFixed(2)} became ${bent.toFixed(2)}`);
});

test("a newcomer of a line inherits its predecessor with more doubt; others stay unknown", () => {
  const models = { ...CROWD, "v/claude-opus-4": { ability: 0.5 }, "v/claude-opus-4.5": { ability: 1 } };
  const rows = fitRows(observe(models), [
    "v/claude-opus-4",
    "v/claude-opus-4.5",
    "v/claude-opus-5",
    "v/other-1",
  ]);
  const known = find(rows, "v/claude-opus-4.5");
  const heir = find(rows, "v/claude-opus-5");
  assert.equal(heir.predecessor, "v/claude-opus-4.5");
  assert.ok(
    floatAt(heir.mean, 0) >= floatAt(known.mean, 0) && floatAt(heir.packed, 0) > floatAt(known.packed, 0),
  );
  assert.equal(
    rows.some(({ model }) => model === "v/other-1"),
    false,
  );
});

test("a size is no version, and another tier no predecessor", () => {
  assert.equal(findPredecessor({ id: "v/m-20b" }, [{ id: "v/m-7b" }]), undefined);
  assert.equal(findPredecessor({ id: "v/gpt-6-sol" }, [{ id: "v/gpt-5.6-luna" }]), undefined);
  assert.equal(findPredecessor({ id: "v/gpt-6-sol" }, [{ id: "v/gpt-5.6-sol" }]), "v/gpt-5.6-sol");
  assert.equal(
    findPredecessor({ id: "v/m-2.7-highspeed" }, [{ id: "v/m-2.5" }, { id: "v/m-2.7" }]),
    "v/m-2.7",
  );
  assert.equal(
    findPredecessor({ id: "v/claude-sonnet-4" }, [{ id: "v/claude-3.7-sonnet" }]),
    "v/claude-3.7-sonnet",
    "the version may be anywhere",
  );
  assert.equal(findPredecessor({ id: "v/grok-4.20" }, [{ id: "v/grok-4.7" }]), undefined, "4.20 is 4.2");
});

test("a setting's mode is read, a model's own words are not", () => {
  assert.equal(modeOfSetting("Adaptive Reasoning, Max Effort", "anthropic/claude-opus-4.8"), "xhigh");
  assert.equal(modeOfSetting("Non-reasoning, High Effort", "anthropic/claude-opus-4.8"), "none");
  assert.equal(modeOfSetting("; qwen3-max", "qwen/qwen3-max"), "default");
  assert.equal(modeOfSetting("; kimi-k2-thinking", "moonshotai/kimi-k2-thinking"), "default");
  assert.equal(modeOfSetting("claude-3-7-sonnet-thinking-16k", "anthropic/claude-3.7-sonnet"), "high");
  assert.equal(modeOfSetting("flow swallow", "v/m"), "default");
});

test("what concerns a judged source is left out: its outcomes and the boards near it", () => {
  const [one] = observe({ "v/m": { ability: 0 } }, 1);
  const named = (item: string, benchmark: string): Observation => ({ ...one!, item, benchmark });
  const observations = [
    named("outcomes:bfcl", "outcomes:bfcl"),
    named("bfcl_v3|x|", "bfcl_v3"),
    named("gpqa|x|", "gpqa"),
    named("outcomes:zeroeval", "outcomes:zeroeval"),
  ];
  const kept = withoutSource(observations, "bfcl").map(({ item }) => item);
  assert.deepEqual(kept, ["gpqa|x|", "outcomes:zeroeval"]);
});

// The columns that abilities are fitted on, and the line of a board given the abilities.

function row(model: string, item: string, more: Partial<Observation> = {}): Observation {
  return {
    model,
    mode: "default",
    item,
    benchmark: item,
    skill: "general",
    family: item,
    value: 0,
    variance: 0,
    trust: 1,
    ...more,
  };
}

const FIVE = ["a", "b", "c", "d", "e"];
const board = (item: string, more: Partial<Observation> = {}): Observation[] =>
  FIVE.map((model) => row(model, item, more));

test("a board needs five models; rows of the same model do not add up to more", () => {
  const four = board("thin").slice(0, 4);
  assert.deepEqual(buildTable(four).models, []);
  assert.deepEqual(buildTable([...four, row("a", "thin", { mode: "high" })]).models, []);
  assert.deepEqual(buildTable(board("full")).models, FIVE);
  assert.equal(canPlaceModels(four), false);
  assert.throws(() => fitBoardFactors(four), { message: "No board lists enough models." });
});

test("models and items are listed in order, whatever the order of the rows", () => {
  const rows = [...board("z"), ...board("y")];
  const forward = buildTable(rows);
  const backward = buildTable(rows.toReversed());
  assert.deepEqual(forward.items, ["y", "z"]);
  assert.deepEqual(backward.models, forward.models);
  assert.deepEqual([...backward.model].toReversed(), [...forward.model]);
});

test("a model that outcomes alone know is not listed", () => {
  const table = buildTable([...board("outcomes:s"), row("a", "gpqa"), ...board("gpqa").slice(1)]);
  assert.ok(table.isListed.every((listed) => listed));
  const alone = buildTable([...board("outcomes:s"), row("f", "outcomes:s"), ...board("gpqa")]);
  assert.deepEqual(alone.isListed, [true, true, true, true, true, false]);
});

test("four boards of one family weigh together as much as two", () => {
  const family = ["w", "x", "y", "z"].flatMap((item) => board(item, { family: "one" }));
  const { share } = buildTable(family);
  assert.ok(
    share.every((each) => Math.abs(each - 0.5) < 1e-12),
    "n^-1/2 each",
  );
  const apart = buildTable(
    ["w", "x", "y", "z"].flatMap((item, at) => board(item, { family: "one", mode: MODES[at] ?? "default" })),
  );
  assert.ok(
    apart.share.every((each) => each === 1),
    "modes are families of their own",
  );
});

test("trust multiplies the share of a row", () => {
  assert.deepEqual([...buildTable(board("b", { trust: 0.2 })).share], Array(5).fill(0.2));
});

test("an ability in a skill is the general one, the mode's and the skill's own; the general skill has two parts", () => {
  const table = buildTable([...board("g"), ...board("c", { skill: "code", mode: "high" })]);
  assert.deepEqual(coordinatesOf(table, 0), [0, 1]);
  assert.deepEqual(coordinatesOf(table, 5), [
    0,
    1 + MODES.indexOf("high"),
    SKILL_START + SKILLS.indexOf("code") - 1,
  ]);
  assert.equal(COORDINATES, 1 + MODES.length + SKILLS.length - 1);
});

test("a packed triangle has one place for every pair, the same for both orders", () => {
  const index = fc.nat({ max: 30 });
  fc.assert(
    fc.property(index, index, (i, j) => {
      assert.equal(packedAt(i, j), packedAt(j, i));
      assert.ok(packedAt(i, j) < packedSize(Math.max(i, j) + 1));
    }),
  );
  const places = Array.from({ length: 5 }, (_, i) =>
    Array.from({ length: i + 1 }, (__, j) => packedAt(i, j)),
  );
  assert.deepEqual(
    places.flat(),
    Array.from({ length: 15 }, (_, at) => at),
  );
});

/** Abilities known without doubt: only the general coordinate is used. */
function placedAt(table: FactorTable, abilities: Readonly<Record<string, number>>) {
  const mean = new Float64Array(table.models.length * COORDINATES);
  table.models.forEach((model, at) => (mean[at * COORDINATES] = abilities[model] ?? 0));
  return { mean, covariance: new Float64Array(table.models.length * packedSize(COORDINATES)) };
}

const MANY = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`m${at}`, (at - 200) / 100]));

test("a line starts at the mean of its board, and comes out as it was planted", () => {
  const rows = Object.entries(MANY).map(([model, ability]) =>
    row(model, "line", { value: 0.4 + 1.3 * ability }),
  );
  const table = buildTable(rows);
  const weight = new Float64Array(rows.length).fill(1);
  const start = regressItems(table, undefined, weight);
  const mean = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
  assert.ok(Math.abs((start.offset[0] ?? 0) - mean) < 1e-9);
  assert.equal(start.slope[0], 0.9);
  let lines = start;
  for (let round = 0; round < 10; round += 1)
    lines = regressItems(table, { ...placedAt(table, MANY), lines }, weight);
  assert.ok(Math.abs((lines.offset[0] ?? 0) - 0.4) < 0.01, `offset ${lines.offset[0]}`);
  assert.ok(Math.abs((lines.slope[0] ?? 0) - 1.3) < 0.01, `slope ${lines.slope[0]}`);
  assert.equal(lines.variance[0]?.toFixed(4), (0.05 ** 2).toFixed(4), "no less than the least scatter");
});

test("a board never falls with ability, and a row far off its line weighs less than the others", () => {
  const falling = Object.entries(MANY).map(([model, ability]) => row(model, "odd", { value: -ability }));
  const table = buildTable(falling);
  const weight = new Float64Array(falling.length).fill(1);
  const lines = regressItems(
    table,
    { ...placedAt(table, MANY), lines: regressItems(table, undefined, weight) },
    weight,
  );
  assert.equal(lines.slope[0], 0.05);
  const rows = Object.entries(MANY).map(([model, ability]) => row(model, "line", { value: ability }));
  const bent = buildTable(rows.map((each, at) => (at === 7 ? { ...each, value: each.value + 6 } : each)));
  const weights = new Float64Array(rows.length).fill(1);
  let fitted = regressItems(bent, undefined, weights);
  for (let round = 0; round < 5; round += 1)
    fitted = regressItems(bent, { ...placedAt(bent, MANY), lines: fitted }, weights);
  const outlier = weights[7] ?? 1;
  assert.ok(outlier < 0.1 && weights.every((each, at) => at === 7 || each > 5 * outlier), `${outlier}`);
});
