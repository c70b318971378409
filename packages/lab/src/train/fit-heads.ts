// Everything of the recipe that rests on the trained members: calibration, clusters, fields, abilities, output tokens.
import { FIELDS } from "@signalbox/contracts";
import { createCatalog } from "@signalbox/catalog";
import { loadingCountOf } from "@signalbox/engine/internals";
import { listPromptRows, SPLIT } from "../data/index.ts";
import { bagAbilities } from "./abilities/bag-abilities.ts";
import { fitAbilities } from "./abilities/fit-abilities.ts";
import { collectOutcomes } from "./abilities/model-table.ts";
import type { ModelOutcomes } from "./abilities/model-table.ts";
import { startThetas } from "./abilities/start-thetas.ts";
import type { TensorBag } from "./artefact/tensor-bag.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { fitPromptMap, labelFields } from "./fit-prompt-map.ts";
import { encodeRows } from "./heads/encode-rows.ts";
import type { EnsembleShape } from "./heads/encode-rows.ts";
import { calibrateEnsemble, measureEnsemble } from "./heads/ensemble-figures.ts";
import type { FittedHeads } from "./manifest-head.ts";
import { bagMembers } from "./members/bag-members.ts";
import type { MemberParameters } from "./members/member.ts";
import { bagOutputTokens } from "./output-tokens/bag-output-tokens.ts";
import type { RecipeRun } from "./prepare-run.ts";
import { bagEncoder } from "./recipe-encoder.ts";
import type { TrainRequest } from "./train-request.ts";
import { valueAt } from "../arrays/value-at.ts";

function listModels(run: RecipeRun): readonly ModelOutcomes[] {
  const ids: string[] = [];
  const isServed: boolean[] = [];
  run.identities.forEach((identity, model) => {
    const index = valueAt(run.set.canonicalOf, model);
    ids[index] = identity.id;
    isServed[index] = identity.isServed;
  });
  return collectOutcomes(run.dataset, run.split, run.set, { ids, isServed });
}

/** Fits everything that rests on the trained members, into the bag. */
export function fitHeads(
  run: RecipeRun,
  members: readonly MemberParameters[],
  request: TrainRequest,
  bag: TensorBag,
): FittedHeads {
  const { options: recipe } = chooseRecipe(request);
  const vocabulary = new TextEncoder().encode(run.start.vocabulary.join("\n"));
  bag.set("vocabulary", vocabulary, vocabulary.length);
  bagMembers(members, run.shape, bag);
  if (run.encoder !== undefined) bagEncoder(run.encoder, bag);
  const shape: EnsembleShape = { ...run.shape, memberCount: members.length };
  const encoded = encodeRows(bag, shape, run.set.features);
  calibrateEnsemble(run.set, members, run.shape, { bag, encoded });
  const labels = labelFields(run);
  const clusterCount = fitPromptMap(run, encoded, bag, { seed: request.seed, labels, recipe });
  const models = listModels(run);
  const fitted = fitAbilities(
    {
      encoded,
      models,
      facts: createCatalog().list(),
      fieldOf: labels,
      fieldCount: FIELDS.length,
      factorSize: recipe.factorSize,
      probeRows: run.set.devRows,
    },
    startThetas(run.set, members, run.shape),
  );
  bagAbilities(fitted, bag, models.length, loadingCountOf(shape));
  const tokenFigures = bagOutputTokens(run, encoded, bag);
  const testRows = listPromptRows(run.split, [SPLIT.test]);
  const figures = { ...measureEnsemble(run, members, { encoded, rows: testRows }), ...tokenFigures };
  const { vocabularySize, memberCount, tokenSize, denseSize, hiddenSize, abilitySize } = shape;
  const sizes = { vocabularySize, memberCount, tokenSize, denseSize, hiddenSize, abilitySize };
  const { factorSize } = recipe;
  return { models, benchmarks: fitted.benchmarks, figures, shape: { ...sizes, factorSize, clusterCount } };
}
