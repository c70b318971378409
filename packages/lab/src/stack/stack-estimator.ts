// Our router as one more estimator: the artefact's ability model, moved by the folder's outcomes, together with local
// learners on the artefact's features and on the text features at hand; blended on rows that none of them learned from.
import type { Estimator, Predictor, PromptSet, TrainingData } from "../baselines/index.ts";
import { defineEstimator } from "../baselines/index.ts";
import { CLUSTER_MEANS } from "../baselines/cluster-means.ts";
import { NEAREST_NEIGHBOURS } from "../baselines/nearest-neighbours.ts";
import { LOGISTIC, MATRIX_FACTORISATION, MIRT, MLP } from "../baselines/network-baselines.ts";
import { fitAbilityHead } from "./ability-head.ts";
import type { ArtefactView } from "./artefact-view.ts";
import { applyBlend, fitBlend, plainBlend } from "./blend-logits.ts";
import { applySplitCalibration, fitSplitCalibration } from "./split-calibration.ts";

/** Fewer training rows than this, and the local learners have nothing to say. */
const LOCAL_ROWS_MIN = 100;
/**
 * Blending prompts that the plain mean of the members is worth. Outcomes of one prompt say much the same, so it is
 * prompts that count. Chosen on dev rows of eleven sources, half of them blending and half judging.
 */
const BLEND_PULL_PROMPTS = 5;

interface Member {
  readonly name: string;
  readonly fit: (data: TrainingData, seed: number) => Predictor;
}

/** Prompts with the artefact's features in place of the given ones. */
function withArtefactFeatures(prompts: PromptSet, view: ArtefactView): PromptSet {
  return { ...prompts, features: view.featuresOf(prompts.text), dim: view.featureCount };
}

function onArtefact(estimator: Estimator, view: ArtefactView): Member {
  return {
    name: `${estimator.name} on the artefact's features`,
    fit: (data, seed) => {
      const predictor = estimator
        .fork(seed)
        .fit({ ...data, prompts: withArtefactFeatures(data.prompts, view) });
      return { predict: (prompts) => predictor.predict(withArtefactFeatures(prompts, view)) };
    },
  };
}

/** Text members do not depend on the artefact: fits and predictions are shared by all artefacts of a run. */
const SHARED = new WeakMap<PromptSet, Map<string, Predictor>>();

function remembering(predictor: Predictor): Predictor {
  const known = new WeakMap<PromptSet, Float32Array>();
  return {
    predict: (prompts) => {
      const found = known.get(prompts) ?? predictor.predict(prompts);
      known.set(prompts, found);
      return found;
    },
  };
}

function onText(estimator: Estimator, draw: number): Member {
  const name = `${estimator.name} on text features, ${draw}`;
  return {
    name,
    fit: (data) => {
      const shared = SHARED.get(data.prompts) ?? new Map<string, Predictor>();
      SHARED.set(data.prompts, shared);
      const found = shared.get(name) ?? remembering(estimator.fork(draw).fit(data));
      shared.set(name, found);
      return found;
    },
  };
}

function abilityMember(view: ArtefactView, looseness: number, moves: "all" | "unknown"): Member {
  return {
    name: `abilities, ${looseness} x loose`,
    fit: (data) => fitAbilityHead(data, { view, knowledge: "outcomes", looseness, moves }),
  };
}

const SLOW_LOGISTIC = LOGISTIC.fork(0, { learningRate: 0.005, epochs: 12 });

/** Networks come twice: the mean of two draws is the steadier. */
const TEXT_MEMBERS: readonly Member[] = [
  onText(NEAREST_NEIGHBOURS.fork(0, { neighbours: 80 }), 1),
  onText(CLUSTER_MEANS, 1),
  onText(SLOW_LOGISTIC, 1),
  onText(MATRIX_FACTORISATION.fork(0, { epochs: 8 }), 1),
  ...[1, 2].flatMap((draw) => [onText(MLP.fork(0, { epochs: 8 }), draw), onText(MIRT, draw)]),
];

function localMembers(view: ArtefactView): readonly Member[] {
  const own = [NEAREST_NEIGHBOURS.fork(0, { neighbours: 80 }), SLOW_LOGISTIC];
  return [...own.map((estimator) => onArtefact(estimator, view)), ...TEXT_MEMBERS];
}

const servedMember = (view: ArtefactView): Member => ({
  name: "as served",
  fit: (data) => predictServed(data, view),
});

/** Far from the evidence the local learners fall silent: a foreign source is left to the artefact's abilities. */
function listMembers(
  view: ArtefactView | undefined,
  { prompts, isForeign }: TrainingData,
): readonly Member[] {
  if (view === undefined) return TEXT_MEMBERS;
  if (isForeign === true) return [abilityMember(view, 3, "unknown")];
  const abilities = [servedMember(view), abilityMember(view, 3, "all"), abilityMember(view, 12, "all")];
  return prompts.count >= LOCAL_ROWS_MIN ? [...abilities, ...localMembers(view)] : abilities;
}

function fitStack(data: TrainingData, view: ArtefactView | undefined, seed: number): Predictor {
  const members = listMembers(view, data);
  const predictors = members.map((member) => member.fit(data, seed));
  const predictAll = (prompts: PromptSet): Float32Array[] => predictors.map((one) => one.predict(prompts));
  const { validation } = data;
  if (validation === undefined || validation.prompts.count === 0) {
    const blend = plainBlend(members.length);
    return { predict: (prompts) => applyBlend(blend, predictAll(prompts)) };
  }
  const seen = predictAll(validation.prompts);
  const blend = fitBlend(seen, validation.scores, BLEND_PULL_PROMPTS * data.models.length);
  const calibration = fitSplitCalibration(applyBlend(blend, seen), validation.scores, data.models.length);
  return { predict: (prompts) => applySplitCalibration(calibration, applyBlend(blend, predictAll(prompts))) };
}

function predictServed({ models }: TrainingData, view: ArtefactView): Predictor {
  const abilities = models.map((model) => view.abilityOf(model, "outcomes"));
  return {
    predict: ({ text }) =>
      Float32Array.from(
        text.flatMap((one) => view.model.estimateSuccess(view.encode(one), abilities)),
        ({ success }) => success,
      ),
  };
}

/** @param view the artefact; without one the stack rests on the text features alone */
export function createStackEstimator(view?: ArtefactView): Estimator {
  return defineEstimator({
    name: "signalbox",
    title: view === undefined ? "Signalbox stack, no artefact" : "Signalbox",
    fit: (data, _parameters, seed) => fitStack(data, view, seed),
  });
}

/** The artefact as it is served: no outcome of the folder moves it. */
export function createServedEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "signalbox-served",
    title: "Signalbox as served",
    fit: (data) => predictServed(data, view),
  });
}
