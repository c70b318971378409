// One general ability a model, departures by mode and by skill, from all boards and sources of outcomes jointly.
//   z = offset_i + slope_i (g_m + d_mode + s_skill) + noise,  z = logit of a score or Elo on that scale
// Expectation-maximisation: abilities are Gaussian given the boards' lines, the lines weighted regressions given the abilities.
// Rows that fit badly weigh less (Student-t), rows of one family weigh n^-1/2 each.
// @source factor analysis, Rubin & Thayer (1982); t noise by reweighting, Lange, Little & Taylor (1989)

import { factorise, invertFactorised, packedSize } from "@signalbox/engine/numerics";
import { MODES, type Observation, PARENT_SKILL, SKILLS, type Skill } from "./board-score.ts";
import { addAt, floatAt, valueOf, wholeAt, valueAt } from "../../arrays/value-at.ts";
import { isMode, thinksLess } from "@signalbox/contracts";
import { isOutcome } from "./outcome-observations.ts";

// The observations of boards and outcomes as columns, and what is assumed of abilities before any is seen.

/** Chosen leave-one-source-out; see docs/research/abilities.md. */
export const FACTOR_PRIORS = {
  modeSd: 0.35,
  defaultModeSd: 0.1,
  skillSd: 0.2,
  listedSd: 1,
  /** Mean of models that outcomes know and no board lists. */
  unlistedMean: -1,
  unlistedSd: 0.7,
  degreesOfFreedom: 4,
  itemModelsMin: 5,
  rounds: 25,
} as const;

const MODE_START = 1;
export const SKILL_START = MODE_START + MODES.length;
/** Coordinates of a model: general, one a mode, one a skill but the general one. */
export const COORDINATES = SKILL_START + SKILLS.length - 1;

/** Coordinates of a skill's departures from what all share: its parent's and its own. */
export function pathOf(skill: Skill): readonly number[] {
  if (skill === "general") return [];
  const parent = PARENT_SKILL[skill];
  return [...(parent === undefined ? [] : pathOf(parent)), SKILL_START + SKILLS.indexOf(skill) - 1];
}

/** Observations as columns. */
export interface FactorTable {
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly isListed: readonly boolean[];
  readonly model: Int32Array;
  readonly item: Int32Array;
  readonly second: Int32Array;
  /** Rows of the skills that it is evidence of, by row. */
  readonly paths: readonly (readonly number[])[];
  readonly value: Float64Array;
  readonly variance: Float64Array;
  readonly share: Float64Array;
}

function usable(observations: readonly Observation[]): readonly Observation[] {
  const models = new Map<string, Set<string>>();
  for (const { item, model } of observations)
    models.set(item, (models.get(item) ?? new Set<string>()).add(model));
  return observations.filter(({ item }) => (models.get(item)?.size ?? 0) >= FACTOR_PRIORS.itemModelsMin);
}

/** Items with too few models are left out. */
export function buildTable(all: readonly Observation[]): FactorTable {
  const observations = usable(all);
  const models = [...new Set(observations.map(({ model }) => model))].toSorted();
  const items = [...new Set(observations.map(({ item }) => item))].toSorted();
  const modelRow = new Map(models.map((model, row) => [model, row]));
  const itemRow = new Map(items.map((item, row) => [item, row]));
  const listed = new Set(observations.filter((each) => !isOutcome(each)).map(({ model }) => model));
  const familySize = new Map<string, number>();
  const familyOf = ({ model, mode, family }: Observation): string => `${model}\0${mode}\0${family}`;
  for (const each of observations) familySize.set(familyOf(each), (familySize.get(familyOf(each)) ?? 0) + 1);
  return {
    models,
    items,
    isListed: models.map((model) => listed.has(model)),
    model: Int32Array.from(observations, ({ model }) => modelRow.get(model) ?? 0),
    item: Int32Array.from(observations, ({ item }) => itemRow.get(item) ?? 0),
    second: Int32Array.from(observations, ({ mode }) => MODE_START + MODES.indexOf(mode)),
    paths: observations.map(({ skill, languageSkill }) => [
      ...new Set([...pathOf(skill), ...(languageSkill === undefined ? [] : pathOf(languageSkill))]),
    ]),
    value: Float64Array.from(observations, ({ value }) => value),
    variance: Float64Array.from(observations, ({ variance }) => variance),
    share: Float64Array.from(
      observations,
      (each) => each.trust * (familySize.get(familyOf(each)) ?? 1) ** -0.5,
    ),
  };
}

export const coordinatesOf = ({ second, paths }: FactorTable, row: number): readonly number[] => [
  0,
  wholeAt(second, row),
  ...valueAt(paths, row),
];

export const packedAt = (i: number, j: number): number => (i < j ? packedSize(j) + i : packedSize(i) + j);

// The line of every board: score = offset + slope * ability, and how far models scatter about it.

interface ItemLines {
  readonly offset: Float64Array;
  readonly slope: Float64Array;
  readonly variance: Float64Array;
}

/** The line expected of a board before its rows: about one logit a deviation of ability. */
const SLOPE = { mean: 0.9, sd: 0.35, min: 0.05 } as const;
const OFFSET_SD = 3;
const NOISE = { start: 0.5, sd: 0.35, rows: 2, min: 0.05 } as const;

interface Placed {
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
  readonly lines: ItemLines;
}

interface Expected {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** Mean and variance of the ability behind every row. */
function expectAbilities(table: FactorTable, { mean, covariance }: Placed): Expected {
  const rows = table.value.length;
  const expected = { mean: new Float64Array(rows), variance: new Float64Array(rows) };
  for (let row = 0; row < rows; row += 1) {
    const model = wholeAt(table.model, row);
    const at = coordinatesOf(table, row);
    for (const i of at) {
      addAt(expected.mean, row, floatAt(mean, model * COORDINATES + i));
      for (const j of at)
        addAt(expected.variance, row, floatAt(covariance, model * packedSize(COORDINATES) + packedAt(i, j)));
    }
  }
  return expected;
}

function startingLines(table: FactorTable): ItemLines {
  const count = table.items.length;
  const sums = new Float64Array(count);
  const rows = new Float64Array(count);
  table.item.forEach((item, row) => {
    addAt(sums, item, floatAt(table.value, row));
    addAt(rows, item, 1);
  });
  return {
    offset: sums.map((sum, item) => sum / Math.max(1, floatAt(rows, item))),
    slope: new Float64Array(count).fill(SLOPE.mean),
    variance: new Float64Array(count).fill(NOISE.start ** 2),
  };
}

/** Weighted sums of one item: ones, abilities, their squares, values, products. */
type Sums = [ones: number, ability: number, square: number, value: number, product: number];

function sumItems(table: FactorTable, expected: Expected, trust: Float64Array): readonly Sums[] {
  const sums: Sums[] = table.items.map(() => [0, 0, 0, 0, 0]);
  table.item.forEach((item, row) => {
    const into = valueAt(sums, item);
    const weight = floatAt(trust, row);
    const ability = floatAt(expected.mean, row);
    const value = floatAt(table.value, row);
    into[0] += weight;
    into[1] += weight * ability;
    into[2] += weight * (ability * ability + floatAt(expected.variance, row));
    into[3] += weight * value;
    into[4] += weight * ability * value;
  });
  return sums;
}

function solveLine([ones, ability, square, value, product]: Sums, variance: number) {
  const slopePrior = variance / SLOPE.sd ** 2;
  const rows = ones + variance / OFFSET_SD ** 2;
  const determinant = rows * (square + slopePrior) - ability * ability;
  const slope = Math.max(
    SLOPE.min,
    (rows * (product + slopePrior * SLOPE.mean) - ability * value) / determinant,
  );
  return { slope, offset: (value - slope * ability) / rows };
}

/**
 * New lines given the abilities, and new weights of all rows (in place). Without abilities: the lines to start from.
 * @shape weight rows
 */
export function regressItems(
  table: FactorTable,
  placed: Placed | undefined,
  weight: Float64Array,
): ItemLines {
  if (placed === undefined) return startingLines(table);
  const { lines } = placed;
  const expected = expectAbilities(table, placed);
  const trust = weight.map(
    (each, row) =>
      (each * floatAt(table.share, row)) /
      (1 + floatAt(table.variance, row) / floatAt(lines.variance, wholeAt(table.item, row))),
  );
  const sums = sumItems(table, expected, trust);
  const solved = sums.map((each, item) => solveLine(each, floatAt(lines.variance, item)));
  const offset = Float64Array.from(solved, (each) => each.offset);
  const slope = Float64Array.from(solved, (each) => each.slope);
  const scatter = new Float64Array(table.items.length).fill(NOISE.rows * NOISE.sd ** 2);
  const residual = new Float64Array(table.value.length);
  table.item.forEach((item, row) => {
    residual[row] =
      floatAt(table.value, row) - floatAt(offset, item) - floatAt(slope, item) * floatAt(expected.mean, row);
    const square = residual[row] ** 2 + floatAt(slope, item) ** 2 * floatAt(expected.variance, row);
    addAt(scatter, item, floatAt(trust, row) * square);
  });
  const variance = scatter.map((sum, item) =>
    Math.max(NOISE.min ** 2, sum / (valueAt(sums, item)[0] + NOISE.rows)),
  );
  const { degreesOfFreedom } = FACTOR_PRIORS;
  table.item.forEach((item, row) => {
    const doubt = floatAt(variance, item) + floatAt(table.variance, row);
    weight[row] = (degreesOfFreedom + 1) / (degreesOfFreedom + floatAt(residual, row) ** 2 / doubt);
  });
  return { offset, slope, variance };
}

// More thought makes no model less able: where boards say so, it is the boards that differ. Levels of one model are pooled along
// the order of its modes, each weighed by its precision, until none falls.
// @source isotonic regression over a rooted tree by minimum violators, Thompson (1962); on a chain, pool adjacent violators

export interface ModeLevel {
  readonly mode: string;
  readonly level: number;
  /** Above 0. */
  readonly precision: number;
}

interface Pool {
  level: number;
  precision: number;
  readonly modes: string[];
  /** The pool of the next lesser thought. */
  below: Pool | undefined;
}

const isLess = (mode: string, than: string): boolean =>
  isMode(mode) && isMode(than) && thinksLess(mode, than);

function buildPools(levels: readonly ModeLevel[]): Pool[] {
  const pools = levels.map(({ mode, level, precision }): Pool => ({
    level,
    precision,
    modes: [mode],
    below: undefined,
  }));
  levels.forEach(({ mode }, at) => {
    for (const [other, { mode: lesser }] of levels.entries()) {
      const below = pools[at]?.below;
      const isNearer = below === undefined || below.modes.some((each) => isLess(each, lesser));
      if (isLess(lesser, mode) && isNearer) pools[at]!.below = pools[other];
    }
  });
  return pools;
}

function join(pools: readonly Pool[], pool: Pool, below: Pool): Pool[] {
  const precision = below.precision + pool.precision;
  below.level = (below.precision * below.level + pool.precision * pool.level) / precision;
  below.precision = precision;
  below.modes.push(...pool.modes);
  const left = pools.filter((each) => each !== pool);
  for (const each of left) if (each.below === pool) each.below = below;
  return left;
}

/** Levels that never fall as thought grows, as near to the given ones as that allows. Modes without order keep theirs. */
export function orderModes(levels: readonly ModeLevel[]): ReadonlyMap<string, number> {
  let pools = buildPools(levels);
  for (;;) {
    const worst = pools
      .filter(({ level, below }) => below !== undefined && level < below.level)
      .reduce<Pool | undefined>(
        (least, each) => (least && least.level <= each.level ? least : each),
        undefined,
      );
    if (worst?.below === undefined) break;
    pools = join(pools, worst, worst.below);
  }
  return new Map(pools.flatMap(({ modes, level }) => modes.map((mode) => [mode, level] as const)));
}

export interface BoardFactors {
  readonly table: FactorTable;
  readonly lines: ItemLines;
  /** @shape models x COORDINATES */
  readonly mean: Float64Array;
  /** Posterior covariances, lower triangles row by row. @shape models x packedSize(COORDINATES) */
  readonly covariance: Float64Array;
  /** Mean departure of every mode. @shape MODES.length */
  readonly modeMeans: Float64Array;
}

interface Prior {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

function priorOf(isListed: boolean, modeMeans: Float64Array): Prior {
  const { modeSd, defaultModeSd, skillSd, listedSd, unlistedMean, unlistedSd } = FACTOR_PRIORS;
  const mean = new Float64Array(COORDINATES);
  const variance = new Float64Array(COORDINATES).fill(skillSd ** 2);
  mean[0] = isListed ? 0 : unlistedMean;
  variance[0] = (isListed ? listedSd : unlistedSd) ** 2;
  mean.set(modeMeans, MODE_START);
  variance.fill(modeSd ** 2, MODE_START, SKILL_START);
  variance[MODE_START] = defaultModeSd ** 2;
  return { mean, variance };
}

/** Rows of every model, so that each posterior reads its own alone. */
function rowsByModel(table: FactorTable): readonly Int32Array[] {
  const rows: number[][] = table.models.map(() => []);
  table.model.forEach((model, row) => rows[model]?.push(row));
  return rows.map((each) => Int32Array.from(each));
}

interface Abilities {
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
}

/** Posterior of one model given the lines; `weight` is the precision share of every row. */
function placeModel(
  { table, lines, weight }: { table: FactorTable; lines: ItemLines; weight: Float64Array },
  rows: Int32Array,
  prior: Prior,
): { readonly mean: Float64Array; readonly packed: Float64Array } {
  const precision = new Float64Array(COORDINATES * COORDINATES);
  const pull = new Float64Array(COORDINATES);
  for (let index = 0; index < COORDINATES; index += 1) {
    precision[index * COORDINATES + index] = 1 / floatAt(prior.variance, index);
    pull[index] = floatAt(prior.mean, index) / floatAt(prior.variance, index);
  }
  for (const row of rows) {
    const item = wholeAt(table.item, row);
    const slope = floatAt(lines.slope, item);
    const trust =
      (floatAt(weight, row) * floatAt(table.share, row)) /
      (floatAt(lines.variance, item) + floatAt(table.variance, row));
    const at = coordinatesOf(table, row);
    const surprise = trust * slope * (floatAt(table.value, row) - floatAt(lines.offset, item));
    for (const i of at) {
      addAt(pull, i, surprise);
      for (const j of at) addAt(precision, i * COORDINATES + j, trust * slope * slope);
    }
  }
  const packed = invertFactorised(factorise(precision, COORDINATES), COORDINATES);
  const mean = new Float64Array(COORDINATES);
  for (let i = 0; i < COORDINATES; i += 1)
    for (let j = 0; j < COORDINATES; j += 1)
      addAt(mean, i, floatAt(packed, packedAt(i, j)) * floatAt(pull, j));
  return { mean, packed };
}

function placeModels(
  input: { table: FactorTable; lines: ItemLines; weight: Float64Array },
  rows: readonly Int32Array[],
  modeMeans: Float64Array,
): Abilities {
  const count = input.table.models.length;
  const width = packedSize(COORDINATES);
  const mean = new Float64Array(count * COORDINATES);
  const covariance = new Float64Array(count * width);
  rows.forEach((own, model) => {
    const placed = placeModel(input, own, priorOf(input.table.isListed[model] === true, modeMeans));
    mean.set(placed.mean, model * COORDINATES);
    covariance.set(placed.packed, model * width);
  });
  return { mean, covariance };
}

/** Weighs next to nothing beside a mode that a model was seen in. */
const UNSEEN_PRECISION = 1e-6;

/**
 * Mean departure of each mode over the models seen in it, in the order of their thought: what thinking more is worth. The default
 * mode stays 0.
 */
function meanDepartures(table: FactorTable, mean: Float64Array): Float64Array {
  const levels = MODES.map((mode, index) => {
    const seen = new Set<number>();
    table.second.forEach((second, row) => {
      if (index > 0 && second === MODE_START + index) seen.add(wholeAt(table.model, row));
    });
    if (seen.size <= FACTOR_PRIORS.itemModelsMin) return { mode, level: 0, precision: UNSEEN_PRECISION };
    let sum = 0;
    for (const model of seen) sum += floatAt(mean, model * COORDINATES + MODE_START + index);
    return { mode, level: sum / seen.size, precision: seen.size };
  });
  const ordered = orderModes(levels);
  return Float64Array.from(MODES, (mode) => valueOf(ordered, mode));
}

/** False where no board and no source of outcomes lists enough models to tell how able they are. */
export function canPlaceModels(observations: readonly Observation[]): boolean {
  return buildTable(observations).models.length > 0;
}

/** @throws RangeError when no item has enough models */
export function fitBoardFactors(observations: readonly Observation[]): BoardFactors {
  const table = buildTable(observations);
  if (table.models.length === 0) throw new RangeError("No board lists enough models.");
  const rows = rowsByModel(table);
  const weight = new Float64Array(table.value.length).fill(1);
  let lines = regressItems(table, undefined, weight);
  let modeMeans: Float64Array = new Float64Array(MODES.length);
  let abilities = placeModels({ table, lines, weight }, rows, modeMeans);
  for (let round = 1; round < FACTOR_PRIORS.rounds; round += 1) {
    lines = regressItems(table, { ...abilities, lines }, weight);
    if (round > 3) modeMeans = meanDepartures(table, abilities.mean);
    abilities = placeModels({ table, lines, weight }, rows, modeMeans);
  }
  return { table, lines, ...abilities, modeMeans };
}
