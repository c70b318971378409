// Does the prediction tell easy prompts from hard ones? Pairs of prompts of one source, answered by one model: the share where
// the better answer was predicted above, mean over models.
import type { WeightedFigure } from "../../metrics/index.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface Answered {
  /** Source and model: only pairs that share it are compared. */
  readonly key: string;
  readonly prompt: number;
  readonly predicted: number;
  readonly observed: number;
}

/** Scores that differ by less are the same answer to a judge. */
const SAME = 0.05;
/** Pairs below which a model tells nothing. */
const PAIRS_MIN = 10;

function hitOf(one: Answered, other: Answered): number {
  if (one.predicted === other.predicted) return 0.5;
  return one.predicted > other.predicted === one.observed > other.observed ? 1 : 0;
}

function concordance(answers: readonly Answered[], weights: Float64Array): number {
  let [hits, total, pairs] = [0, 0, 0];
  for (let i = 0; i < answers.length; i += 1)
    for (let j = 0; j < i; j += 1) {
      const [one, other] = [valueAt(answers, i), valueAt(answers, j)];
      if (Math.abs(one.observed - other.observed) < SAME) continue;
      const weight = (weights[one.prompt] ?? 0) * (weights[other.prompt] ?? 0);
      hits += weight * hitOf(one, other);
      total += weight;
      pairs += 1;
    }
  return pairs < PAIRS_MIN || total === 0 ? Number.NaN : hits / total;
}

/** NaN where no model has answers of different worth. */
export function aucWithinModels(answers: readonly Answered[]): WeightedFigure {
  const byModel = [...Map.groupBy(answers, ({ key }) => key).values()];
  return (weights) => {
    const known = byModel.map((each) => concordance(each, weights)).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
}
