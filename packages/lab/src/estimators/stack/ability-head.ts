// The artefact's ability model fitted to a folder: every model starts from the ability that the artefact gives it and
// moves with the folder's own outcomes. Models without outcomes stay where the artefact puts them.
import { sigmoid } from "@signalbox/engine/numerics";
import type { Predictor, PromptSet, TrainingData } from "../contract/estimator.ts";
import { refitAbility } from "../../train/abilities/refit-abilities.ts";
import type { ArtefactView, Knowledge } from "./artefact-view.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface AbilityHeadOptions {
  readonly view: ArtefactView;
  readonly knowledge: Knowledge;
  /** Prior deviations are multiplied by this: a folder may measure success by another yardstick. */
  readonly looseness: number;
  /** Whose abilities move with the folder's outcomes; the others stay as the artefact has them. */
  readonly moves: "all" | "unknown";
}

interface Known {
  readonly rows: number[];
  readonly scores: number[];
}

function collectOutcomes({ models, scores }: TrainingData): readonly Known[] {
  const known = models.map((): Known => ({ rows: [], scores: [] }));
  for (let i = 0; i < scores.length; i += 1) {
    if (Number.isNaN(valueAt(scores, i))) continue;
    const own = valueAt(known, i % models.length);
    own.rows.push(Math.floor(i / models.length));
    own.scores.push(valueAt(scores, i));
  }
  return known;
}

function fitThetas(
  data: TrainingData,
  { view, knowledge, looseness, moves }: AbilityHeadOptions,
): readonly Float32Array[] {
  const loadings = view.loadingsOf(data.prompts.text);
  const known = collectOutcomes(data);
  return data.models.map((column, m) => {
    const ability = view.abilityOf(column, knowledge);
    const { rows, scores } = valueAt(known, m);
    const isMoved = moves === "all" || !view.hasOutcomes(column);
    if (!isMoved || rows.length === 0) return ability.theta;
    return refitAbility({
      loadings,
      loadingCount: view.loadingCount,
      rows,
      scores,
      weight: 1,
      priorMean: ability.theta,
      priorDeviation: ability.thetaSd.map((deviation) => looseness * Math.max(0.02, deviation)),
    }).theta;
  });
}

export function fitAbilityHead(data: TrainingData, options: AbilityHeadOptions): Predictor {
  const thetas = fitThetas(data, options);
  const { view } = options;
  const width = view.loadingCount;
  return {
    predict: ({ text, count }: PromptSet) => {
      const loadings = view.loadingsOf(text);
      const out = new Float32Array(count * thetas.length);
      for (let i = 0; i < count; i += 1)
        for (const [m, theta] of thetas.entries()) {
          let sum = 0;
          for (let k = 0; k < width; k += 1) sum += valueAt(loadings, i * width + k) * valueAt(theta, k);
          out[i * thetas.length + m] = sigmoid(sum);
        }
      return out;
    },
  };
}
