// What sources with recorded costs are judged by, and the points of their single models.
import { valueAt } from "../../arrays/value-at.ts";
import type { CostQualityPoint } from "../../metrics/index.ts";
import type { FigureName } from "./judged.ts";
import type { Part, Problem } from "./problem.ts";

export const PARETO_FIGURES: readonly FigureName[] = [
  "costSave",
  "costSaveNear",
  "accuracyAtCost",
  "perfGain",
  "aiq",
  "aiqRange",
  "accuracy",
  "auc",
  "aucPooled",
  "brier",
  "ece",
  "chosenAccuracy",
  "chosenSave",
  "arena",
];

type NamedPoint = CostQualityPoint & { readonly name: string };

/** Mean cost and score of each single model over the rows judged; models without costs are left out. */
export function listModelPoints(models: Problem["models"], part: Part): NamedPoint[] {
  return models.flatMap(({ name }, m) => {
    let [cost, score, count] = [0, 0, 0];
    for (let i = m; i < part.scores.length; i += models.length) {
      if (Number.isNaN(valueAt(part.scores, i)) || Number.isNaN(valueAt(part.costUsd, i))) continue;
      cost += valueAt(part.costUsd, i);
      score += valueAt(part.scores, i);
      count += 1;
    }
    return count === 0 ? [] : [{ name, costUsd: cost / count, quality: score / count }];
  });
}
