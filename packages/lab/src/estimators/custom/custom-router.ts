// The product's custom router as one more estimator: trained as the service trains it, by the same modules of the engine.
import type { LearnedPolicy } from "@signalbox/engine";
import type { RowReader } from "@signalbox/engine/internals";
import { createRouterPolicy, fitRouter, selectRouter } from "@signalbox/engine/learn";
import type { CorrectionData } from "@signalbox/engine/learn";
import { defineEstimator } from "../contract/define-estimator.ts";
import type { Estimator, ModelColumn, Predictor, PromptSet, TrainingData } from "../contract/estimator.ts";
import type { ArtefactView } from "./artefact-view.ts";

/** As the service splits a file. */
const FOLD_COUNT = 5;

/** Rows of the training data as the service lays out a file. */
function readRows({ prompts, models, scores }: TrainingData, read: RowReader): CorrectionData {
  const rows = prompts.text.map(read);
  const outcomes = rows.flatMap(({ estimates }, prompt) =>
    estimates.map(({ success }, arm) => ({
      prompt,
      arm,
      prior: success,
      outcome: scores[prompt * models.length + arm] ?? Number.NaN,
      weight: 1,
    })),
  );
  return {
    arms: models.map(({ name }) => name),
    encodings: rows.map(({ encoding }) => encoding),
    outcomes: outcomes.filter(({ outcome }) => !Number.isNaN(outcome)),
  };
}

function train(data: CorrectionData): LearnedPolicy {
  const folds = Int32Array.from(data.encodings, (_, row) => row % FOLD_COUNT);
  const { shares } = selectRouter(data, folds);
  return createRouterPolicy("custom", fitRouter(data, shares));
}

function predictBy(
  models: readonly ModelColumn[],
  read: RowReader,
  policy: LearnedPolicy | undefined,
): Predictor {
  const labels = models.map(({ name }) => name);
  const modelIds = labels.map(() => undefined);
  return {
    predict: ({ text }: PromptSet) =>
      Float32Array.from(
        text.flatMap((one) => {
          const { encoding, estimates } = read(one);
          const adjusted = policy?.adjust({ encoding, labels, modelIds, estimates }) ?? estimates;
          return adjusted.map(({ success }) => success);
        }),
      ),
  };
}

/** What `custom-router train` makes of the rows; rows of other sources are nobody's own. */
export function createCustomEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "custom-router",
    title: "Signalbox, custom router",
    fit: (data) => {
      const read = view.readerOf(data.models);
      const policy = data.isForeign === true ? undefined : train(readRows(data, read));
      return predictBy(data.models, read, policy);
    },
  });
}

/** The same product before anything is learned. */
export function createUntrainedEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "untrained",
    title: "Signalbox, untrained",
    fit: ({ models }) => predictBy(models, view.readerOf(models), undefined),
  });
}
