// Reads a folder into what all fits share: split, identities, anchors, features, outcomes.
import { createCatalog } from "@signalbox/catalog";
import { abilityInputOf, createPromptReader } from "@signalbox/engine/internals";
import { SignalboxError } from "@signalbox/contracts";
import { chooseSplit, listPromptRows, SPLIT } from "../data/index.ts";
import type { Dataset } from "../data/index.ts";
import { buildTrainingSet } from "./members/build-training-set.ts";
import type { MemberShape } from "./members/member.ts";
import type { TrainingSet } from "./members/training-set.ts";
import { anchorOutcomes, ANCHORS } from "./anchors/anchors.ts";
import type { Anchor } from "./anchors/anchors.ts";
import { identifyModel } from "../data/identify-models.ts";
import type { ModelIdentity } from "../data/identify-models.ts";
import { createNeighbourWords } from "./start/neighbour-words.ts";
import { NEVER_TRAINED } from "./start/never-trained.ts";
import { readStart, startDirOf } from "./start/read-start.ts";
import type { EncoderStart } from "./start/read-start.ts";
import type { RecipeEncoder } from "./recipe-encoder.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { rewordPrompts } from "./start/reword.ts";
import type { TrainRequest } from "./train-request.ts";
import { valueAt } from "../arrays/value-at.ts";

/** Everything that the fits share. */
export interface RecipeRun {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
  readonly set: TrainingSet;
  readonly identities: readonly ModelIdentity[];
  readonly start: EncoderStart;
  readonly shape: MemberShape;
  readonly anchors: readonly Anchor[];
  /** Absent in the static tier. */
  readonly encoder?: RecipeEncoder;
}

/** The split with sources that are never trained on taken out of train and dev. */
export function guardSplit(dataset: Dataset, split: Uint8Array): Uint8Array {
  return split.map((code, row) =>
    NEVER_TRAINED.has(dataset.sources[valueAt(dataset.prompts.source, row)] ?? "") ? SPLIT.never : code,
  );
}

/** @throws SignalboxError invalid_data when nothing of the folder may be trained on */
export function prepareRun(dataset: Dataset, request: TrainRequest, recipe: RecipeOptions): RecipeRun {
  const catalog = createCatalog();
  const start = readStart(request.startDir ?? startDirOf(request.split));
  const split = guardSplit(dataset, chooseSplit(dataset, request.split, request.seed));
  const trainRows = listPromptRows(split, [SPLIT.train]);
  if (trainRows.length === 0)
    throw new SignalboxError(
      "invalid_data",
      `No prompt of the folder may be trained on in the ${request.split} split.`,
    );
  const identities = dataset.models.map((model) => identifyModel(model, catalog));
  const labels = anchorOutcomes(
    ANCHORS,
    identities,
    (id) => abilityInputOf(catalog.resolve({ model: id }), {}).scores,
  );
  const reader = createPromptReader(start.vocabulary, recipe.healsWords);
  const wording = { reader, neighbours: createNeighbourWords(start) };
  const set = buildTrainingSet(dataset, reader, {
    trainRows,
    devRows: listPromptRows(split, [SPLIT.dev]),
    identities: identities.map((identity) => identity.id),
    anchors: ANCHORS.map(({ text }, index) => ({ text, outcomes: valueAt(labels, index) })),
    reword: (texts, rows) =>
      rewordPrompts(wording, texts, recipe.rewordShare > 0 ? rows : new Int32Array(0), request.seed),
  });
  const shape: MemberShape = {
    vocabularySize: start.vocabulary.length,
    tokenSize: recipe.tokenSize,
    denseSize: set.features.denseSize,
    hiddenSize: recipe.hiddenSize,
    abilitySize: recipe.abilitySize,
    modelCount: dataset.models.length,
    canonicalCount: set.canonicalCount,
  };
  return { dataset, split, set, identities, start, shape, anchors: ANCHORS };
}
