// The columns that abilities are fitted on, and the line of a board given the abilities.
import assert from "node:assert/strict";
import { test } from "node:test";
import { packedSize } from "@signalbox/engine/numerics";
import fc from "fast-check";
import type { Observation } from "./board-score.ts";
import { MODES, SKILLS } from "./board-score.ts";
import { buildTable, COORDINATES, coordinatesOf, packedAt, SKILL_START } from "./factor-table.ts";
import type { FactorTable } from "./factor-table.ts";
import { canPlaceModels, fitBoardFactors } from "./fit-board-factors.ts";
import { regressItems } from "./regress-items.ts";

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
