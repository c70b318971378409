// Everything of the recipe that rests on the trained members: calibration, clusters, fields, abilities, output tokens.
import { createCatalog } from "@signalbox/catalog";
import { loadingCountOf } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { ArtefactManifest } from "@signalbox/contracts";
import { listPromptRows, SPLIT } from "../data/index.ts";
import type { MemberParameters } from "./members/member.ts";
import { bagMembers } from "./members/bag-members.ts";
import { bagOutputTokens } from "./output-tokens/bag-output-tokens.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { encodeRows } from "./heads/encode-rows.ts";
import type { EncodedRows, EnsembleShape } from "./heads/encode-rows.ts";
import { calibrateEnsemble, measureEnsemble } from "./heads/ensemble-figures.ts";
import { FIELDS, fieldOf } from "./heads/fields.ts";
import { fitAbilities } from "./abilities/fit-abilities.ts";
import type { FittedAbilities } from "./abilities/fit-abilities.ts";
import { fitClusters } from "./heads/fit-clusters.ts";
import { fitFieldHead } from "./heads/fit-field-head.ts";
import { collectOutcomes } from "./abilities/model-table.ts";
import type { ModelOutcomes } from "./abilities/model-table.ts";
import type { RecipeRun } from "./prepare-run.ts";
import { bagEncoder } from "./recipe-encoder.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { startThetas } from "./abilities/start-thetas.ts";
import type { TensorBag } from "./artefact/tensor-bag.ts";
import type { TrainRequest } from "./train-request.ts";
import type { ManifestHead } from "./artefact/write-artefact.ts";

/** A model with fewer training outcomes is placed by its public scores instead. */
const OUTCOMES_MIN = 100;

function fieldLabels(run: RecipeRun): Int32Array {
  const { prompts, sources, taskNames } = run.dataset;
  const labels = new Int32Array(prompts.count + run.anchors.length);
  for (let row = 0; row < prompts.count; row += 1) {
    const source = sources[prompts.source[row]!] ?? "";
    labels[row] = FIELDS.indexOf(
      fieldOf(source, taskNames[prompts.task[row]!] ?? "", prompts.subset[row] ?? ""),
    );
  }
  run.anchors.forEach((anchor, index) => {
    labels[prompts.count + index] = FIELDS.indexOf(anchor.field);
  });
  return labels;
}

function bagAbilities(fitted: FittedAbilities, bag: TensorBag, models: number, loadingCount: number): void {
  const columns = fitted.atlas.mean.length;
  bag.set("theta", fitted.theta, Math.max(1, models), loadingCount);
  bag.set("thetaSd", fitted.thetaSd, Math.max(1, models), loadingCount);
  bag.set("middlingTheta", fitted.middling, loadingCount);
  bag.set("atlasMean", fitted.atlas.mean, columns);
  bag.set("atlasWeights", fitted.atlas.weights, columns, fitted.atlas.factorSize);
  bag.set("atlasNoise", fitted.atlas.noise, columns);
}

function fitMap(
  run: RecipeRun,
  encoded: EncodedRows,
  bag: TensorBag,
  options: { seed: number; labels: Int32Array; recipe: RecipeOptions },
): number {
  const { set, shape } = run;
  const random = splitmix32(options.seed + 77);
  const width = options.recipe.memberCount * shape.tokenSize + (run.encoder?.width ?? 0);
  const rows = { train: set.trainRows, dev: set.devRows };
  const clusters = fitClusters(encoded, width, rows, { count: options.recipe.clusterCount, random });
  bag.set("clusterCentres", clusters.centres, clusters.count, width);
  bag.set("clusterRadius", clusters.radius, 2);
  const head = fitFieldHead(encoded, options.labels, set.trainRows, { fieldCount: FIELDS.length, random });
  bag.set("fieldHead", head, FIELDS.length, encoded.featureCount + 1);
  return clusters.count;
}

function listModels(run: RecipeRun): readonly ModelOutcomes[] {
  const ids: string[] = [];
  const isServed: boolean[] = [];
  run.identities.forEach((identity, model) => {
    const index = run.set.canonicalOf[model]!;
    ids[index] = identity.id;
    isServed[index] = identity.isServed;
  });
  return collectOutcomes(run.dataset, run.split, run.set, { ids, isServed });
}

/** Everything of a run that the manifest tells. */
export interface Finished {
  readonly models: readonly ModelOutcomes[];
  readonly benchmarks: readonly string[];
  readonly shape: ArtefactManifest["shape"];
  readonly figures: Record<string, number>;
}

export function manifestHead(run: RecipeRun, request: TrainRequest, finished: Finished): ManifestHead {
  const { dataset, set } = run;
  const real = set.trainRows.filter((row) => row < dataset.prompts.count);
  const trained = new Set(Array.from(real, (row) => dataset.prompts.source[row]!));
  return {
    format: 1,
    recipe: chooseRecipe(request).name,
    split: request.split,
    seed: request.seed,
    dataFingerprint: dataset.fingerprint,
    sources: dataset.sources.filter((_, source) => trained.has(source)),
    ...(run.encoder && { encoder: { sha256: run.encoder.sha256, width: run.encoder.width } }),
    healsWords: chooseRecipe(request).options.healsWords,
    shape: finished.shape,
    models: finished.models.map((model) => ({
      id: model.id,
      outcomes: model.rows.length,
      sources: [...model.sources],
      isServed: model.isServed && model.rows.length >= OUTCOMES_MIN,
    })),
    benchmarks: [...finished.benchmarks],
    fields: [...FIELDS],
    figures: finished.figures,
  };
}

/** Fits everything that rests on the trained members, into the bag. */
export function fitRest(
  run: RecipeRun,
  members: readonly MemberParameters[],
  request: TrainRequest,
  bag: TensorBag,
): Finished {
  const { options: recipe } = chooseRecipe(request);
  const vocabulary = new TextEncoder().encode(run.start.vocabulary.join("\n"));
  bag.set("vocabulary", vocabulary, vocabulary.length);
  bagMembers(members, run.shape, bag);
  if (run.encoder !== undefined) bagEncoder(run.encoder, bag);
  const shape: EnsembleShape = { ...run.shape, memberCount: members.length };
  const encoded = encodeRows(bag, shape, run.set.features);
  calibrateEnsemble(run.set, members, run.shape, { bag, encoded });
  const labels = fieldLabels(run);
  const clusterCount = fitMap(run, encoded, bag, { seed: request.seed, labels, recipe });
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
