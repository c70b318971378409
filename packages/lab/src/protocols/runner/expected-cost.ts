// Expected dollars of a query, the same for every estimator: log cost by ridge regression on the features, or the
// model's mean cost where too few rows show it. A model of which no cost is known is priced like the most expensive one:
// unknown is never free.
import { fitRidge, meanOf } from "@signalbox/engine/numerics";
import type { Rows } from "../../features/vector.ts";
import type { Part, Problem } from "./problem.ts";
import { valueAt } from "../../arrays/value-at.ts";

const RIDGE = 3;
const ROWS_MIN = 20;

interface LogCost {
  /** Coefficients, then the intercept. @shape dim + 1 */
  readonly weights: Float64Array;
  /** Mean of exp(residual): turns a mean of logarithms into a mean. @source Duan (1983) */
  readonly smearing: number;
}

function predictLogCost(weights: Float64Array, { features, dim }: Rows, row: number): number {
  let sum = valueAt(weights, dim);
  for (let d = 0; d < dim; d += 1) sum += valueAt(weights, d) * valueAt(features, row * dim + d);
  return sum;
}

function fitLogCost(prompts: Rows, rows: readonly number[], targets: Float64Array): LogCost {
  const { features: inputs, dim } = prompts;
  const weights = fitRidge({ inputs, stride: dim, width: dim, rows, targets, penalty: RIDGE });
  const ratios = rows.map((row, i) => Math.exp(valueAt(targets, i) - predictLogCost(weights, prompts, row)));
  return { weights, smearing: meanOf(ratios) };
}

/** @shape part rows x columns @unit USD */
export type CostPredictor = (part: Part) => Float64Array;

export function fitExpectedCost(problem: Problem): CostPredictor {
  const columns = problem.models.length;
  const { train } = problem;
  const means = problem.models.map((model) => model.meanCostUsd);
  const costMaxUsd = Math.max(0, ...means.filter((mean) => !Number.isNaN(mean)));
  const models = Array.from({ length: columns }, (_, m) => {
    const rows: number[] = [];
    for (let i = 0; i < train.prompts.count; i += 1)
      if (valueAt(train.costUsd, i * columns + m) > 0) rows.push(i);
    if (rows.length < ROWS_MIN) return undefined;
    const targets = Float64Array.from(rows, (i) => Math.log(valueAt(train.costUsd, i * columns + m)));
    return fitLogCost(train.prompts, rows, targets);
  });
  return (part) => {
    const out = new Float64Array(part.prompts.count * columns);
    for (const [m, model] of models.entries()) {
      const flat = Number.isNaN(valueAt(means, m)) ? costMaxUsd : valueAt(means, m);
      for (let i = 0; i < part.prompts.count; i += 1)
        out[i * columns + m] =
          model === undefined
            ? flat
            : Math.exp(predictLogCost(model.weights, part.prompts, i)) * model.smearing;
    }
    return out;
  };
}
