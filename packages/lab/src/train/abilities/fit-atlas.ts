// Expectation-maximisation for factor analysis with missing values: models x (abilities, scores, facts).
// Ability columns are silent: they are explained by the factors but do not place a model, because a theta that
// few outcomes speak for is mostly prior. What places a model are its probes, its public scores and its facts.
// @source Rubin and Thayer (1982); Ghahramani and Jordan (1994) for missing data
import { conditionFactors, type AtlasParameters, type FactorPosterior } from "@signalbox/engine/internals";
import { drawNormal, solvePositive, splitmix32 } from "@signalbox/engine/numerics";
import { addAt, floatAt } from "../../arrays/value-at.ts";

/** Rows x columns, NaN where nothing is known. */
export interface AtlasTable {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
  /** 1 where a column must not place a row. @shape columns */
  readonly isSilent: Uint8Array;
}

export interface AtlasSettings {
  readonly factorSize: number;
  readonly iterations: number;
  /** Least share of a column's variance that stays noise. */
  readonly noiseShare: number;
  /** Pulls weights to zero, as if that many rows had shown none. */
  readonly weightPrior: number;
}

interface ColumnMoments {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

function momentsOf(table: AtlasTable): ColumnMoments {
  const mean = new Float64Array(table.columns);
  const variance = new Float64Array(table.columns).fill(1);
  for (let column = 0; column < table.columns; column += 1) {
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let row = 0; row < table.rows; row += 1) {
      const value = floatAt(table.values, row * table.columns + column);
      if (Number.isNaN(value)) continue;
      count += 1;
      sum += value;
      squares += value * value;
    }
    if (count === 0) continue;
    mean[column] = sum / count;
    variance[column] = Math.max(1e-3, (squares + 1) / (count + 1) - floatAt(mean, column) ** 2);
  }
  return { mean, variance };
}

/** Columns of a row that place it. */
export function placingColumns(table: AtlasTable, row: number): { columns: number[]; values: number[] } {
  const columns: number[] = [];
  const values: number[] = [];
  for (let column = 0; column < table.columns; column += 1) {
    const value = floatAt(table.values, row * table.columns + column);
    if (table.isSilent[column] === 1 || Number.isNaN(value)) continue;
    columns.push(column);
    values.push(value);
  }
  return { columns, values };
}

/** Weighted regression of one column on [factors, 1], with the factors' own uncertainty. */
function fitColumn(
  table: AtlasTable,
  column: number,
  posteriors: readonly FactorPosterior[],
  settings: AtlasSettings & { readonly variance: number; readonly mean: number },
): { weights: Float64Array; mean: number; noise: number } {
  const size = settings.factorSize;
  const wide = size + 1;
  const matrix = new Float64Array(wide * wide);
  const right = new Float64Array(wide);
  let count = 0;
  let squares = 0;
  for (let row = 0; row < table.rows; row += 1) {
    const value = floatAt(table.values, row * table.columns + column);
    const posterior = posteriors[row];
    if (Number.isNaN(value) || posterior === undefined) continue;
    count += 1;
    squares += value * value;
    for (let a = 0; a < wide; a += 1) {
      const left = a === size ? 1 : floatAt(posterior.mean, a);
      addAt(right, a, left * value);
      for (let b = 0; b < wide; b += 1) {
        const shared = a < size && b < size ? floatAt(posterior.covariance, a * size + b) : 0;
        addAt(matrix, a * wide + b, left * (b === size ? 1 : floatAt(posterior.mean, b)) + shared);
      }
    }
  }
  if (count === 0) return { weights: new Float64Array(size), mean: settings.mean, noise: settings.variance };
  for (let a = 0; a < size; a += 1) addAt(matrix, a * wide + a, settings.weightPrior);
  addAt(matrix, wide * wide - 1, 1e-6);
  const moments = right.slice();
  const solution = solvePositive(matrix.slice(), right);
  let explained = 0;
  solution.forEach((weight, index) => {
    explained += weight * floatAt(moments, index);
  });
  const residual = (squares - explained + settings.variance) / (count + 1);
  const noise = Math.max(settings.noiseShare * settings.variance, residual);
  return { weights: solution.slice(0, size), mean: floatAt(solution, size), noise };
}

function startAtlas(table: AtlasTable, moments: ColumnMoments, factorSize: number): AtlasParameters {
  const random = splitmix32(20_260_101);
  return {
    factorSize,
    mean: Float32Array.from(moments.mean),
    noise: Float32Array.from(moments.variance),
    weights: Float32Array.from({ length: table.columns * factorSize }, (_, at) => {
      const first = at % factorSize === 0 ? 0.6 : 0;
      return (
        (first + 0.1 * drawNormal(random)) * Math.sqrt(floatAt(moments.variance, Math.floor(at / factorSize)))
      );
    }),
  };
}

export function fitAtlas(table: AtlasTable, settings: AtlasSettings): AtlasParameters {
  const moments = momentsOf(table);
  let atlas = startAtlas(table, moments, settings.factorSize);
  const placings = Array.from({ length: table.rows }, (_, row) => placingColumns(table, row));
  for (let iteration = 0; iteration < settings.iterations; iteration += 1) {
    const current = atlas;
    const posteriors = placings.map(({ columns, values }) => conditionFactors(current, columns, values));
    const weights = new Float32Array(current.weights.length);
    const mean = new Float32Array(table.columns);
    const noise = new Float32Array(table.columns);
    for (let column = 0; column < table.columns; column += 1) {
      const fitted = fitColumn(table, column, posteriors, {
        ...settings,
        variance: floatAt(moments.variance, column),
        mean: floatAt(moments.mean, column),
      });
      weights.set(fitted.weights, column * settings.factorSize);
      mean[column] = fitted.mean;
      noise[column] = fitted.noise;
    }
    atlas = { factorSize: settings.factorSize, weights, mean, noise };
  }
  return atlas;
}
