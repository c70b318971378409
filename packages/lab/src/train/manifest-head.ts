// What the manifest of an artefact says of the run that made it.
import { FIELDS, type ArtefactManifest } from "@signalbox/contracts";
import type { ModelOutcomes } from "./abilities/model-table.ts";
import type { ManifestHead } from "./artefact/write-artefact.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import type { RecipeRun } from "./prepare-run.ts";
import type { TrainRequest } from "./train-request.ts";
import { valueAt } from "../arrays/value-at.ts";

/** A model with fewer training outcomes is placed by its public scores instead. */
const OUTCOMES_MIN = 100;

/** Everything of a run that the manifest reports. */
export interface FittedHeads {
  readonly models: readonly ModelOutcomes[];
  readonly benchmarks: readonly string[];
  readonly shape: ArtefactManifest["shape"];
  readonly figures: Record<string, number>;
}

export function manifestHead(run: RecipeRun, request: TrainRequest, fitted: FittedHeads): ManifestHead {
  const { dataset, set } = run;
  const real = set.trainRows.filter((row) => row < dataset.prompts.count);
  const trained = new Set(Array.from(real, (row) => valueAt(dataset.prompts.source, row)));
  return {
    format: 1,
    recipe: chooseRecipe(request).name,
    split: request.split,
    seed: request.seed,
    dataFingerprint: dataset.fingerprint,
    sources: dataset.sources.filter((_, source) => trained.has(source)),
    ...(run.encoder && { encoder: { sha256: run.encoder.sha256, width: run.encoder.width } }),
    ...(request.sharesWith !== undefined && { sharesWith: request.sharesWith }),
    healsWords: chooseRecipe(request).options.healsWords,
    shape: fitted.shape,
    models: fitted.models.map((model) => ({
      id: model.id,
      outcomes: model.rows.length,
      sources: [...model.sources],
      isServed: model.isServed && model.rows.length >= OUTCOMES_MIN,
    })),
    benchmarks: [...fitted.benchmarks],
    fields: [...FIELDS],
    figures: fitted.figures,
  };
}
