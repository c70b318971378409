// From estimates to picks: utility = P(success) - weight * expected dollars, for a swept weight.
// Costs are absolute dollars; ties go to the cheaper model.
import { valueAt } from "../../arrays/value-at.ts";

export interface SweepInput {
  readonly columns: number;
  /** @shape rows x columns */
  readonly predicted: Float32Array;
  readonly expectedCostUsd: Float64Array;
  /** The outcomes; NaN = unknown, such cells are never picked. */
  readonly scores: Float32Array;
  readonly costUsd: Float64Array;
}

/** The success and cost of the picks under one price weight, prompt by prompt. */
export interface SweepStep {
  /** @unit success per USD */
  readonly weight: number;
  readonly picks: Int32Array;
  readonly score: Float32Array;
  readonly costUsd: Float64Array;
}

const STEPS = 120;

/** 0, then weights at which the most expensive query is worth from 10^-4 to 10^3 of a success. */
export function listPriceWeights(expectedCostUsd: Float64Array): readonly number[] {
  const costMaxUsd = expectedCostUsd.reduce((a, b) => Math.max(a, b), 0) || 1;
  const steps = Array.from({ length: STEPS }, (_, i) => 10 ** (-4 + (7 * i) / (STEPS - 1)) / costMaxUsd);
  return [0, ...steps];
}

/** Column of the highest utility in one row; -1 when no outcome of the row is known. */
export function pickColumn(input: SweepInput, row: number, weight: number): number {
  let best = -1;
  let bestUtility = Number.NEGATIVE_INFINITY;
  for (let m = 0; m < input.columns; m += 1) {
    const at = row * input.columns + m;
    if (Number.isNaN(valueAt(input.scores, at))) continue;
    const utility = valueAt(input.predicted, at) - weight * valueAt(input.expectedCostUsd, at);
    const isTieCheaper =
      utility === bestUtility &&
      valueAt(input.expectedCostUsd, at) < valueAt(input.expectedCostUsd, row * input.columns + best);
    if (utility > bestUtility || isTieCheaper) [best, bestUtility] = [m, utility];
  }
  return best;
}

export function pickAll(input: SweepInput, weight: number): SweepStep {
  const rows = input.predicted.length / input.columns;
  const step = {
    weight,
    picks: new Int32Array(rows),
    score: new Float32Array(rows),
    costUsd: new Float64Array(rows),
  };
  for (let row = 0; row < rows; row += 1) {
    const pick = pickColumn(input, row, weight);
    step.picks[row] = pick;
    if (pick < 0) continue;
    step.score[row] = valueAt(input.scores, row * input.columns + pick);
    step.costUsd[row] = valueAt(input.costUsd, row * input.columns + pick);
  }
  return step;
}

export function sweepPrices(input: SweepInput): readonly SweepStep[] {
  return listPriceWeights(input.expectedCostUsd).map((weight) => pickAll(input, weight));
}
