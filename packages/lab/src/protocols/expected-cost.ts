// Expected dollars of a query, the same for every estimator: log cost by ridge regression on the features, or the
// model's mean cost where too few rows tell it. A model of which no cost is known is priced like the dearest one:
// unknown is never free.
import type { Part, Problem } from "./problem.ts";
import { fitRidge } from "./ridge.ts";

const RIDGE = 3;
const ROWS_MIN = 20;

/** @shape part rows x columns @unit USD */
export type CostPredictor = (part: Part) => Float64Array;

export function fitExpectedCost(problem: Problem): CostPredictor {
  const columns = problem.models.length;
  const { train } = problem;
  const means = problem.models.map((model) => model.meanCostUsd);
  const dearest = Math.max(0, ...means.filter((mean) => !Number.isNaN(mean)));
  const models = Array.from({ length: columns }, (_, m) => {
    const rows: number[] = [];
    for (let i = 0; i < train.prompts.count; i += 1) if (train.costUsd[i * columns + m]! > 0) rows.push(i);
    if (rows.length < ROWS_MIN) return undefined;
    const targets = Float64Array.from(rows, (i) => Math.log(train.costUsd[i * columns + m]!));
    return fitRidge(train.prompts, { rows, targets, penalty: RIDGE });
  });
  return (part) => {
    const out = new Float64Array(part.prompts.count * columns);
    for (const [m, model] of models.entries()) {
      const flat = Number.isNaN(means[m]!) ? dearest : means[m]!;
      for (let i = 0; i < part.prompts.count; i += 1)
        out[i * columns + m] =
          model === undefined ? flat : Math.exp(model.predict(part.prompts, i)) * model.smearing;
    }
    return out;
  };
}
