// The product's custom router as one more estimator: trained as the service trains it, by the same modules of the engine.
import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, fitRouter, selectRouter } from "@signalbox/engine/learn";
import type { CorrectionData } from "@signalbox/engine/learn";
import { defineEstimator } from "../contract/define-estimator.ts";
import type { Estimator, ModelColumn, Predictor, PromptSet, TrainingData } from "../contract/estimator.ts";
import type { ArtefactView } from "../stack/artefact-view.ts";

/** As the service splits a file. */
const FOLD_COUNT = 5;

interface Arms {
  readonly names: readonly string[];
  /** P(success) out of the box and its doubt, of every model on a text. */
  readonly estimate: (text: string) => readonly { readonly success: number; readonly spread: number }[];
  readonly abilities: readonly ReturnType<ArtefactView["abilityOf"]>[];
}

function armsOf(models: readonly ModelColumn[], view: ArtefactView): Arms {
  const abilities = models.map((model) => view.abilityOf(model, "outcomes"));
  return {
    names: models.map(({ name }) => name),
    abilities,
    estimate: (text) => view.model.estimateSuccess(view.encode(text), abilities),
  };
}

/** Rows of the training data as the service lays out a file. */
function readRows({ prompts, models, scores }: TrainingData, arms: Arms, view: ArtefactView): CorrectionData {
  const encodings = prompts.text.map((text) => view.encode(text));
  const outcomes = prompts.text.flatMap((text, prompt) =>
    arms.estimate(text).map(({ success }, arm) => ({
      prompt,
      arm,
      prior: success,
      outcome: scores[prompt * models.length + arm] ?? Number.NaN,
      weight: 1,
    })),
  );
  return {
    arms: arms.names,
    encodings,
    outcomes: outcomes.filter(({ outcome }) => !Number.isNaN(outcome)),
  };
}

function train(data: CorrectionData): LearnedPolicy {
  const folds = Int32Array.from(data.encodings, (_, row) => row % FOLD_COUNT);
  const { shares } = selectRouter(data, folds);
  return createRouterPolicy("custom", fitRouter(data, shares));
}

function predictBy(arms: Arms, view: ArtefactView, policy: LearnedPolicy | undefined): Predictor {
  const { names: labels, abilities } = arms;
  const modelIds = labels.map(() => undefined);
  return {
    predict: ({ text }: PromptSet) =>
      Float32Array.from(
        text.flatMap((one) => {
          const estimates = arms.estimate(one);
          const encoding = view.encode(one);
          return policy?.adjust({ encoding, labels, modelIds, abilities, estimates }) ?? estimates;
        }),
        ({ success }) => success,
      ),
  };
}

/** What `custom-router train` makes of the rows. */
export function createCustomEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "custom-router",
    title: "Signalbox, custom router",
    fit: (data) => {
      const arms = armsOf(data.models, view);
      return predictBy(arms, view, train(readRows(data, arms, view)));
    },
  });
}

/** The same product before anything is learned. */
export function createUntrainedEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "untrained",
    title: "Signalbox, untrained",
    fit: ({ models }) => predictBy(armsOf(models, view), view, undefined),
  });
}
