// One general ability a model, departures by mode and by skill, from all boards and sources of outcomes jointly.
//   z = offset_i + slope_i (g_m + d_mode + s_skill) + noise,  z = logit of a score or Elo on that scale
// Expectation-maximisation: abilities are Gaussian given the boards' lines, the lines weighted regressions given the abilities.
// Rows that fit badly weigh less (Student-t), rows of one family weigh n^-1/2 each.
// @source factor analysis, Rubin & Thayer (1982); t noise by reweighting, Lange, Little & Taylor (1989)
import { factorise, invertFactorised, packedSize } from "@signalbox/engine/numerics";
import { MODES } from "./board-score.ts";
import type { Observation } from "./board-score.ts";
import {
  buildTable,
  COORDINATES,
  coordinatesOf,
  FACTOR_PRIORS,
  MODE_START,
  packedAt,
  SKILL_START,
} from "./factor-table.ts";
import type { FactorTable } from "./factor-table.ts";
import { regressItems } from "./regress-items.ts";
import type { ItemLines } from "./regress-items.ts";
import { orderModes } from "./order-modes.ts";
import { addAt, floatAt, valueOf, wholeAt } from "../../arrays/value-at.ts";

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
