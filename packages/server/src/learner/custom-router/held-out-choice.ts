// Judges a way of choosing on held-out rows: which model it picks from its predictions, and what that scored and cost.
import type { Interval } from "@signalbox/engine/learn";
import { bootstrapMean } from "@signalbox/engine/learn";

import type { EvaluationTable } from "./evaluation-data.ts";

export interface ChoiceResult {
  readonly name: string;
  readonly score: Interval;
  /** Mean dollars of the picks; NaN when a pick's cost is unknown. */
  readonly usdMean: number;
  /** Score of the pick. @shape rows */
  readonly scores: Float64Array;
  /** Column of the pick. @shape rows */
  readonly picks: readonly number[];
}

/** Index of the pick among the evaluated models of the row; ties go to the cheaper, then to the first. */
function pickOf(table: EvaluationTable, row: number, utilities: Float64Array): number {
  const columns = table.labels.length;
  const { scores, costsUsd } = table.rows[row]!;
  let best = -1;
  for (let column = 0; column < columns; column += 1) {
    if (Number.isNaN(scores[column]!)) continue;
    const gain = best < 0 ? 1 : utilities[row * columns + column]! - utilities[row * columns + best]!;
    if (gain > 1e-12 || (Math.abs(gain) <= 1e-12 && costsUsd[column]! < costsUsd[best]!)) best = column;
  }
  return best;
}

/** @param utilities value of each model for each row. @shape rows x labels */
export function judgeChoice(
  input: { readonly name: string; readonly table: EvaluationTable; readonly utilities: Float64Array },
  random: () => number,
): ChoiceResult {
  const { name, table, utilities } = input;
  const picks = table.rows.map((_, row) => pickOf(table, row, utilities));
  const scores = Float64Array.from(picks, (pick, row) => table.rows[row]!.scores[pick]!);
  const usd = picks.reduce((sum, pick, row) => sum + table.rows[row]!.costsUsd[pick]!, 0);
  const score = bootstrapMean({ values: scores, resamples: 500, confidence: 0.95, random });
  return { name, score, usdMean: usd / picks.length, scores, picks };
}
