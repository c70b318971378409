// Predictions of simpler ways for the held-out rows, fitted on the same folds: the fair company of the router.
import type { EvaluationData } from "./evaluation-data.ts";
import { FOLD_COUNT } from "./evaluation-data.ts";

const NEIGHBOURS = 10;

/** Mean score of each model over the rows that `isUsed` admits; NaN without any. @shape labels */
function meanScores(data: EvaluationData, isUsed: (row: number) => boolean): Float64Array {
  const { labels, rows } = data.table;
  return Float64Array.from(labels, (_, column) => {
    let sum = 0;
    let count = 0;
    rows.forEach((row, index) => {
      if (!isUsed(index) || Number.isNaN(row.scores[column]!)) return;
      sum += row.scores[column]!;
      count += 1;
    });
    return count === 0 ? Number.NaN : sum / count;
  });
}

/** The model that was best on the other folds, for every row. @shape rows x labels */
export function bestSinglePredictions(data: EvaluationData): Float64Array {
  const columns = data.table.labels.length;
  const result = new Float64Array(data.table.rows.length * columns);
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const means = meanScores(data, (row) => data.foldOfRow[row] !== fold);
    data.foldOfRow.forEach((rowFold, row) => {
      if (rowFold === fold) for (let c = 0; c < columns; c += 1) result[row * columns + c] = means[c]! || 0;
    });
  }
  return result;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaredA = 0;
  let squaredB = 0;
  for (let index = 0; index < a.length; index += 1) {
    product += a[index]! * b[index]!;
    squaredA += a[index]! * a[index]!;
    squaredB += b[index]! * b[index]!;
  }
  return product / (Math.sqrt(squaredA * squaredB) || 1);
}

/** k nearest prompts of the other folds, each model's mean there, shrunk to its overall mean. @shape rows x labels */
export function nearestNeighbourPredictions(data: EvaluationData): Float64Array {
  const columns = data.table.labels.length;
  const rows = data.table.rows;
  const overall = meanScores(data, () => true);
  const result = new Float64Array(rows.length * columns);
  rows.forEach((_, row) => {
    const near = rows
      .map((__, other) => other)
      .filter((other) => data.foldOfRow[other] !== data.foldOfRow[row])
      .map((other) => ({
        other,
        likeness: cosine(data.encodings[row]!.features, data.encodings[other]!.features),
      }))
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, NEIGHBOURS);
    for (let column = 0; column < columns; column += 1) {
      const scores = near
        .map(({ other }) => rows[other]!.scores[column]!)
        .filter((score) => !Number.isNaN(score));
      const sum = scores.reduce((total, score) => total + score, 2 * (overall[column]! || 0));
      result[row * columns + column] = sum / (scores.length + 2);
    }
  });
  return result;
}
