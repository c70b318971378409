// Our router as one more estimator: a Gaussian process on the vectors at hand, with neighbours, a factor model and the
// artefact's abilities, blended on rows that none of them learned from; abilities alone where the folder tells too little.
import type { Estimator, Predictor, PromptSet, TrainingData } from "../contract/estimator.ts";
import { defineEstimator } from "../baselines/index.ts";
import { NEAREST_NEIGHBOURS } from "../baselines/nearest-neighbours.ts";
import { MIRT } from "../baselines/network-baselines.ts";
import { createGaussianProcess } from "../gaussian/gaussian-process.ts";
import { fitAbilityHead } from "./ability-head.ts";
import type { ArtefactView } from "./artefact-view.ts";
import { applyBlend, fitBlend } from "./blend-logits.ts";
import type { Blend } from "./blend-logits.ts";
import { standardMean } from "./standard-mean.ts";

/** Fewer training rows than this, and the local learners have nothing to say. */
const LOCAL_ROWS_MIN = 100;
/**
 * The members' starting shares are worth as many outcomes as so many fully graded prompts have: outcomes of one prompt say
 * much the same. Chosen, as the shares were, on dev rows of twelve sources, half of them blending and half judging.
 */
const BLEND_PULL_PROMPTS = 20;

interface Member {
  /** Starting weight in the blend, relative to the others'. */
  readonly share: number;
  readonly fit: (data: TrainingData) => Predictor;
}

/** Fits and predictions of text members are shared by all artefacts of a run that read texts alike. */
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

interface TextFit {
  readonly share: number;
  /** Seed of the fit; networks come twice, since the mean of two draws is the steadier. @default 1 */
  readonly draw?: number;
  /** What the fit reads beside the given vectors; part of the key under which it is shared. */
  readonly reader?: string;
}

function onText(estimator: Estimator, { share, draw = 1, reader = "" }: TextFit): Member {
  const key = `${estimator.name}, ${draw}, ${reader}`;
  return {
    share,
    fit: (data) => {
      const shared = SHARED.get(data.prompts) ?? new Map<string, Predictor>();
      SHARED.set(data.prompts, shared);
      const found = shared.get(key) ?? remembering(estimator.fork(draw).fit(data));
      shared.set(key, found);
      return found;
    },
  };
}

function abilityMember(view: ArtefactView, moves: "all" | "unknown"): Member {
  return {
    share: 1,
    fit: (data) => fitAbilityHead(data, { view, knowledge: "outcomes", looseness: 3, moves }),
  };
}

/** It reads the surface of texts where an artefact's reader is at hand; artefacts of one recipe read alike. */
function processOnText(view: ArtefactView | undefined): Member {
  if (view === undefined) return onText(createGaussianProcess(), { share: 4 });
  const process = createGaussianProcess((texts) => view.surfaceOf(texts));
  return onText(process, { share: 4, reader: view.manifest.recipe });
}

/** A foreign source: its models' abilities, and what other sources tell of prompts like it. No row of its own weighs them. */
function foreignMember(view: ArtefactView): Member {
  return {
    share: 1,
    fit: (data) => {
      const { prompts, models, validation } = data;
      const abilities = abilityMember(view, "unknown").fit(data);
      const process = processOnText(view).fit(data);
      const reference = (validation?.prompts.count ?? 0) > 0 ? validation!.prompts : prompts;
      return standardMean(abilities, process, reference, models.length);
    },
  };
}

function listMembers(
  view: ArtefactView | undefined,
  { prompts, isForeign }: TrainingData,
): readonly Member[] {
  const isScarce = prompts.count < LOCAL_ROWS_MIN;
  if (view !== undefined && isScarce)
    return isForeign === true
      ? [abilityMember(view, "unknown")]
      : [servedMember(view), abilityMember(view, "all")];
  if (view !== undefined && isForeign === true) return [foreignMember(view)];
  const local = [
    processOnText(view),
    onText(NEAREST_NEIGHBOURS.fork(0, { neighbours: 80 }), { share: 1 }),
    onText(MIRT, { share: 1, draw: 1 }),
    onText(MIRT, { share: 1, draw: 2 }),
  ];
  return view === undefined ? local : [...local, abilityMember(view, "all")];
}

/** The members' shares, as weights that sum to 1. */
function startOf(members: readonly Member[]): Float64Array {
  const total = members.reduce((sum, { share }) => sum + share, 0);
  return Float64Array.from(members, ({ share }) => share / total);
}

/** Fitted on the held-out rows; without any the members keep their shares. */
function chooseBlend(
  members: readonly Member[],
  { validation, models }: TrainingData,
  predictAll: (prompts: PromptSet) => Float32Array[],
): Blend {
  const start = startOf(members);
  if (validation === undefined || validation.prompts.count === 0) return { bias: 0, weights: start };
  const pull = BLEND_PULL_PROMPTS * models.length;
  return fitBlend(predictAll(validation.prompts), validation.scores, { start, pull });
}

/** @param kept the blend of an earlier fit, for a refit */
function blended(members: readonly Member[], data: TrainingData, kept?: Blend): Predictor {
  const predictors = members.map((member) => member.fit(data));
  const predictAll = (prompts: PromptSet): Float32Array[] => predictors.map((one) => one.predict(prompts));
  const blend = kept ?? chooseBlend(members, data, predictAll);
  return {
    predict: (prompts) => applyBlend(blend, predictAll(prompts)),
    refit: (more) => blended(members, more, blend),
  };
}

function fitStack(data: TrainingData, view: ArtefactView | undefined): Predictor {
  const fitted = blended(listMembers(view, data), data);
  if (data.isForeign !== true || view === undefined) return fitted;
  // Other sources' dev rows set the scales there and would tell little more.
  const staying: Predictor = { predict: (prompts) => fitted.predict(prompts) };
  return { ...staying, refit: () => staying };
}

function servedMember(view: ArtefactView): Member {
  return { share: 1, fit: (data) => predictServed(data, view) };
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
    // The seed draws nothing here, but each seed of a run has its own artefact.
    isSeeded: view !== undefined,
    fit: (data) => fitStack(data, view),
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
